import CGtk
import Dispatch
import Glibc
import Gtk

ProcessMemory.start()
Console.start()
// A file size limit (SIGXFSZ) is an error like a full disk, and must not end the process.
signal(SIGXFSZ, SIG_IGN)
// Commands that need no display come first; only opening a window starts GTK.
Translation.start()
do throws(UsageError) {
  for i in 0..<Int(CommandLine.argc) {
    // Read as text it would be another name, of a file that does not exist.
    guard let argument = CommandLine.unsafeArgv[i], String(validatingCString: argument) == nil
    else { continue }
    throw UsageError(
      sentence: tr("“{name}” is not UTF-8 text. Please give the file another name to use it.")
        .filled("name", String(cString: argument)))
  }
  let command = try Command(Array(CommandLine.arguments.dropFirst()))
  switch command {
  case .help:
    exit((Console.say(Command.helpText) ? ExitCode.success : .failure).rawValue)
  case .version:
    exit((Console.say("plumbago \(Installation.version)") ? ExitCode.success : .failure).rawValue)
  case .open(let files, let newWindow):
    exit(Application.run(files: files, newWindow: newWindow))
  case .serve:
    exit(Application.run(files: [], newWindow: false, isService: true))
  case .info, .export, .thumbnail, .replay, .recover, .convert, .annotate, .recognize, .index,
    .search:
    switch command {
    case .index, .search: Library.choose(Settings.shared[.libraryFolder])
    default: break
    }
    Task.detached {
      exit(await FileCommands.run(command).rawValue)
    }
    dispatchMain()
  }
} catch {
  Console.complain(error.sentence)
  Console.complain(tr("“plumbago --help” tells more."))
  exit(ExitCode.usage.rawValue)
}
