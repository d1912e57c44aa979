import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What a screen reader says of the pictures on the paper.
  @Suite struct PictureWordsTests {
    private static let layers = [
      Layer(id: 0, order: .first, name: "Hills", isLocked: true),
      Layer(id: 1, order: OrderKey.first.next, name: "Cats", isHidden: true),
      Layer(id: 2, order: OrderKey.first.next.next, name: "Boats"),
    ]

    /// A drawing with a picture on each of the layers: the first is locked, the second hidden.
    private func save(picturesTo path: String) async throws {
      let png = path + ".png"
      try Picture(width: 60, height: 40) { _, _ in Pixel(0xC0_20_B0) }.savePNG(png)
      let store = try await DocumentStore.open(path, kinds: .complete)
      let draft = try await store.beginBlob(type: "image/png")
      try await store.append(Array(try Data(contentsOf: URL(filePath: png))), to: draft)
      let blob = try await store.finish(draft)
      try await store.perform([.begin(with: DrawingSettings(layers: Self.layers))])
      var edit = DrawingEdit(label: .draw)
      var order = OrderKey.first
      for (i, text) in ["A hill", "A cat", "A boat"].enumerated() {
        let picture = PlacedPicture(blob: blob, width: 60, height: 40, alternativeText: text)
        edit.inserted.append(
          Element(
            id: ElementID(Int64(i + 1)), layer: Int32(i), order: order,
            canvasFromElement: .translation(Vector(200, 80 + Double(i) * 90)),
            kind: .other(picture)))
        order = order.next
      }
      try await store.perform([.commit(step: 1, edit: edit)])
      try await store.close()
    }

    @Test
    func `a screen reader hears what is in pictures that are locked, and nothing of hidden ones`()
      async throws
    {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "words-\(UUID().uuidString).plumbago").path
      try await save(picturesTo: file)
      defer {
        for path in [file, file + ".png"] { try? FileManager.default.removeItem(atPath: path) }
      }
      let fixture = try AppFixture(before: {
        try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
      })
      let tree = try AccessibleTree(fixture.screen)
      func told() throws -> String {
        try tree.whileItChanges {
          try tree.description(#require(try tree.widgets().first { $0.name == "Canvas" }))
        }
      }
      func expect(_ words: [String]) throws {
        let deadline = Date().addingTimeInterval(20)
        var last = try told()
        while last.split(separator: "\n").map(String.init).sorted() != words, Date() < deadline {
          pause(0.1)
          last = try told()
        }
        #expect(last.split(separator: "\n").map(String.init).sorted() == words)
      }
      try expect(["A boat", "A hill"])
      // It follows what is hidden and shown.
      try fixture.screen.keyboard.press("l", [.control, .shift])
      try tree.wait(for: "Opacity of the layer")
      try fixture.screen.waitUntilStill()
      func tap(_ name: String) throws {
        try Pointing.mouse.press(tree.position(of: name, in: fixture.window), on: fixture)
      }
      try tap("Show “Cats”")
      try expect(["A boat", "A cat", "A hill"])
      try tap("Hide “Hills”")
      try expect(["A boat", "A cat"])
      try fixture.done()
    }
  }
}
