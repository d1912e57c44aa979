import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pictures of each format, inserted, dropped and pasted.
  @Suite struct PictureKindsTests {
    /// How a picture comes.
    private enum Arrival: CaseIterable {
      case dialog
      case droppedFile
      case droppedBytes
      case pastedFile
      case pastedBytes
    }

    private func bring(_ kind: PictureKind, _ bytes: [UInt8], by arrival: Arrival, _ f: AppFixture)
      throws
    {
      let (screen, keyboard) = (f.screen, f.screen.keyboard)
      let path = screen.path(kind.fileName)
      let list = [("text/uri-list", Array("file://\(path)\r\n".utf8))]
      let data = [(kind.mediaType, bytes)]
      switch arrival {
      case .dialog:
        try keyboard.press("i", [.control, .alt])
        _ = try screen.waitForWindow { $0.isDialog }
        try screen.waitUntilStill()
        try keyboard.type(path)
        try screen.waitUntilStill()
        try keyboard.press("Return")
        try screen.waitForWindows(1)
      case .droppedFile: try screen.drop(list, at: f.at(400, 300))
      case .droppedBytes: try screen.drop(data, at: f.at(400, 300))
      case .pastedFile, .pastedBytes:
        screen.setClipboard(arrival == .pastedFile ? list : data)
        try screen.settle()
        try keyboard.press("v", [.control])
      }
    }

    @Test(arguments: PictureKind.allCases)
    func `a picture of each format is inserted, dropped and pasted, and seen as it is`(
      kind: PictureKind
    ) async throws {
      let fixture = try AppFixture()
      let screen = fixture.screen
      let bytes = kind.bytes
      try #require(!bytes.isEmpty)
      try Data(bytes).write(to: URL(filePath: screen.path(kind.fileName)))
      for (i, arrival) in Arrival.allCases.enumerated() {
        try bring(kind, bytes, by: arrival, fixture)
        // The steps before were undone.
        try await Kept.wait(for: "a picture \(arrival)", in: fixture.path, by: fixture.app) {
          $0.undoDepth == 1 && $0.pictures == 1 && $0.redoDepth == 0
        }
        // Nothing that frames it lies over it.
        try screen.keyboard.press("Escape")
        func boxes(_ picture: Picture) -> [PixelBox] {
          PictureKind.quarters.map { color in
            picture.pixels { $0.distance(to: color) < 60 }.box
          }
        }
        try screen.wait(for: "the picture \(arrival)", in: fixture.canvas) {
          boxes($0).allSatisfy { $0.width > 60 && $0.height > 40 }
        }
        try screen.waitUntilStill(for: 0.7)
        // 96 of its pixels to the inch, 72 points: each quarter is 75 by 60 points, beside the others.
        let found = boxes(screen.screenshot(of: fixture.canvas))
        for box in found {
          #expect(abs(box.width - 75) <= 5 && abs(box.height - 60) <= 5, "\(arrival): \(found)")
        }
        let (upper, lower) = (found[0].y + found[0].height, found[2].y)
        #expect(abs(found[1].x - found[0].maxX) <= 5 && abs(found[1].y - found[0].y) <= 5)
        #expect(abs(lower - upper) <= 5 && abs(found[2].x - found[0].x) <= 5)
        #expect(abs(found[3].x - found[2].maxX) <= 5 && abs(found[3].y - found[1].maxY) <= 5)
        if arrival == .droppedFile || arrival == .droppedBytes {
          // Its middle is where the pointer let go.
          let middle = Point(Double(found[0].maxX), Double(found[0].maxY)) + fixture.origin
          #expect(middle.distance(to: fixture.at(400, 300)) <= 5, "\(arrival): \(middle)")
        }
        if i == 0 { try await expectKept(bytes, kind, fixture.path) }
        try screen.keyboard.press("z", [.control])
        try await Kept.wait(for: "no picture", in: fixture.path, by: fixture.app) {
          $0.undoDepth == 0 && $0.pictures == 0
        }
        try screen.wait(for: "no picture", in: fixture.canvas) {
          boxes($0).allSatisfy(\.isEmpty)
        }
      }
      try fixture.done()
    }

    /// Expects the one picture of a file to have bytes as they came.
    private func expectKept(_ bytes: [UInt8], _ kind: PictureKind, _ path: String) async throws {
      let store = try await DocumentStore.open(path, mode: .readOnly, kinds: .complete)
      let blob = try #require(try await store.load().elements.flatMap(\.kind.blobs).first)
      let kept = try #require(try await store.clipBlob(blob, limit: 1 << 20))
      #expect(kept.bytes == bytes && kept.type == kind.mediaType)
      try await store.close()
    }
  }
}
