import Glibc
import InkModel
import TabletCompositor
import Testing

/// Pictures and the boxes in them.
@Suite struct PictureTests {
  private func folder() throws -> String {
    var template = Array("/tmp/plumbago-picture-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func sample(_ width: Int, _ height: Int) -> Picture {
    Picture(width: width, height: height) { x, y in
      Pixel(red: UInt8(x), green: UInt8(y), blue: 7)
    }
  }

  @Test func `a picture comes back from its PNG as it was`() throws {
    let folder = try folder()
    let path = folder + "/picture.png"
    let picture = sample(33, 17)
    try picture.savePNG(path)
    #expect(try Picture(png: path) == picture)
    unlink(path)
    rmdir(folder)
    #expect(throws: ScreenError.self) { try Picture(png: path) }
    #expect(throws: ScreenError.self) { try picture.savePNG("/nowhere/at/all.png") }
  }

  @Test func `a picture differs from itself nowhere and from another exactly where it does`() throws
  {
    let picture = sample(40, 30)
    #expect(picture.difference(from: picture).isEmpty)
    let other = Picture(width: 40, height: 30) { x, y in
      (5..<9).contains(x) && (10..<12).contains(y) ? .white : picture[x, y]
    }
    let change = picture.difference(from: other)
    #expect(change == other.difference(from: picture))
    #expect(change.count == 8)
    #expect(change.box == PixelBox(x: 5, y: 10, width: 4, height: 2))
    #expect(other.pixels { $0 == .white } == change)
    #expect(picture.cropped(to: change.box).difference(from: other).count == 40 * 30)
    #expect(other.cropped(to: change.box).pixels { $0 == .white }.count == 8)
  }

  @Test func `a tolerance passes over small differences`() {
    let a = Picture(width: 10, height: 1) { x, _ in Pixel(red: UInt8(x), green: 0, blue: 0) }
    let b = Picture(width: 10, height: 1) { _, _ in .black }
    #expect(a.difference(from: b).count == 9)
    #expect(a.difference(from: b, tolerance: 4).count == 5)
    #expect(a.difference(from: b, tolerance: 9).isEmpty)
  }

  @Test func `boxes unite and intersect`() {
    let a = PixelBox(x: 0, y: 0, width: 10, height: 10)
    let b = PixelBox(x: 5, y: 8, width: 10, height: 10)
    #expect(a.union(b) == PixelBox(x: 0, y: 0, width: 15, height: 18))
    #expect(a.intersection(b) == PixelBox(x: 5, y: 8, width: 5, height: 2))
    #expect(a.union(.empty) == a && a.intersection(.empty).isEmpty)
    #expect(a.contains(a) && !a.contains(b) && a.contains(.empty))
    #expect(
      PixelBox(covering: Rect(minX: 0.2, minY: -0.2, maxX: 1, maxY: 1.1))
        == PixelBox(x: 0, y: -1, width: 1, height: 3))
  }

  @Test func `a pixel prints as a colour and knows how light it is`() {
    #expect("\(Pixel(0x0A10FF))" == "#0a10ff")
    #expect(Pixel.white.luma == 1 && Pixel.black.luma == 0)
    #expect(Pixel(0x102030).distance(to: Pixel(0x132130)) == 3)
  }
}
