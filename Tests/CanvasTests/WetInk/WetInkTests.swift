import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Strokes of several tools on a ``ScriptedScreen``, each in a row and a colour of its own.
@MainActor private final class Hands {
  let session = CanvasSession(.empty)
  let screen: ScriptedScreen
  let ink: WetInk
  private var drawn = 0
  /// What each contact that is down draws, and how far it has come.
  private var down: [ContactID: (color: Color, at: Point, time: Double)] = [:]
  private(set) var hovers: PreviewPicture?

  static let contacts = [
    ContactID(StylusTool(.pen)), ContactID(.mouse), ContactID(StylusTool(.finger), sequence: 1),
  ]
  /// Rows that do not touch one another.
  static let rows = 30

  init() {
    session.viewport.width = 800
    session.viewport.height = 600
    session.fingersAreProvisional = true
    screen = ScriptedScreen(session)
    ink = WetInk(session, over: screen)
    ink.frames = screen
    ink.layer = screen
    ink.preview = { [weak self] in self?.hovers }
  }

  var isFull: Bool { drawn == Self.rows }
  func isDown(_ contact: ContactID) -> Bool { down[contact] != nil }

  func take(_ update: CanvasUpdate) {
    screen.take(update)
    ink.take(update)
  }

  func handle(_ input: StylusInput) { take(session.handle(input)) }

  func touch(_ contact: ContactID, isBelow: Bool = false) {
    drawn += 1
    let color = Color(red: UInt8(drawn * 8), green: 40, blue: 90, alpha: isBelow ? 120 : 255)
    let brush = isBelow ? StockBrushes.highlighter.name : StockBrushes.pen.name
    session.picker.inks[brush] = .init(color: color, size: 3)
    session.picker.select(.brush(brush))
    screen.strokes[color] = .init()
    down[contact] = (color, Point(40, 18 * Double(drawn)), 0)
    let sample = StylusSample(position: Point(40, 18 * Double(drawn)), time: 0, force: 0.5)
    handle(.down(contact, tip: map(sample)))
  }

  /// What is drawn stays in its row of the canvas, whatever the view.
  private func map(_ sample: StylusSample) -> StylusSample {
    sample.mapped(by: session.viewport.widgetFromCanvas)
  }

  func move(_ contact: ContactID, count: Int = 1) {
    guard var pen = down[contact] else { return }
    let samples = (0..<count).map { _ in
      pen.at.x += 5
      pen.time += 1.0 / 240
      return map(StylusSample(position: pen.at, time: pen.time, force: 0.5))
    }
    down[contact] = pen
    handle(.move(contact, settled: samples, tip: samples.last))
  }

  func lift(_ contact: ContactID) {
    guard let pen = down.removeValue(forKey: contact) else { return }
    let sample = StylusSample(position: pen.at, time: pen.time + 1.0 / 240, force: 0.5)
    handle(.up(contact, settled: [map(sample)]))
  }

  func cancel(_ contact: ContactID) {
    // A finger that has lifted may still turn out to be a palm's.
    let color = down.removeValue(forKey: contact)?.color ?? session.wet[contact]?.ink.color
    if let color { screen.strokes[color]?.state = .gone }
    handle(.cancelled(contact))
  }

  func paintFrame() { ink.paintFrame() }

  func undo() {
    take(session.undo())
    for (color, truth) in screen.strokes {
      guard let element = truth.element, truth.state == .kept,
        !session.drawing.elements.contains(where: { $0.id == element.id })
      else { continue }
      screen.strokes[color]?.state = .undone
      screen.forget(element.id)
    }
  }

  func hover(_ isThere: Bool, isBelow: Bool = false) {
    hovers =
      isThere
      ? PreviewPicture(
        preview: HoverPreview(
          shape: isBelow
            ? .mark(Ink(StockBrushes.highlighter, .black, size: 3), StrokePoint(x: 1, y: 1))
            : .eraser(.stroke, radius: 9), position: Point(9, 9), opacity: 1,
          painting: isBelow ? .below : .above),
        view: session.viewport, paper: .light, deviceScale: 1) : nil
    ink.previewChanged()
  }

  func change(_ view: (inout Viewport) -> Void) {
    view(&session.viewport)
    screen.viewChanged()
  }
}

@MainActor @Suite struct WetInkTests {
  private let pen = ContactID(StylusTool(.pen))

  @Test(arguments: 0..<120)
  func `S54 whatever tools, frames and the layer do, each stroke shows exactly once at each commit`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    let hands = Hands()
    let screen = hands.screen
    for step in 0..<150 {
      let contact = Hands.contacts.randomElement(using: &g) ?? pen
      switch Int.random(in: 0..<24, using: &g) {
      case 0...7:
        if hands.isDown(contact) {
          hands.move(contact, count: .random(in: 1...8, using: &g))
        } else if !hands.isFull {
          hands.touch(contact, isBelow: .random(using: &g))
        }
      case 8, 9: hands.lift(contact)
      case 10: hands.cancel(contact)
      case 11...14: hands.paintFrame()
      case 15: screen.takesStrokes.toggle()
      case 16:
        screen.keepsStrokes = false
        hands.move(contact)
        screen.keepsStrokes = true
      case 17: screen.hasMoved = true
      case 18:
        let scale = Double.random(in: 0.6...1, using: &g)
        hands.change { $0.zoom(to: scale, about: .zero) }
      case 19:
        screen.kill()
        hands.ink.layerIsGone()
      case 20:
        if .random(using: &g) { hands.ink.leaveLayer() } else { hands.ink.toolsRest() }
      case 21:
        if .random(using: &g) { screen.paintersCatchUp() } else { screen.paintersAreQuick.toggle() }
      case 22: screen.canBePaintedAgain.toggle()
      default:
        switch step % 4 {
        case 0: hands.undo()
        case 1: hands.take(hands.session.settleAll())
        default:
          screen.takesPreviews = .random(using: &g)
          hands.hover(.random(using: &g), isBelow: .random(using: &g))
        }
      }
      // Frames come when they are wanted, if not at once.
      if screen.isFrameWanted, Int.random(in: 0..<3, using: &g) == 0 { hands.paintFrame() }
    }
    for contact in Hands.contacts { hands.lift(contact) }
    hands.take(hands.session.settleAll())
    screen.paintersCatchUp()
    hands.paintFrame()
    hands.paintFrame()
    #expect(screen.onLayer.isEmpty && !hands.ink.isInking)
    #expect(screen.commits > 30 && screen.frames > 10)
  }

  @Test func `a stroke is on the layer with every report, and no frame is asked for`() {
    let hands = Hands()
    hands.paintFrame()
    hands.touch(pen)
    for _ in 0..<20 {
      let commits = hands.screen.commits
      hands.move(pen)
      #expect(hands.screen.commits == commits + 1)
      #expect(hands.screen.onLayer.count == 1 && !hands.screen.isFrameWanted)
    }
    hands.lift(pen)
    // Until the very commit that brings the frame with it.
    #expect(hands.screen.onLayer.count == 1 && hands.screen.isFrameWanted)
    hands.paintFrame()
    #expect(hands.screen.onLayer.isEmpty)
  }

  @Test func `S54 a highlighter that comes over a picture shows above it from there on`() {
    let hands = Hands()
    // From 200 to 600 and from 150 to 450.
    hands.take(hands.session.insert(`Editing pictures`.whole, pointsPerUnit: 1))
    hands.take(hands.session.clearSelection())
    hands.paintFrame()
    // The rows above the picture.
    for _ in 0..<10 {
      hands.touch(pen)
      hands.lift(pen)
    }
    hands.paintFrame()
    hands.touch(pen, isBelow: true)
    hands.move(pen, count: 20)
    #expect(hands.screen.onLayer.values.map(\.band) == [.below] && !hands.screen.isFrameWanted)
    // Up to 200 it lies beside the picture.
    hands.move(pen, count: 20)
    #expect(hands.screen.isFrameWanted)
    for _ in 0..<2 {
      hands.paintFrame()
      #expect(hands.screen.onLayer.isEmpty)
      let wet = hands.screen.lastFrame?.wet.map(\.tile.band) ?? []
      #expect(!wet.isEmpty && wet.allSatisfy { $0 == .above })
      // In another view, too.
      hands.change { $0.zoom(to: 0.8, about: .zero) }
    }
    hands.lift(pen)
    hands.paintFrame()
  }

  @Test func `what one input changes makes one commit`() {
    let hands = Hands()
    hands.paintFrame()
    hands.hover(true)
    let commits = hands.screen.commits
    hands.ink.beginGathering()
    hands.hover(false)
    hands.touch(pen)
    #expect(hands.screen.commits == commits && hands.screen.previewOnLayer)
    hands.ink.endGathering()
    #expect(hands.screen.commits == commits + 1)
    #expect(hands.screen.onLayer.count == 1 && !hands.screen.previewOnLayer)
  }

  @Test func `a stroke that left the layer does not come back to it, and the next one is there`() {
    let hands = Hands()
    hands.paintFrame()
    hands.touch(pen)
    hands.move(pen, count: 4)
    hands.screen.hasMoved = true
    hands.move(pen)
    hands.paintFrame()
    for _ in 0..<5 {
      hands.move(pen)
      #expect(hands.screen.onLayer.isEmpty && hands.screen.isFrameWanted)
      hands.paintFrame()
    }
    hands.lift(pen)
    hands.paintFrame()
    hands.touch(pen)
    #expect(hands.screen.onLayer.count == 1)
  }

  @Test func `a tool that comes down twice leaves two strokes, each shown once`() {
    let hands = Hands()
    hands.paintFrame()
    for isOnLayer in [true, false] {
      hands.screen.takesStrokes = isOnLayer
      hands.touch(pen)
      hands.move(pen, count: 30)
      hands.touch(pen)
      hands.move(pen, count: 3)
      hands.paintFrame()
      hands.lift(pen)
      hands.paintFrame()
    }
    #expect(hands.session.drawing.count == 4)
    #expect(hands.screen.strokes.values.allSatisfy { $0.state == .kept })
  }

  @Test func `the picture of the layer is that of the frame that takes its stroke over`() throws {
    let hands = Hands()
    hands.screen.paintersAreQuick = false
    hands.paintFrame()
    hands.touch(pen)
    hands.move(pen, count: 30)
    let renderer = try #require(hands.screen.onLayer.values.first)
    hands.lift(pen)
    hands.paintFrame()
    let layers = try #require(hands.screen.lastFrame)
    // The very tiles, with nothing foretold.
    #expect(!layers.wet.isEmpty && layers.tails.isEmpty)
    #expect(layers.wet.allSatisfy { renderer.tiles[$0.tile.key] === $0.tile })
    hands.screen.paintersCatchUp()
    hands.paintFrame()
    #expect(hands.screen.lastFrame?.wet.isEmpty == true)
  }
}
