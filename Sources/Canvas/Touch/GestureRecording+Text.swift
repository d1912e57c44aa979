import InkModel

/// A text that is no recording of gestures.
public struct GestureRecordingError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The first line does not say that it is one.
    case notARecording
    /// It was written by a later version of the format, or by none that there is.
    case otherVersion(Double)
    /// The line is no JSON with the members that it should have.
    case malformed
    /// No gesture on the screen has these fingers and this movement.
    case unknownGesture(String)
    /// No fingers do such a thing: time goes back, a touch moves that is not down or never ends, or something is
    /// beyond the limits of ``GestureRecording``.
    case impossible
    /// There is more of something than ``GestureRecording`` has limits for.
    case tooMuch
  }

  public var reason: Reason
  /// Counted from 1.
  public var line: Int

  public init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}

extension GestureRecording {
  private static let format = "plumbago-gestures"
  private static let version = 1.0
  /// Events in a list in an object make three levels; the rest is for members of later versions.
  private static let deepestNesting = 16

  // MARK: Writing

  /// The text; reading it again gives an equal recording.
  public var text: String {
    var out =
      "{\"format\": \"\(Self.format)\", \"version\": \(Int(Self.version)), "
      + "\"hand\": \(JSONText.quoted(hand))"
    if let screen { out += ", \"screen\": [\(screen.width), \(screen.height)]" }
    out += "}\n"
    for take in takes {
      out += "{\"fingers\": \(take.gesture.fingers), "
      out += "\"movement\": \"\(take.gesture.movement.rawValue)\", \"events\": ["
      out += take.events.map(Self.written).joined(separator: ", ") + "]}\n"
    }
    return out
  }

  private static func written(_ event: Event) -> String {
    let place = event.position.map { ", \($0.x), \($0.y)" } ?? ""
    return "[\"\(event.phase.rawValue)\", \(event.touch), \(event.milliseconds)\(place)]"
  }

  // MARK: Reading

  /// Reads a text, all of it or nothing.
  public init(parsing text: String) throws(GestureRecordingError) {
    guard text.utf8.count <= Self.mostBytes else { throw GestureRecordingError(.tooMuch, line: 1) }
    var header: (hand: String, screen: Size?)?
    var takes: [Take] = []
    var line = 0
    let lines = text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for bytes in lines {
      line += 1
      var reader = JSONReader(bytes: Array(bytes), deepest: Self.deepestNesting)
      if reader.isAtEnd { continue }
      guard header != nil else {
        header = try Self.header(&reader, line: line)
        continue
      }
      guard takes.count < Self.mostTakes else { throw GestureRecordingError(.tooMuch, line: line) }
      takes.append(try Self.take(&reader, line: line))
    }
    guard let header else { throw GestureRecordingError(.notARecording, line: 1) }
    self.init(hand: header.hand, screen: header.screen, takes: takes)
  }

  private static func header(
    _ reader: inout JSONReader, line: Int
  ) throws(GestureRecordingError) -> (hand: String, screen: Size?) {
    var format: String?
    var version: Double?
    var hand: String? = ""
    var screen: [Double]?
    let whole = reader.object { reader, key in
      switch key {
      case "format":
        format = reader.string()
        return format != nil
      case "version":
        version = reader.number()
        return version != nil
      case "hand":
        hand = reader.string()
        return hand != nil
      case "screen":
        screen = reader.numbers(atMost: 2)
        return screen != nil
      default: return reader.skipValue()
      }
    }
    guard format == Self.format else { throw GestureRecordingError(.notARecording, line: line) }
    guard let version else { throw GestureRecordingError(.malformed, line: line) }
    guard version == Self.version else {
      throw GestureRecordingError(.otherVersion(version), line: line)
    }
    guard whole, reader.isAtEnd, let hand, hand.unicodeScalars.count <= Self.longestName else {
      throw GestureRecordingError(.malformed, line: line)
    }
    guard let screen else { return (hand, nil) }
    // No screen that hands reach is larger than ten metres.
    guard screen.count == 2, screen.allSatisfy({ $0 > 0 && $0 <= 10_000 }) else {
      throw GestureRecordingError(.malformed, line: line)
    }
    return (hand, Size(width: screen[0], height: screen[1]))
  }

  private static func take(
    _ reader: inout JSONReader, line: Int
  ) throws(GestureRecordingError) -> Take {
    var fingers: Double?
    var movement: String?
    var events: [Event]?
    let whole = reader.object { reader, key in
      switch key {
      case "fingers":
        fingers = reader.number()
        return fingers != nil
      case "movement":
        movement = reader.string()
        return movement != nil
      case "events":
        events = reader.events()
        return events != nil
      default: return reader.skipValue()
      }
    }
    guard whole, reader.isAtEnd, let fingers, let movement, let events else {
      throw GestureRecordingError(.malformed, line: line)
    }
    let gesture = asked.first {
      Double($0.fingers) == fingers && $0.movement.rawValue == movement
    }
    guard let gesture else {
      throw GestureRecordingError(.unknownGesture(movement), line: line)
    }
    guard events.count <= mostEvents else { throw GestureRecordingError(.tooMuch, line: line) }
    guard isPossible(events) else { throw GestureRecordingError(.impossible, line: line) }
    return Take(gesture, events)
  }

  /// Whether fingers can have done it: each touch comes down once and lifts once, and moves only between.
  private static func isPossible(_ events: [Event]) -> Bool {
    var begun: Set<UInt> = []
    var down: Set<UInt> = []
    var last = 0.0
    for event in events {
      // What is no number is in no range.
      guard (last...longest).contains(event.milliseconds) else { return false }
      last = event.milliseconds
      if let p = event.position, !(max(abs(p.x), abs(p.y)) <= farthest) { return false }
      switch event.phase {
      case .began:
        guard begun.insert(event.touch).inserted else { return false }
        down.insert(event.touch)
      case .moved: guard down.contains(event.touch) else { return false }
      case .ended: guard down.remove(event.touch) != nil else { return false }
      }
    }
    return !begun.isEmpty && down.isEmpty
  }
}

extension JSONReader {
  /// A list of finite numbers, `nil` where it is anything else.
  fileprivate mutating func numbers(atMost most: Int) -> [Double]? {
    var all: [Double] = []
    let whole = array { reader in
      guard all.count < most, let number = reader.number(), number.isFinite else { return false }
      all.append(number)
      return true
    }
    return whole ? all : nil
  }

  /// A list of events, one more at most than a gesture may have; `nil` where it is anything else.
  fileprivate mutating func events() -> [GestureRecording.Event]? {
    var all: [GestureRecording.Event] = []
    let whole = array { reader in
      guard all.count <= GestureRecording.mostEvents else { return reader.skipValue() }
      guard let event = reader.event() else { return false }
      all.append(event)
      return true
    }
    return whole ? all : nil
  }

  private mutating func event() -> GestureRecording.Event? {
    var phase: GestureRecording.Phase?
    var numbers: [Double] = []
    let whole = array { reader in
      guard phase != nil else {
        phase = reader.string().flatMap { GestureRecording.Phase(rawValue: $0) }
        return phase != nil
      }
      guard numbers.count < 4, let number = reader.number(), number.isFinite else { return false }
      numbers.append(number)
      return true
    }
    guard whole, let phase, numbers.count == (phase == .ended ? 2 : 4),
      let touch = UInt(exactly: numbers[0])
    else { return nil }
    let position = phase == .ended ? nil : Point(numbers[2], numbers[3])
    return GestureRecording.Event(phase, touch, numbers[1], at: position)
  }
}
