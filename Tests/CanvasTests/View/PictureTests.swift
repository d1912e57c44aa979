import Canvas
import Glibc
import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

/// Frames that are kept instead of being painted.
@MainActor final class KeptFrame: FramePresenting {
  private(set) var layers: PictureLayers?
  func needFrame() {}
  func canPaintAgain(_ layers: PictureLayers, isCovered: Bool) -> Bool { true }
  func paint(_ layers: PictureLayers, preview: PreviewPicture?) { self.layers = layers }
}

/// Pages of which pixels are kept, and none is shown.
private final class KeptPixels: ForeignPages {
  let byteCount: Int

  init(byteCount: Int) { self.byteCount = byteCount }

  func size(of page: ForeignPage) -> Vector? { nil }

  func pixels(
    of page: ForeignPage, in area: Rect, showing part: Rect, scale: Double
  ) -> ForeignPixels { .failed }
}

/// A picture over a drawing with the wet ink on it, looked at frame by frame.
@MainActor final class Looker {
  let session: CanvasSession
  let picture: CanvasPicture
  private let wetInk: WetInk
  private let frame = KeptFrame()
  private(set) var frames = 0

  init(_ elements: [Element]) {
    var contents = DocumentContents.empty
    contents.elements = elements
    contents.nextElementID = ElementID(Int64(elements.count + 1))
    session = CanvasSession(contents)
    session.viewport.width = 800
    session.viewport.height = 600
    picture = CanvasPicture(session)
    wetInk = WetInk(session, over: picture)
    wetInk.frames = frame
  }

  /// What a frame shows now.
  func layers() -> PictureLayers {
    wetInk.paintFrame()
    return frame.layers ?? picture.layers()
  }

  func take(_ update: CanvasUpdate) {
    picture.take(update)
    wetInk.take(update)
  }

  /// Prepares for a view, as an app does before it has a window.
  func open(at change: (inout Viewport) -> Void = { _ in }) async {
    var view = session.viewport
    change(&view)
    picture.prepare(for: view, deviceScale: 1)
    await picture.prepared()
  }

  func frame(_ change: (inout Viewport) -> Void = { _ in }) -> PictureLayers {
    change(&session.viewport)
    picture.viewChanged()
    frames += 1
    return layers()
  }

  /// Frames until everything is sharp.
  func rest() async -> PictureLayers {
    var layers = self.layers()
    while !picture.isComplete {
      try? await Task.sleep(for: .milliseconds(2))
      layers = self.layers()
    }
    return layers
  }

  /// Whether ink covers a canvas point in a frame, by some tile that shows that point.
  func shows(_ p: Point, in layers: PictureLayers) -> Bool {
    let position = session.viewport.widgetFromCanvas(p)
    return layers.tiles.contains { tile in
      if let clip = tile.clip, !clip.contains(position) { return false }
      return tile.image.gridRect.outset(by: 1)
        .contains(tile.image.key.grid.gridFromCanvas(p))
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct CanvasPictureTests {
  /// Words all over a square.
  nonisolated static func words(_ count: Int, spread: Double) -> [Element] {
    var g = SeededGenerator(seed: 11)
    return (0..<count).map { i in
      SyntheticInk.element(
        Int64(i + 1),
        SyntheticInk.word(
          at: Point(.random(in: 0...spread, using: &g), .random(in: 0...spread, using: &g)),
          width: 40, height: 14, loops: 2, samples: 5))
    }
  }

  @Test
  func `S54 no area that has ink is ever blank: not at first, not while zooming and turning`()
    async throws
  {
    let elements = Self.words(200, spread: 2000)
    let looker = Looker(elements)
    await looker.open { $0.fit(Rect(x: 0, y: 0, width: 2000, height: 2000), margin: 20) }
    var g = SeededGenerator(seed: 4)
    func check(_ layers: PictureLayers, _ situation: Comment) {
      let window = looker.session.viewport.widgetBounds
      for element in elements {
        let p = element.bounds.center
        guard window.contains(looker.session.viewport.widgetFromCanvas(p)) else { continue }
        guard !looker.shows(p, in: layers) else { continue }
        Issue.record("nothing at \(p): \(situation)")
        return
      }
    }
    check(looker.frame { $0.fit(Rect(x: 0, y: 0, width: 2000, height: 2000), margin: 20) }, "first")
    for step in 0..<70 {
      // Now in motion, now at rest; often before the painters have got anywhere.
      looker.picture.isMoving = step % 20 < 14
      let layers = looker.frame { view in
        let anchor = Point(.random(in: 0...800, using: &g), .random(in: 0...600, using: &g))
        switch Int.random(in: 0..<4, using: &g) {
        case 0: view.zoom(to: view.scale * exp2(.random(in: -1.5...1.5, using: &g)), about: anchor)
        case 1: view.rotate(to: view.rotation + .random(in: -1...1, using: &g), about: anchor)
        case 2:
          view.pan(
            by: Vector(.random(in: -900...900, using: &g), .random(in: -900...900, using: &g)))
        default: view.fit(Rect(x: 0, y: 0, width: 2000, height: 2000), margin: 20)
        }
      }
      check(layers, "step \(step)")
      if step % 5 == 0 { await Task.yield() }
      if step % 17 == 0 {
        looker.picture.isMoving = false
        check(await looker.rest(), "at rest, step \(step)")
      }
    }
  }

  @Test func `S54 a view that holds the whole drawing is sharp in its first frame`() async {
    let looker = Looker(Self.words(200, spread: 2000))
    func fit(_ view: inout Viewport) {
      view.fit(Rect(x: 0, y: 0, width: 2100, height: 2100), margin: 20)
    }
    var told = 0
    looker.picture.onComplete = { told += 1 }
    await looker.open(at: fit)
    #expect(told == 0, "nobody has seen it yet")
    let layers = looker.frame(fit)
    #expect(!layers.tiles.isEmpty && layers.tiles.allSatisfy { $0.clip == nil })
    _ = await looker.rest()
    while told == 0 { await Task.yield() }
  }

  @Test
  func `S54 a window of another size and scale than was prepared for shows all ink at first, too`()
    async
  {
    // Some of it is outside of the view.
    let elements = Self.words(200, spread: 3000)
    let looker = Looker(elements)
    await looker.open()
    looker.picture.deviceScale = 2
    looker.session.viewport.width = 1200
    let layers = looker.frame { $0.zoom(to: 0.3, about: .zero) }
    let window = looker.session.viewport.widgetBounds
    for p in elements.map(\.bounds.center)
    where window.contains(looker.session.viewport.widgetFromCanvas(p)) {
      #expect(looker.shows(p, in: layers), "nothing at \(p)")
    }
  }

  @Test
  func `S54 S56 a desktop that says late that it is dark gets all ink on dark paper at first`()
    async
  {
    let elements = Self.words(100, spread: 700)
    let looker = Looker(elements)
    looker.picture.prepare(for: looker.session.viewport, deviceScale: 1)
    looker.picture.setPaper(.dark)
    await looker.picture.prepared()
    let layers = looker.frame()
    #expect(layers.paper.paperStyle == .dark)
    #expect(!layers.tiles.isEmpty && layers.tiles.allSatisfy { $0.image.key.paper == .dark })
    let window = looker.session.viewport.widgetBounds
    for p in elements.map(\.bounds.center) where window.contains(p) {
      #expect(looker.shows(p, in: layers), "nothing at \(p)")
    }
  }

  @Test func `a drawing that changes while its picture is prepared keeps no window waiting`() async
  {
    let looker = Looker(Self.words(50, spread: 700))
    looker.picture.prepare(for: looker.session.viewport, deviceScale: 1)
    // As ink that a crash caught comes back: before anybody sees the picture.
    let pen = ContactID(StylusTool(.pen))
    looker.take(
      looker.session.handle(
        .down(pen, tip: StylusSample(position: Point(10, 10), time: 0, force: 0.4))))
    looker.take(looker.session.handle(.up(pen, settled: [])))
    await looker.picture.prepared()
    _ = looker.frame()
    _ = await looker.rest()
    #expect(looker.picture.isComplete)
  }

  @Test func `pieces that stand in neither overlap nor leave the window, on whole pixels`()
    async throws
  {
    let elements = Self.words(150, spread: 2000)
    let looker = Looker(elements)
    await looker.open()
    looker.picture.deviceScale = 2
    _ = looker.frame { $0.zoom(to: 0.8, about: .zero) }
    _ = await looker.rest()
    var seen = 0
    for (scale, rotation) in [(1.3, 0.0), (0.4, 0), (0.5, 0.5), (3, 2), (0.11, 1)] {
      looker.picture.isMoving = rotation != 0
      let layers = looker.frame {
        $0.zoom(to: scale, about: $0.center)
        $0.rotate(to: rotation, about: $0.center)
      }
      let clips = Set(layers.tiles.compactMap(\.clip))
      seen += clips.count
      for a in clips {
        #expect(looker.session.viewport.widgetBounds.contains(a))
        for v in [a.minX, a.minY, a.maxX, a.maxY] {
          #expect(abs(v * 2 - (v * 2).rounded()) < 1e-6 || v == 800 || v == 600)
        }
        for b in clips where a != b { #expect(!a.intersects(b)) }
        // One grid in each piece: nothing is shown twice.
        #expect(Set(layers.tiles.filter { $0.clip == a }.map(\.image.key.grid)).count == 1)
        #expect(
          Set(layers.tiles.filter { $0.clip == a }.map(\.image.key)).count
            == layers.tiles.count { $0.clip == a })
      }
    }
    #expect(seen > 5)
    // At rest nothing stands in for anything.
    looker.picture.isMoving = false
    _ = looker.frame()
    let rest = await looker.rest()
    #expect(rest.tiles.allSatisfy { $0.clip == nil })
    let view = looker.session.viewport
    #expect(
      rest.tiles.allSatisfy {
        $0.image.key.grid
          == TileGrid(paper: .light, scale: view.scale * 2, rotation: view.rotation)
      })
  }

  /// Where pages and pictures are shown, the pixels that are kept of them are within the same budget.
  @Test(arguments: [0, 10 << 20])
  func `memory of tiles stays within its budget, however large the drawing is`(kept: Int) async {
    let elements = Self.words(500, spread: 9000)
    let looker = Looker(elements)
    looker.picture.pages = KeptPixels(byteCount: kept)
    let budget = TileCache.budget(forPixels: 800 * 600) + TileOverview.byteLimit
    var g = SeededGenerator(seed: 8)
    var most = 0
    for step in 0..<16 {
      looker.picture.isMoving = step % 3 == 1
      _ = looker.frame { view in
        view.zoom(to: exp2(.random(in: -3...1, using: &g)), about: view.center)
        view.rotate(to: step % 4 == 0 ? .random(in: -3...3, using: &g) : 0, about: view.center)
        view.hold(
          Point(.random(in: 0...9000, using: &g), .random(in: 0...9000, using: &g)),
          at: view.center)
      }
      looker.picture.isMoving = false
      _ = await looker.rest()
      most = max(most, looker.picture.tileBytes)
      #expect(looker.picture.tileBytes + kept <= budget)
    }
    #expect(most > budget / 8)
  }

  @Test func `ink drawn in between is in every frame, whatever the view does meanwhile`() async {
    let looker = Looker(Self.words(200, spread: 1500))
    var g = SeededGenerator(seed: 21)
    _ = looker.frame()
    for step in 0..<40 {
      let contact = ContactID(StylusTool(.pen))
      let from = Point(.random(in: 100...700, using: &g), .random(in: 100...500, using: &g))
      let samples = (0..<12).map {
        StylusSample(position: from + Vector(Double($0) * 4, 0), time: Double($0) / 240, force: 0.5)
      }
      looker.take(looker.session.handle(.down(contact, tip: samples[0])))
      _ = looker.layers()
      looker.take(looker.session.handle(.move(contact, settled: samples, tip: nil)))
      looker.take(looker.session.handle(.up(contact, settled: [])))
      let element = Array(looker.session.drawing.elements).last
      let middle = element?.bounds.center ?? .zero
      for frame in 0..<3 {
        let layers =
          frame == 0
          ? looker.layers()
          : looker.frame { $0.zoom(to: $0.scale * (step % 2 == 0 ? 1.2 : 0.8), about: from) }
        let device = looker.session.viewport.widgetFromCanvas(middle)
        let isWet = layers.wet.contains { $0.tile.bounds.rect.outset(by: 2).contains(device) }
        #expect(isWet || looker.shows(middle, in: layers), "step \(step), frame \(frame)")
      }
      if step % 6 == 0 { _ = await looker.rest() }
    }
  }
}
