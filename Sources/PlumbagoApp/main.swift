import CGtk
import Dispatch
import Glibc

// Commands that need no display come first; only opening a window starts GTK.
Translation.start()
do {
  let command = try Command(Array(CommandLine.arguments.dropFirst()))
  switch command {
  case .help:
    Console.say(Command.helpText)
    exit(ExitCode.success.rawValue)
  case .version:
    Console.say("plumbago \(Installation.version)")
    exit(ExitCode.success.rawValue)
  case .open(let files, let newWindow):
    exit(Application.run(files: files, newWindow: newWindow))
  case .info, .export, .replay, .recover:
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
