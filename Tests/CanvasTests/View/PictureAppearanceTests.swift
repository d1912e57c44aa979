import Canvas
import Glibc
import InkModel
import InkRendering
import InkTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct PictureAppearanceTests {
  private static let size = 1500.0

  private func looker() async -> Looker {
    let elements = CanvasPictureTests.words(200, spread: Self.size)
    let looker = Looker(elements)
    await looker.open()
    return looker
  }

  /// Holds a frame to what every frame has to be: all of one paper, and no ink missing.
  ///
  /// - Returns: That paper.
  @discardableResult
  private func check(
    _ layers: PictureLayers, of looker: Looker, _ situation: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> PaperStyle {
    let paper = layers.paper.paperStyle
    let ofOther =
      layers.tiles.count { $0.image.key.paper != paper }
      + layers.wet.count { $0.tile.color != Ink.standard.color.resolved(on: paper) }
    #expect(ofOther == 0, situation, sourceLocation: sourceLocation)
    let view = looker.session.viewport
    let blank = looker.session.drawing.elements.first { element in
      let p = element.bounds.center
      let position = view.widgetFromCanvas(p)
      return view.widgetBounds.contains(position) && !looker.shows(p, in: layers)
        && !layers.wet.contains { $0.tile.bounds.rect.outset(by: 2).contains(position) }
    }
    #expect(blank == nil, situation, sourceLocation: sourceLocation)
    return paper
  }

  /// Frames until all is as it should be, each held to ``check``.
  private func rest(_ looker: Looker, _ situation: Comment) async -> PictureLayers {
    repeat {
      check(looker.layers(), of: looker, situation)
      try? await Task.sleep(for: .milliseconds(1))
    } while !looker.picture.isComplete
    return looker.layers()
  }

  @Test func `S56 a picture turns dark whole: no frame lacks ink or mixes colours`() async {
    let looker = await looker()
    check(looker.frame(), of: looker, "first")
    _ = await looker.rest()
    for (turn, paper) in [PaperStyle.dark, .light, .dark].enumerated() {
      let old = looker.layers().paper.paperStyle
      looker.picture.setPaper(paper)
      // Nothing can be painted yet, so this one shows what there was.
      #expect(check(looker.layers(), of: looker, "at once") == old)
      #expect(!looker.picture.isComplete)
      #expect(check(await rest(looker, "turn \(turn)"), of: looker, "turned") == paper)
    }
  }

  @Test func `S56 whatever the view and the pen do while it turns, every frame is whole`() async {
    let looker = await looker()
    var g = SeededGenerator(seed: 17)
    _ = looker.frame()
    _ = await looker.rest()
    let contact = ContactID(StylusTool(.pen))
    var turns: Set<PaperStyle> = []
    for step in 0..<40 {
      if step % 5 == 0 { looker.picture.setPaper(step % 10 == 0 ? .dark : .light) }
      looker.picture.isMoving = step % 10 < 5
      let from = Point(.random(in: 100...700, using: &g), .random(in: 100...500, using: &g))
      let samples = (0..<9).map {
        StylusSample(position: from + Vector(Double($0) * 4, 0), time: Double($0) / 240, force: 0.5)
      }
      looker.take(looker.session.handle(.down(contact, tip: samples[0])))
      looker.take(looker.session.handle(.move(contact, settled: samples, tip: nil)))
      turns.insert(check(looker.layers(), of: looker, "pen down, step \(step)"))
      looker.take(looker.session.handle(.up(contact, settled: [])))
      check(looker.layers(), of: looker, "pen up, step \(step)")
      let layers = looker.frame { view in
        view.zoom(to: view.scale * exp2(.random(in: -0.5...0.5, using: &g)), about: from)
        view.hold(
          Point(.random(in: 0...Self.size, using: &g), .random(in: 0...Self.size, using: &g)),
          at: view.center)
      }
      check(layers, of: looker, "moved, step \(step)")
      // Now the painters get somewhere, now they do not.
      if step % 3 == 0 { try? await Task.sleep(for: .milliseconds(5)) }
      if step % 20 == 13 { _ = await rest(looker, "at rest, step \(step)") }
    }
    #expect(turns == [.light, .dark])
    looker.picture.isMoving = false
    looker.picture.setPaper(.dark)
    #expect(check(await rest(looker, "at the end"), of: looker, "at rest") == .dark)
  }

  @Test func `a turn that is taken back before it is shown leaves everything as it was`() async {
    let looker = await looker()
    _ = looker.frame()
    let before = await looker.rest()
    looker.picture.setPaper(.dark)
    _ = looker.layers()
    looker.picture.setPaper(.light)
    #expect(looker.picture.isComplete || looker.layers().paper.paperStyle == .light)
    let after = await rest(looker, "taken back")
    #expect(after.paper == before.paper)
    #expect(
      after.tiles.map { ObjectIdentifier($0.image) }
        == before.tiles.map { ObjectIdentifier($0.image) })
  }
}
