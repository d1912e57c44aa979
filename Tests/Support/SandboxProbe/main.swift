import CSandbox
import Glibc
import ReaderProtocol

// Tries one thing that a reader of foreign formats has no need of:
//
//   SandboxProbe inside|outside THING [FILE]
//
// Inside it enters the sandbox first, as the reader does. It ends with the number of the error that the system gave, 0
// where there was none; with 255 where the sandbox is not entered or nobody knows such a thing. It says nothing, since in
// the sandbox it may write to no file.

let words = CommandLine.arguments
guard words.count >= 3, ["inside", "outside"].contains(words[1]) else { exit(255) }
let file = words.count > 3 ? words[3] : ""
if words[1] == "inside", sandbox_enter(ReaderLimits.memory) != 0 { exit(255) }

/// The number of the error, where the result of a call says that there was one.
func error(of result: Int32) -> Int32 { result < 0 ? errno : 0 }

let program = "/bin/true"
var programWords: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
switch words[2] {
case "internet": exit(error(of: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
case "local socket": exit(error(of: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
case "process":
  var id: pid_t = 0
  exit(posix_spawn(&id, program, nil, nil, &programWords, environ))
case "program": exit(error(of: execv(program, &programWords)))
case "writing": exit(error(of: open(file, O_WRONLY | O_CREAT, 0o600)))
case "reading": exit(error(of: open(file, O_RDONLY)))
default: exit(255)
}
