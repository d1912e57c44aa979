import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The rows of the panel of layers, dragged, and its buttons, pressed.
  @Suite struct LayerRowsTests {
    /// Names of the layers, the lowest first, each with the colour of the picture that covers those below.
    private static let layers: [(name: String, color: Pixel)] = [
      ("Low", Pixel(0xE0_20_20)), ("Middle", Pixel(0x20_B0_40)), ("Top", Pixel(0xC0_20_B0)),
    ]
    /// The width and the height of each picture.
    private static let size = (width: 120, height: 90)

    /// The app with three layers, whose panel is open.
    private struct Bench {
      let fixture: AppFixture
      let tree: AccessibleTree

      init() async throws {
        let file = FileManager.default.temporaryDirectory
          .appending(path: "rows-\(UUID().uuidString).plumbago").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await LayerRowsTests.save(to: file)
        fixture = try AppFixture(before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
        tree = try AccessibleTree(fixture.screen)
        try fixture.screen.keyboard.press("l", [.control, .shift])
        try tree.wait(for: "Opacity of the layer")
        try fixture.screen.waitUntilStill()
      }

      /// The frame of a button of this name, on the screen.
      func frame(_ name: String) throws -> Rect {
        try tree.wait(for: name, isWhole: true)
        // Not the label that a button has in it.
        let found = try tree.whileItChanges {
          try tree.widgets().last { try $0.name == name && tree.role($0) != 29 }
            .map { try tree.box($0) }
        }
        let box = try #require(found)
        let corner = fixture.window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }

      /// The middle of a row's grip, which is 26 points wide and 2 points before the name.
      func grip(_ name: String) throws -> Point {
        let name = try frame(name)
        return Point(name.minX - 15, name.center.y)
      }

      func press(_ name: String) throws {
        try Pointing.pen.press(frame(name).center, on: fixture)
      }

      /// Waits for the file's layers, the lowest first, and for what is seen: nothing but the picture of one.
      func wait(
        for names: [String], steps: Int, pictures: Int = 3, seen: String
      ) async throws {
        try await Kept.wait(for: "\(names)", in: fixture.path, by: fixture.app) {
          $0.settings.layers.map(\.name) == names && $0.undoDepth == steps
            && $0.pictures == pictures
        }
        let all = LayerRowsTests.size.width * LayerRowsTests.size.height
        try fixture.screen.wait(for: "the picture on “\(seen)”", in: fixture.canvas) { picture in
          LayerRowsTests.layers.allSatisfy { layer in
            let count = picture.pixels { $0.distance(to: layer.color) < 60 }.count
            return layer.name == seen ? count > all * 9 / 10 : count < all / 20
          }
        }
        try fixture.screen.waitUntilStill()
      }
    }

    /// Saves a drawing with a picture on each of three layers, one over the other.
    private static func save(to path: String) async throws {
      let store = try await DocumentStore.open(path, kinds: .complete)
      var edit = DrawingEdit(label: .draw)
      var all: [Layer] = []
      var order = OrderKey.first
      for (i, layer) in layers.enumerated() {
        let png = path + ".png"
        try Picture(width: size.width, height: size.height) { _, _ in layer.color }.savePNG(png)
        defer { try? FileManager.default.removeItem(atPath: png) }
        let draft = try await store.beginBlob(type: "image/png")
        try await store.append(Array(try Data(contentsOf: URL(filePath: png))), to: draft)
        let blob = try await store.finish(draft)
        all.append(Layer(id: Int32(i), order: order, name: layer.name))
        edit.inserted.append(
          Element(
            id: ElementID(Int64(i + 1)), layer: Int32(i), order: order,
            canvasFromElement: .translation(Vector(300, 150)),
            kind: .other(
              PlacedPicture(
                blob: blob, width: Double(size.width), height: Double(size.height)))))
        order = order.next
      }
      try await store.perform([.begin(with: DrawingSettings(layers: all))])
      try await store.perform([.commit(step: 1, edit: edit)])
      try await store.close()
    }

    @Test(arguments: Pointing.allCases)
    func `a drag of its grip moves a layer, in the list, on the paper and in the file`(
      pointing: Pointing
    ) async throws {
      let bench = try await Bench()
      let fixture = bench.fixture
      try await bench.wait(for: ["Low", "Middle", "Top"], steps: 1, seen: "Top")
      let grip = try bench.grip("Top")
      let (middle, low) = (try bench.frame("Middle"), try bench.frame("Low"))
      // The topmost is the first in the list.
      #expect(grip.y < middle.minY && middle.maxY < low.minY)
      try pointing.drag(grip, to: Point(grip.x, low.maxY + 6), on: fixture)
      try await bench.wait(for: ["Top", "Low", "Middle"], steps: 2, seen: "Middle")
      // The rows are as the layers.
      let after = try ["Middle", "Low", "Top"].map { try bench.frame($0).minY }
      #expect(after == after.sorted())
      try fixture.screen.keyboard.press("z", [.control])
      try await bench.wait(for: ["Low", "Middle", "Top"], steps: 1, seen: "Top")
      // And up, from the last to the first.
      let (top, last) = (try bench.frame("Top"), try bench.grip("Low"))
      try pointing.drag(last, to: Point(last.x, top.center.y - 8), on: fixture)
      try await bench.wait(for: ["Middle", "Top", "Low"], steps: 2, seen: "Low")
      // A drag that ends where it began is no step.
      let again = try bench.grip("Low")
      try pointing.drag(again, to: again + Vector(0, 6), on: fixture)
      pause(0.5)
      #expect(await Kept.info(fixture.path)?.undoDepth == 2)
      try fixture.done()
    }

    @Test func `the pen hides, duplicates, merges, deletes and adds layers by the panel's buttons`()
      async throws
    {
      let bench = try await Bench()
      let names = ["Low", "Middle", "Top"]
      try await bench.wait(for: names, steps: 1, seen: "Top")
      try bench.press("Hide “Top”")
      try await bench.wait(for: names, steps: 2, seen: "Middle")
      try bench.press("Show “Top”")
      try await bench.wait(for: names, steps: 3, seen: "Top")
      // A copy of the current layer, which is current then.
      try bench.press("Duplicate the Layer")
      try await bench.wait(for: names + ["Top (copy)"], steps: 4, pictures: 4, seen: "Top")
      try bench.press("Hide “Top”")
      try await bench.wait(for: names + ["Top (copy)"], steps: 5, pictures: 4, seen: "Top")
      try bench.press("Show “Top”")
      try await bench.wait(for: names + ["Top (copy)"], steps: 6, pictures: 4, seen: "Top")
      try bench.press("Merge the Layer Into the One Below")
      try await bench.wait(for: names, steps: 7, pictures: 4, seen: "Top")
      // With what was merged into it.
      try bench.press("Delete the Layer")
      try await bench.wait(for: ["Low", "Middle"], steps: 8, pictures: 2, seen: "Middle")
      // Above the one that is current, and named by its number.
      try bench.press("Low")
      try bench.press("Add a Layer")
      try await bench.wait(
        for: ["Low", "", "Middle"], steps: 9, pictures: 2, seen: "Middle")
      // Each is one step.
      for _ in 0..<8 { try bench.fixture.screen.keyboard.press("z", [.control]) }
      try await bench.wait(for: names, steps: 1, seen: "Top")
      try bench.fixture.done()
    }
  }
}
