import Canvas
import Foundation
import InkModel
import InkTestSupport
import RecordedGestures
import RepositoryFiles
import Testing

/// How recordings of gestures are counted, with those that a model's hands make: there are none of people yet.
@Suite struct GestureConfusionTests {
  /// What a hand does when it is asked, as the recorder keeps it.
  private static func recording(of person: ModelHand, seed: UInt64) -> GestureRecording {
    var random = SeededGenerator(seed: seed)
    var recorder = GestureRecorder(using: &random)
    var time = 100.0
    for _ in recorder.order {
      guard let gesture = recorder.asked else { break }
      var hand = TouchHand(draws: false)
      hand.time = time
      person.perform(gesture, on: &hand, using: &random)
      hand.wait(1)
      for event in hand.events { recorder.handle(event) }
      recorder.advance(to: hand.time)
      time = hand.time
    }
    return GestureRecording(hand: person.name, takes: recorder.takes)
  }

  private static let recordings = ModelHand.all.enumerated().map { i, person in
    Self.recording(of: person, seed: UInt64(690 + i))
  }

  /// Up to so many gestures that were asked for as one and are labelled as another, of those that were understood.
  private func mislabelled(
    _ recording: GestureRecording, _ asked: Gesture.Movement, as label: Gesture, count: Int
  ) -> GestureRecording {
    var recording = recording
    var left = count
    for i in recording.takes.indices where left > 0 {
      let take = recording.takes[i]
      guard take.gesture.movement == asked, take.gesture.fingers == label.fingers,
        GestureConfusion([GestureRecording(takes: [take])]).mistaken == 0
      else { continue }
      recording.takes[i].gesture = label
      left -= 1
    }
    return recording
  }

  @Test func `gestures by a model's hands come back from their files, and are understood`() throws {
    var confusion = GestureConfusion()
    for recording in Self.recordings {
      #expect(recording.takes.count == 110, "\(recording.hand)")
      let again = try GestureRecording(parsing: recording.text)
      #expect(again == recording)
      confusion.add(again)
    }
    #expect(confusion.count == 880 && confusion.hands == 8)
    #expect(confusion.mistaken * 100 < confusion.count, "\(confusion.text)")
    #expect(confusion.isMet)
  }

  @Test func `a gesture that was labelled as another is counted as mistaken, in its own place`()
    throws
  {
    let right = Gesture(.screen, 3, .swipeRight, .redo)
    let before = GestureConfusion(Self.recordings)
    let wrong = [mislabelled(Self.recordings[0], .swipeLeft, as: right, count: 7)]
    let after = GestureConfusion(wrong + Self.recordings.dropFirst())
    #expect(after.count == before.count && after.mistaken == before.mistaken + 7)
    // To the left is undo, whatever was asked for.
    let undone = before.count(of: right, takenFor: "undo")
    #expect(after.count(of: right, takenFor: "undo") == undone + 7)
    let good = before.count(of: right, takenFor: nil)
    #expect(after.count(of: right, takenFor: nil) == good)
    #expect(after.text.contains("undo: \(undone + 7)"))
  }

  @Test func `one in a hundred is too many, and so are too few hands or gestures`() {
    let hold = Gesture(.screen, 1, .hold, .menu)
    let wrong = Self.recordings.map { mislabelled($0, .drag, as: hold, count: 2) }
    #expect(!GestureConfusion(wrong).isMet)
    #expect(!GestureConfusion(Array(Self.recordings.prefix(2))).isMet)
    // The same hand three times is one.
    let hand = Self.recordings[2]
    #expect(GestureConfusion([hand, hand, hand]).hands == 1)
    let few = Self.recordings.map {
      GestureRecording(hand: $0.hand, takes: Array($0.takes.prefix(20)))
    }
    #expect(!GestureConfusion(few).isMet)
    #expect(!GestureConfusion().isMet)
  }

  @Test func `a drag is to be understood where a finger draws and where it moves the paper`() {
    let drag = Gesture(.screen, 1, .drag, .draw)
    let events: [GestureRecording.Event] = [
      .init(.began, 1, 0, at: Point(100, 100)), .init(.moved, 1, 40, at: Point(104, 100)),
      .init(.ended, 1, 80),
    ]
    // Ink where it draws; where it moves the paper, it has not gone far enough to be more than a tap.
    let confusion = GestureConfusion([GestureRecording(takes: [.init(drag, events)])])
    #expect(confusion.count(of: drag, takenFor: "select") == 1)
  }

  @Test func `the program prints the matrix of files, and names the line of one that is none`()
    throws
  {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "gesture-matrix").path
    let folder = try TemporaryFolder()
    let files = try Self.recordings.map {
      try folder.write($0.text, to: "\($0.hand).jsonl").path
    }
    let all = try Command.run([program, "--strict"] + files)
    #expect(all.status == 0, "\(all)")
    let expected = GestureConfusion(Self.recordings).text
    #expect(all.standardOutput == expected)
    let sum = expected.split(separator: "\n").last ?? ""
    #expect(sum.hasSuffix("of 880 gestures mistaken, 8 hands"))
    let few = try Command.run([program, "--strict", files[0]])
    #expect(few.status == 1, "\(few)")
    let one = try Command.run([program, files[0]])
    #expect(one.status == 0, "\(one)")
    let bad = try folder.write(Self.recordings[0].text + "wave\n", to: "bad.jsonl").path
    let refused = try Command.run([program, files[1], bad])
    #expect(refused.status == 2 && refused.standardOutput.isEmpty, "\(refused)")
    #expect(refused.standardError.contains("bad.jsonl, line 112: "))
  }
}
