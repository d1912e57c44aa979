import Canvas
import InkModel

/// How often each gesture of recordings is taken for what it was asked to be, and for what else.
public struct GestureConfusion: Sendable {
  /// Which gesture was asked for, and what it was taken for.
  private struct Cell: Hashable {
    var asked: Gesture
    var taken: String
  }

  /// The least that says something of people: from how many hands, and how many gestures.
  public static let enough = (hands: 3, gestures: 300)

  public private(set) var count = 0
  public private(set) var mistaken = 0
  private var names: Set<String> = []
  private var hasNameless = false
  private var cells: [Cell: Int] = [:]

  /// From how many hands the gestures are at the least; recordings of one name are of one hand, and so are those without.
  public var hands: Int { names.count + (hasNameless ? 1 : 0) }

  public init(_ recordings: [GestureRecording] = []) {
    for recording in recordings { add(recording) }
  }

  /// Adds what one hand did.
  public mutating func add(_ recording: GestureRecording) {
    guard !recording.takes.isEmpty else { return }
    if recording.hand.isEmpty { hasNameless = true } else { names.insert(recording.hand) }
    for take in recording.takes {
      let mistake = Self.mistake(in: take)
      count += 1
      if mistake != nil { mistaken += 1 }
      cells[Cell(asked: take.gesture, taken: mistake ?? Self.right), default: 0] += 1
    }
  }

  /// Less than one in a hundred is mistaken, of as many as say something.
  public var isMet: Bool {
    hands >= Self.enough.hands && count >= Self.enough.gestures && mistaken * 100 < count
  }

  /// How often a gesture was taken for something, in the words of `taken`; `nil` for what it should be.
  public func count(of gesture: Gesture, takenFor taken: String?) -> Int {
    cells[Cell(asked: gesture, taken: taken ?? Self.right)] ?? 0
  }

  /// Of a gesture that was taken for what it is.
  private static let right = "as asked"

  /// What the recogniser takes a gesture for that it is not, `nil` where it takes it for what it is.
  ///
  /// It is tried in each mode of the finger in which the table has the movement: who draws with a finger, and who
  /// moves the paper with it, is to be understood.
  private static func mistake(in take: GestureRecording.Take) -> String? {
    for gesture in Gesture.all where gesture.isDone(as: take.gesture) {
      for draws in gesture.modes {
        let result = Self.taken(take, draws: draws)
        if result != gesture.expected { return result }
      }
    }
    return nil
  }

  private static func taken(_ take: GestureRecording.Take, draws: Bool) -> String {
    var recognizer = TouchRecognizer()
    recognizer.settings.fingerDraws = draws
    // Later than anything that the recogniser may remember of a time before.
    let start = 100.0
    var outputs: [TouchOutput] = []
    for event in take.touches(from: start) { outputs += recognizer.handle(event) }
    let end = start + (take.events.last?.milliseconds ?? 0) / 1000
    // Until what waits for a time without events is decided.
    outputs += recognizer.advance(to: end + 1)
    return outputs.taken
  }

  /// The matrix, a line for each gesture that was asked for, and the sums.
  public var text: String {
    var lines: [String] = []
    for gesture in GestureRecording.asked {
      let row = cells.filter { $0.key.asked == gesture }
      guard !row.isEmpty else { continue }
      let others = row.filter { $0.key.taken != Self.right }
        .sorted { ($1.value, $0.key.taken) < ($0.value, $1.key.taken) }
        .map { "\($0.key.taken): \($0.value)" }
      let right = count(of: gesture, takenFor: nil)
      let name = "\(gesture.fingers) \(gesture.movement.rawValue)"
      let result = "\(Self.right): \(right)" + others.map { "; \($0)" }.joined()
      lines.append(name + String(repeating: " ", count: max(1, 14 - name.count)) + result)
    }
    lines.append("\(mistaken) of \(count) gestures mistaken, \(hands) hands")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension GestureRecordingError {
  /// What is wrong, for whoever made the file.
  public var sentence: String {
    let what =
      switch self.reason {
      case .notARecording: "this is no recording of gestures"
      case .otherVersion(let version): "version \(version) of the format is not known here"
      case .malformed: "this is no gesture as the format has it"
      case .unknownGesture(let name): "no gesture of as many fingers is called “\(name.prefix(40))”"
      case .impossible: "no fingers can do this, or only beyond the limits of the format"
      case .tooMuch: "this is more than the format allows"
      }
    return "line \(line): \(what)"
  }
}
