import InkModel
import InkRendering
import InkTestSupport
import Testing

@testable import Exchange

/// What an eraser took is in no file that is made for another program.
@Suite struct `Erased ink in exports` {
  /// A line from x = 100 to 900 that lacks the stretch from 400 to 600, by either eraser.
  private func drawing(rubbing: Bool) throws -> Drawing {
    let line = ErasedInk.line(from: Point(100, 50), to: Point(900, 50), points: 801)
    let disc = SweptDisc(from: Point(410, 50), to: Point(590, 50), radius: 10)
    let cut = try #require(rubbing ? line.rubbed(by: disc) : line.cut(by: disc))
    let element = try #require(line.holding(cut.rest))
    return Drawing([element])
  }

  /// The numbers in a text that lie well within what is gone.
  private func traces(in text: String) -> [Double] {
    text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-")) }
      .compactMap { Double($0) }.filter { $0 > 430 && $0 < 570 }
  }

  @Test(arguments: [false, true], ExchangeFormat.allCases)
  func `files of other programs have no point of it`(
    rubbing: Bool, format: ExchangeFormat
  ) throws {
    let document = ExchangeDocument(try drawing(rubbing: rubbing), title: "", for: format)
    let source = try UnpackedBytes(try format.write(document) { _ in nil })
    var bytes: [UInt8] = []
    while let part = try source.next(), !part.isEmpty { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("899") || text.contains("900"))
    #expect(traces(in: text).isEmpty)
  }

  @Test(arguments: [false, true])
  func `a vector picture has no point of it`(rubbing: Bool) throws {
    var options = ExportOptions()
    options.background = false
    let bytes = try SVGExporter().data(of: try drawing(rubbing: rubbing), options: options)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<path"))
    #expect(traces(in: text).isEmpty)
  }
}
