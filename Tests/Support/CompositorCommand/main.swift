import Glibc
import InkModel
import TabletCompositor

/// The options before the script on the command line.
struct Options {
  var size = PixelSize(width: 1280, height: 800)
  var scale = 1
  var refresh = 60.0
  var layout = "us"
  var environment: [String: String?] = [:]
  var script = ""
  var command: [String] = []

  init(_ arguments: [String]) throws(ScriptError) {
    var rest = arguments[...]
    func value(_ option: String) throws(ScriptError) -> String {
      guard let v = rest.popFirst() else { throw ScriptError("\(option) needs a value") }
      return v
    }
    while let word = rest.popFirst() {
      switch word {
      case "--size":
        let parts = try value(word).split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
          throw ScriptError("--size takes WIDTHxHEIGHT")
        }
        size = PixelSize(width: parts[0], height: parts[1])
      case "--scale":
        guard let n = Int(try value(word)), n >= 1 else {
          throw ScriptError("--scale takes a whole number from 1")
        }
        scale = n
      case "--refresh":
        guard let hz = Double(try value(word)), hz > 0 else {
          throw ScriptError("--refresh takes a number above 0")
        }
        refresh = hz
      case "--layout": layout = try value(word)
      case "--env":
        let parts = try value(word).split(separator: "=", maxSplits: 1)
        guard let name = parts.first else { throw ScriptError("--env takes NAME=VALUE") }
        environment[String(name)] = parts.count > 1 ? String(parts[1]) : ""
      case "--":
        command = Array(rest)
        rest = []
      default:
        guard script.isEmpty, word == "-" || !word.hasPrefix("-") else {
          throw ScriptError("\(word) is unknown")
        }
        script = word
      }
    }
    guard !script.isEmpty else { throw ScriptError("the script is missing") }
    guard !command.isEmpty else { throw ScriptError("the program is missing; it comes after --") }
  }
}

func say(_ sentence: String) {
  let text = "tablet-compositor: \(sentence)\n"
  _ = text.withCString { write(2, $0, strlen($0)) }
}

func main() -> Int32 {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.prefix(while: { $0 != "--" }).contains("--help") {
    print(Script.help)
    return 0
  }
  let options: Options
  do throws(ScriptError) {
    options = try Options(arguments)
  } catch {
    say("\(error); see --help")
    return 2
  }
  do {
    let lines: () -> String?
    if options.script == "-" {
      lines = { readLine() }
    } else {
      guard let text = readText(options.script) else {
        throw ScriptError("\(options.script) cannot be read")
      }
      var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      lines = { rest.popFirst().map(String.init) }
    }
    let screen = try Screen(
      size: options.size, scale: options.scale, refresh: options.refresh,
      keyboardLayout: options.layout)
    defer { screen.close() }
    let runner = try Runner(
      screen, command: options.command, environment: options.environment)
    let isTalking = options.script == "-" && isatty(0) != 0
    var number = 0
    while let line = lines() {
      number += 1
      do {
        try runner.run(line)
        fflush(nil)
      } catch {
        let position = options.script == "-" ? "line \(number)" : "\(options.script):\(number)"
        // A person at the keyboard goes on.
        guard isTalking else { throw ScriptError("\(position): \(line): \(error)") }
        say("\(error)")
      }
    }
    return 0
  } catch {
    say("\(error)")
    return 1
  }
}

exit(main())
