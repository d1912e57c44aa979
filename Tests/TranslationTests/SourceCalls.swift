import RepositoryFiles

/// One argument of a call: its label and the tokens it is made of.
struct CallArgument: Equatable {
  var label: String?
  var tokens: [SwiftToken] = []

  /// The literal, where the argument is one and nothing else.
  var literal: SwiftToken? { tokens.count == 1 && tokens[0].isString ? tokens[0] : nil }
}

/// A call `name(…)` in a source text.
struct SourceCall: Equatable {
  var name: String
  var line: Int
  var arguments: [CallArgument]
}

/// The nesting of calls in a source text: which literal stands in which argument of what.
struct SourceCalls {
  /// A string literal and the calls around it, the innermost last.
  ///
  /// The braces of a closure cut off the calls around it.
  struct Literal {
    struct Position {
      var call: String
      /// From 0.
      var argument: Int
      var label: String?
      /// Whether the literal is the whole argument, rather than in an expression or a collection there.
      var isDirect: Bool
    }

    var token: SwiftToken
    var positions: [Position]
  }

  private(set) var calls: [SourceCall] = []
  private(set) var literals: [Literal] = []

  private struct Frame {
    enum Bracket { case call, parentheses, brackets, braces }
    var bracket: Bracket
    var name = ""
    var line = 0
    var arguments: [CallArgument] = [CallArgument()]
  }

  init(_ source: String) {
    let tokens = SwiftLexer.tokens(of: source)
    var frames: [Frame] = []
    var index = 0
    /// Adds a token to the arguments of every call that it stands in.
    func note(_ token: SwiftToken) {
      for frame in frames.indices where frames[frame].bracket == .call {
        frames[frame].arguments[frames[frame].arguments.count - 1].tokens.append(token)
      }
    }
    while index < tokens.count {
      let token = tokens[index]
      let before = index > 0 ? tokens[index - 1] : nil
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let isDeclared = index > 1 && ["func", "init"].contains(tokens[index - 2].text)
      switch (token.kind, token.text) {
      case (.other, "("):
        note(token)
        let isCall = before?.kind == .word && !isDeclared && before?.text != "init"
        frames.append(
          Frame(
            bracket: isCall ? .call : .parentheses, name: before?.text ?? "",
            line: before?.line ?? token.line))
      case (.other, "["):
        note(token)
        frames.append(Frame(bracket: .brackets))
      case (.other, "{"):
        note(token)
        frames.append(Frame(bracket: .braces))
      case (.other, ")"), (.other, "]"), (.other, "}"):
        if let frame = frames.popLast(), frame.bracket == .call {
          let isEmpty = frame.arguments.count == 1 && frame.arguments[0].tokens.isEmpty
          calls.append(
            SourceCall(
              name: frame.name, line: frame.line, arguments: isEmpty ? [] : frame.arguments))
        }
        note(token)
      case (.other, ",") where frames.last?.bracket == .call:
        frames[frames.count - 1].arguments.append(CallArgument())
      case (.word, _)
      where frames.last?.bracket == .call && next?.text == ":"
        && frames.last?.arguments.last?.tokens.isEmpty == true:
        let last = frames.count - 1
        frames[last].arguments[frames[last].arguments.count - 1].label = token.text
        index += 1
      default:
        if token.isString { literals.append(Literal(token: token, positions: positions(frames))) }
        note(token)
      }
      index += 1
    }
  }

  private func positions(_ frames: [Frame]) -> [Literal.Position] {
    let start = frames.lastIndex { $0.bracket == .braces }.map { $0 + 1 } ?? 0
    return frames[start...].filter { $0.bracket == .call }.map { frame in
      Literal.Position(
        call: frame.name, argument: frame.arguments.count - 1, label: frame.arguments.last?.label,
        isDirect: frame.arguments.last?.tokens.isEmpty ?? false)
    }
  }
}
