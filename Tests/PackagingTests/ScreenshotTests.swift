import Foundation
import RepositoryFiles
import Testing

/// The pictures that software centres show: each that the metainfo names is there, as it says.
@Suite("Screenshots of the metainfo") struct ScreenshotTests {
  private struct Image {
    var language: String
    var file: String
    var width: Int
    var height: Int
  }

  /// Those of the metainfo, of which one without a language is English.
  private func images() throws -> [Image] {
    let text = try Repository.text("data/org.plumbago.Plumbago.metainfo.xml.in")
    let found = try text.matches(of: /<image\b([^>]*)>([^<]*)<\/image>/).map { match in
      let attributes = match.1
      let width = try #require(attributes.firstMatch(of: /\bwidth="([0-9]+)"/)?.1)
      let height = try #require(attributes.firstMatch(of: /\bheight="([0-9]+)"/)?.1)
      let language = attributes.firstMatch(of: /\bxml:lang="([^"]+)"/).map { String($0.1) }
      let file = try #require(match.2.split(separator: "/").last)
      return Image(
        language: language ?? "en", file: String(file), width: try #require(Int(width)),
        height: try #require(Int(height)))
    }
    let count = text.matches(of: /<image\b/).count
    #expect(found.count == count)
    return found
  }

  private func bytes(_ file: String) throws -> Data {
    try Data(contentsOf: Repository.url("data/screenshots/" + file))
  }

  @Test func `light, dark and narrow ones are there in each language, and their words differ`()
    throws
  {
    let images = try images()
    let wanted = ["en", "ru", "ja"].flatMap { language in
      ["light", "dark", "narrow"].map { "\($0)-\(language).png" }
    }
    #expect(images.map(\.file).sorted() == wanted.sorted())
    for image in images { #expect(image.file.hasSuffix("-\(image.language).png"), "\(image)") }
    // Light ones show no menu and no options: without words, two languages may look alike.
    let others = images.filter { !$0.file.hasPrefix("light-") || $0.language == "en" }
    let pictures = Set(try others.map { try bytes($0.file) })
    #expect(pictures.count == others.count)
  }

  @Test func `each is a PNG file of the width and height that it is said to have`() throws {
    for image in try images() {
      let bytes = [UInt8](try bytes(image.file))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "\(image)")
      try #require(bytes.count > 24)
      #expect(String(decoding: bytes[12..<16], as: UTF8.self) == "IHDR", "\(image)")
      // Numbers of four bytes, the highest first.
      let sides = [16, 20].map { start in
        bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      #expect(sides == [image.width, image.height], "\(image)")
    }
  }

  @Test func `narrow ones are as wide as a phone, and the others wider than they are high`() throws
  {
    for image in try images() {
      let isNarrow = image.file.hasPrefix("narrow-")
      #expect(isNarrow ? image.width <= 420 : image.width > image.height, "\(image)")
    }
  }
}
