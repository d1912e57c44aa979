import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// A pen, its hand's palm and other fingers on one drawing.
@Suite struct PalmTests {
  @Test func `S3 touches near a pen, and for half a second after it, do nothing`() {
    var hand = TouchHand(draws: true)
    hand.penHovers()
    hand.swipe(1, by: Vector(100, 0))
    hand.tap(2)
    hand.swipe(3, by: Vector(-200, 0))
    #expect(hand.outputs.isEmpty)
    hand.penHovers()
    hand.penLeaves()
    hand.wait(0.4)
    hand.swipe(1, by: Vector(100, 0))
    #expect(hand.outputs.isEmpty)
    hand.wait(0.6)
    hand.swipe(1, by: Vector(100, 0))
    #expect(hand.ink.count == 1)
  }

  @Test func `a pen that fell silent counts as near for a while, not for good`() {
    var palms = PalmRule()
    #expect(!palms.refusesTouches(at: 0))
    palms.saw(at: 10)
    #expect(palms.refusesTouches(at: 14.9) && !palms.refusesTouches(at: 15.1))
    palms.left(at: 20)
    #expect(palms.refusesTouches(at: 20.4) && !palms.refusesTouches(at: 20.6))
  }

  @Test func `S3 a pen that stands on the screen is near for as long as it does`() {
    var palms = PalmRule()
    palms.saw(at: 10, isDown: true)
    #expect(palms.refusesTouches(at: 10.1) && palms.refusesTouches(at: 100))
    // Lifted it hovers; left, it is gone.
    palms.saw(at: 101)
    #expect(palms.refusesTouches(at: 105.9) && !palms.refusesTouches(at: 106.1))
    palms.saw(at: 110, isDown: true)
    palms.left(at: 120)
    #expect(palms.refusesTouches(at: 120.4) && !palms.refusesTouches(at: 120.6))
    // A window that hears no more of it does not wait for it.
    palms.saw(at: 130, isDown: true)
    palms.lost()
    #expect(!palms.refusesTouches(at: 140))
  }

  @Test(arguments: [0.0, 0.2, 0.45, 0.55])
  func `S3 what a palm left is withdrawn by a pen that comes within half a second`(pause: Double) {
    var hand = TouchHand(draws: true)
    hand.tap(1, duration: 0.1)
    hand.wait(pause)
    hand.penHovers()
    hand.wait(1)
    #expect(hand.ink.isEmpty == (pause + 0.02 < 0.5))
  }

  @Test func `a palm that lies there when the pen comes is one, however long it lay`() {
    var hand = TouchHand(draws: true)
    hand.land(0, at: Point(500, 400))
    hand.wait(3)
    hand.penHovers()
    hand.move(0, to: Point(540, 400))
    hand.wait(2)
    hand.lift(0)
    hand.wait(1)
    #expect(hand.ink.isEmpty)
  }

  @Test(arguments: [0.2, 1.5])
  func `a view that two fingers move goes back where the pen comes at once, else it stays`(
    seconds: Double
  ) {
    var hand = TouchHand(draws: true)
    hand.gesture(2, moving: seconds, lifts: false) { f, part in
      Point(300 + 90 * Double(f) + 60 * part, 300)
    }
    hand.penHovers()
    #expect(hand.steps.last?.isRestored == (seconds < 0.5))
  }

  /// A session that does what the recogniser returns, as the canvas does.
  private final class Paper {
    let session = CanvasSession(.empty)
    var commands: [StoreCommand] = []

    init() {
      session.fingersAreProvisional = true
      (session.viewport.width, session.viewport.height) = (1200, 800)
    }

    func take(_ outputs: [TouchOutput]) {
      for output in outputs {
        switch output {
        case .ink(let input): commands += session.handle(input).commands
        case .settled(let contact): commands += session.settle(contact).commands
        case .gesture(.undo, _): commands += session.undo().commands
        case .gesture(.redo, _): commands += session.redo().commands
        default: break
        }
      }
    }
  }

  @Test func `a thousand mixtures of pen, palm and fingers leave exactly the pen's ink`() {
    for seed in 0..<1000 as Range<UInt64> {
      var g = SeededGenerator(seed: seed)
      let paper = Paper()
      var hand = TouchHand(draws: seed % 2 == 0)
      func tell() {
        paper.take(hand.outputs)
        hand.forget()
      }
      func position() -> Point {
        Point(.random(in: 0...1200, using: &g), .random(in: 0...800, using: &g))
      }
      let pen = ContactID(StylusTool(.pen, serial: 3))
      var penIsDown = false
      var strokes = 0
      func anyTouch() {
        switch Int.random(in: 0..<6, using: &g) {
        case 0...2:
          let finger = Int.random(in: 0..<6, using: &g)
          if hand.down[finger] == nil { hand.land(finger, at: position()) }
        case 3...4:
          if let finger = hand.down.keys.sorted().randomElement(using: &g) {
            hand.move(finger, to: position())
          }
        default:
          if let finger = hand.down.keys.sorted().randomElement(using: &g) { hand.lift(finger) }
        }
      }
      for _ in 0..<3 {
        // The palm lands just before the pen comes, and stays.
        hand.land(0, at: position())
        for _ in 0..<Int.random(in: 0..<4, using: &g) {
          hand.wait(.random(in: 0...0.02, using: &g))
          if let p = hand.down[0] { hand.move(0, to: p + Vector(1, 0)) }
        }
        tell()
        // Then both do what they will; the pen is never long without a sign.
        for _ in 0..<40 {
          hand.wait(.random(in: 0...0.02, using: &g))
          hand.penHovers(at: position())
          tell()
          if g.once(in: 2) { anyTouch() }
          tell()
          let sample = StylusSample(position: position(), time: hand.time, force: 0.5)
          if penIsDown {
            if g.once(in: 5) {
              penIsDown = false
              paper.commands += paper.session.handle(.up(pen, settled: [sample])).commands
            } else {
              _ = paper.session.handle(.move(pen, settled: [sample], tip: nil))
            }
          } else if g.once(in: 3) {
            penIsDown = true
            strokes += 1
            _ = paper.session.handle(.down(pen, tip: sample))
          }
        }
        if penIsDown {
          penIsDown = false
          let sample = StylusSample(position: position(), time: hand.time, force: 0.5)
          paper.commands += paper.session.handle(.up(pen, settled: [sample])).commands
        }
        hand.penLeaves()
        // The hand lifts after its pen.
        for finger in hand.down.keys.sorted() {
          hand.wait(.random(in: 0...0.05, using: &g))
          hand.lift(finger)
        }
        hand.tap(Int.random(in: 1...3, using: &g), duration: 0.05)
        tell()
        hand.wait(2)
        tell()
      }
      let session = paper.session
      #expect(session.drawing.count == strokes, "seed \(seed)")
      #expect(session.history.steps.count == strokes && session.history.position == strokes)
      #expect(!session.isBusy && session.provisional.isEmpty && session.wet.isEmpty)
      let committed = paper.commands.flatMap { command -> [StrokeContent] in
        if case .commit(_, let edit) = command { edit.contents } else { [] }
      }
      #expect(committed.allSatisfy { $0.tool.kind == .pen } && committed.count == strokes)
    }
  }
}
