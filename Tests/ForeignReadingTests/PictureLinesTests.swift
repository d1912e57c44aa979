import Foundation
import InkModel
import ReaderProtocol
import Testing

@testable import ForeignReading

/// The lines of pictures of shapes.
///
/// Each picture is 100 by 50 units, shown at 3 points a unit.
@Suite(.serialized) struct `Lines of SVG pictures` {
  private static let whole = Rect(x: 0, y: 0, width: 300, height: 150)

  private func svg(_ content: String) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
       width="400" height="200" viewBox="0 0 100 50">\(content)</svg>
      """.utf8)
  }

  private func lines(_ content: String, in part: Rect = whole) throws -> [ForeignLine] {
    let reader = try reader(of: svg(content))
    let size = try reader.open().size
    #expect(size.width == 300 && size.height == 150)
    return try reader.lines(in: part)
  }

  private func expect(
    _ line: ForeignLine, _ points: [(Double, Double)], width: Double, color: UInt32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isThere =
      line.points.count == points.count
      && zip(line.points, points).allSatisfy {
        abs(Double($0.x) - $1.0) < 0.05 && abs(Double($0.y) - $1.1) < 0.05
      }
    #expect(isThere, "\(line.points)", sourceLocation: sourceLocation)
    #expect(abs(line.width - width) < 0.01, sourceLocation: sourceLocation)
    #expect(
      line.color == color, "\(String(line.color, radix: 16))", sourceLocation: sourceLocation)
  }

  private func length(_ line: ForeignLine) -> Double {
    zip(line.points, line.points.dropFirst()).reduce(0) {
      $0 + Double(hypotf($1.1.x - $1.0.x, $1.1.y - $1.0.y))
    }
  }

  @Test func `run where they are stroked, as wide and in the colour of that`() throws {
    let found = try lines(
      """
      <style>.b { stroke: #00f; stroke-width: 2 }</style>
      <path class="b" fill="none" d="M10 10 h20 v5 L40,20"/>
      <g transform="translate(10 0) scale(2)" stroke="rgb(255,0,0)" stroke-opacity=".5">
      <line x1="1" y1="1" x2="11" y2="1"/></g>
      <polyline points="0,0 1,1 2,0" style="fill:none; stroke:lime; stroke-width:0.1"/>
      """)
    try #require(found.count == 3)
    expect(found[0], [(30, 30), (90, 30), (90, 45), (120, 60)], width: 6, color: 0x0000_FFFF)
    expect(found[1], [(36, 6), (96, 6)], width: 6, color: 0xFF00_0080)
    expect(found[2], [(0, 0), (3, 3), (6, 0)], width: 0.3, color: 0x00FF_00FF)
  }

  @Test func `follow curves`() throws {
    let found = try lines(
      ##"<circle cx="50" cy="25" r="20" fill="none" stroke="#000"/><path d="M0 0 A 5 5 0 0 0 10 0" fill="none" stroke="#000"/>"##
    )
    try #require(found.count == 2)
    #expect(found[0].points.count > 20)
    for p in found[0].points {
      #expect(abs(hypot(Double(p.x) - 150, Double(p.y) - 75) - 60) < 0.1)
    }
    #expect(found[0].points.first == found[0].points.last)
    #expect(abs(length(found[0]) - 2 * .pi * 60) < 1)
    #expect(abs(length(found[1]) - .pi * 15) < 0.3)
  }

  @Test func `go around what is only filled, and are one line where it is stroked, too`() throws {
    let found = try lines(
      """
      <rect x="10" y="10" width="20" height="10" fill="#123456"/>
      <rect x="40" y="10" width="20" height="10" fill="red" stroke="black"/>
      <path d="M70 10 L80 10 L80 20" fill="#0f0"/>
      """)
    try #require(found.count == 3)
    #expect(found[0].color == 0x1234_56FF && abs(length(found[0]) - 180) < 0.1)
    #expect(found[1].color == 0x0000_00FF && abs(found[1].width - 3) < 0.01)
    // Back to where it began.
    #expect(abs(length(found[2]) - (60 + 30 * 2.0.squareRoot())) < 0.1)
  }

  @Test func `are not what fills the ground, what is not seen, and pixels`() throws {
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    let found = try lines(
      """
      <rect width="100%" height="100%" fill="#eee"/>
      <path d="M0 0 L10 10" stroke="none"/>
      <path d="M0 0 L10 10" stroke="red" stroke-opacity="0"/>
      <path d="M0 0 L10 10" stroke="red" visibility="hidden"/>
      <g display="none"><path d="M0 0 L10 10" stroke="red"/></g>
      <defs><path id="p" d="M0 0 L10 10" stroke="red"/></defs>
      <image x="10" y="10" width="20" height="20" xlink:href="data:image/png;base64,\(pixel)"/>
      """)
    #expect(found.isEmpty, "\(found)")
    // Above something else it is a shape like all others.
    #expect(
      try lines(##"<path d="M9 9 h9" stroke="red"/><rect width="100" height="50" fill="#eee"/>"##)
        .count == 2)
  }

  @Test func `have the opacity of their group, and are there once for each use`() throws {
    let found = try lines(
      """
      <defs><path id="p" d="M0 0 h10" stroke="#00f"/></defs>
      <g opacity=".5"><use xlink:href="#p" x="10" y="10"/><use xlink:href="#p" x="10" y="20"/></g>
      <use xlink:href="#p" x="50" y="10" transform="rotate(90 50 10)"/>
      """)
    try #require(found.count == 3)
    expect(found[0], [(30, 30), (60, 30)], width: 3, color: 0x0000_FF80)
    expect(found[1], [(30, 60), (60, 60)], width: 3, color: 0x0000_FF80)
    expect(found[2], [(150, 30), (150, 60)], width: 3, color: 0x0000_FFFF)
  }

  @Test func `have the mean colour of a gradient`() throws {
    let found = try lines(
      """
      <linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>
      </linearGradient>
      <path d="M10 10 L20 20 L30 10" fill="none" stroke="url(#g)"/>
      """)
    #expect(found.map(\.color) == [0x8000_80FF])
  }

  @Test func `end at clips and at the edge of the part that is wanted`() throws {
    let found = try lines(
      """
      <clipPath id="c"><rect x="10" y="0" width="10" height="50"/></clipPath>
      <path clip-path="url(#c)" d="M0 10 H90" stroke="#000"/>
      <path d="M0 20 H90" stroke="#000"/>
      """, in: Rect(x: 45, y: 0, width: 105, height: 150))
    try #require(found.count == 2)
    expect(found[0], [(45, 30), (60, 30)], width: 3, color: 0x0000_00FF)
    expect(found[1], [(45, 60), (150, 60)], width: 3, color: 0x0000_00FF)
    // Out and in again.
    let cut = try lines(
      ##"<path fill="none" stroke="#000" d="M10 10 H30 V12 H10"/>"##,
      in: Rect(x: 0, y: 0, width: 60, height: 150))
    try #require(cut.count == 2)
    expect(cut[0], [(30, 30), (60, 30)], width: 3, color: 0x0000_00FF)
    expect(cut[1], [(60, 36), (30, 36)], width: 3, color: 0x0000_00FF)
  }

  @Test func `are cut into their dashes`() throws {
    let found = try lines(
      ##"<path d="M10 10 H20" stroke="#000" stroke-dasharray="2 3" stroke-dashoffset="-1"/>"##)
    // The pattern begins one unit behind the start: 11 to 13, 16 to 18.
    try #require(found.count == 2)
    // The round ends of ink take half the width on each side.
    expect(found[0], [(34.5, 30), (37.5, 30)], width: 3, color: 0x0000_00FF)
    expect(found[1], [(49.5, 30), (52.5, 30)], width: 3, color: 0x0000_00FF)
    let round = try lines(
      #"<path d="M10 10 H19" stroke="black" stroke-linecap="round" stroke-dasharray="2 3"/>"#)
    try #require(round.count == 2)
    expect(round[0], [(30, 30), (36, 30)], width: 3, color: 0x0000_00FF)
    // Dashes that nobody sees are a line.
    #expect(
      try lines(##"<path d="M10 10 H90" stroke="#000" stroke-dasharray=".001"/>"##).count == 1)
  }

  @Test func `may be asked for, and the picture is painted as before`() throws {
    // Cairo cannot write down such an area within a group.
    let content = """
      <g opacity=".5"><path d="M10 10 h20 v20 h-10 v-10 h-10 z"/><path d="M50 10 H90" stroke="red"/></g>
      """
    let reader = try reader(of: svg(content))
    _ = try reader.open()
    let before = try reader.render(0, in: Self.whole, scale: 1)
    #expect(try reader.lines(in: Self.whole).map(\.color) == [0x0000_00FF, 0xFF00_00FF])
    let after = try reader.render(0, in: Self.whole, scale: 1)
    for (x, y) in [(40, 40), (80, 80), (200, 30), (5, 5)] {
      #expect(before.pixel(x, y) == after.pixel(x, y))
    }
    #expect(after.pixel(40, 40)[3] > 100)
  }

  @Test func `of a document or of pixels are refused`() throws {
    for bytes in [Samples.pages, Samples.quarters("png")] {
      let reader = try reader(of: bytes)
      _ = try reader.open()
      #expect(throws: ForeignError.refused(.unsupported)) { try reader.lines(in: Self.whole) }
      // And the reader goes on.
      #expect(try reader.sizes(of: 0..<1).count == 1)
    }
  }

  @Test(arguments: [
    String(repeating: "<g>", count: 100_000),
    ##"<path d="M0 0 Z1 2 Z 3 L" stroke="red"/>"##,
    ##"<path d="M0 0 A 1e20 1e20 0 0 1 1e20 1" stroke="red"/>"##,
    ##"<path d="M0 0 L 1e300 1e300 L nan inf C 1e9 1e9 -1e9 1e9 1e38 0" stroke="red"/>"##,
    ##"<path d="M0 0 L9 9" stroke="red" stroke-width="1e30" transform="scale(1e30)"/>"##,
    ##"<path d="M0 0 H1e6" stroke="red" stroke-dasharray="0.3 0.3"/>"##,
    ##"<g id="a"><use xlink:href="#a"/><path d="M0 0 L9 9" stroke="red"/></g>"##,
    ##"<pattern id="a" width="1" height="1"><path d="M0 0 L9 9" stroke="url(#a)"/></pattern><path d="M0 0 L9 9" stroke="url(#a)"/>"##,
    ##"<mask id="a"><path d="M0 0 L9 9" stroke="#fff" mask="url(#a)"/></mask><path mask="url(#a)" d="M0 0 L9 9" stroke="red"/>"##,
  ])
  func `of malicious pictures are found or refused, and points are numbers`(content: String) throws
  {
    let reader = try reader(of: svg(content))
    do throws(ForeignError) {
      _ = try reader.open()
      for line in try reader.lines(in: Self.whole) {
        #expect(line.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } && line.width.isFinite)
      }
    } catch {
      if case .refused = error {} else { Issue.record("\(error)") }
    }
  }

  @Test func `are refused where there are too many`() throws {
    // A path that is used 65,536 times.
    var content = "<defs><g id='u0'><path d='M0 0 h9' stroke='red'/></g>"
    for level in 1...16 {
      content +=
        "<g id='u\(level)'><use xlink:href='#u\(level - 1)'/><use xlink:href='#u\(level - 1)'/></g>"
    }
    content += "</defs><use xlink:href='#u16'/>"
    let many = try reader(of: svg(content))
    _ = try many.open()
    #expect(throws: ForeignError.refused(.tooLarge)) { try many.lines(in: Self.whole) }
  }

  /// The picture's bytes changed, the same each time.
  @Test func `of pictures that are cut off or changed harm nobody`() throws {
    let good = svg(
      """
      <style>.b{stroke:#00f;fill:none;stroke-width:3}</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>
      <path id="p" d="M0 0 L10 10"/></defs>
      <path class="b" d="M10 10 C 20 20 30 0 40 10 A 10 10 0 0 1 60 10" stroke-dasharray="2 3"/>
      <g transform="rotate(10)" opacity="0.5"><rect x="50" y="5" width="20" height="10" fill="red"/></g>
      <use xlink:href="#p" x="50" y="5" stroke="url(#g)"/><text x="10" y="40">Hi</text>
      """)
    for seed in 0..<40 {
      var random = SplitMix(seed: UInt64(seed))
      var bytes = good
      for _ in 0..<(1 + seed / 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
          32 + random.next() % 95)
      }
      let reader = try reader(of: bytes)
      do throws(ForeignError) {
        _ = try reader.open()
        _ = try reader.lines(in: Self.whole)
      } catch {
        if case .refused = error {} else { Issue.record("\(seed): \(error)") }
      }
    }
  }

  @Test func `are there of a shape that reaches all edges, but not of a ground`() throws {
    let circle = try lines(##"<ellipse cx="50" cy="25" rx="50" ry="25" fill="red"/>"##)
    #expect(circle.count == 1 && circle.first?.color == 0xFF00_00FF)
    #expect(try lines(##"<path d="M0 0 H100 V50 H0 Z" fill="red"/>"##).isEmpty)
  }

  @Test func `are there of fills in groups that cairo cannot record`() throws {
    let found = try lines(
      ##"<path opacity=".3" d="M5 5H50V20H30V40H5z"/><path d="M1 1L50 40L30 30z" fill="red"/>"##)
    #expect(found.map(\.color) == [0x0000_00FF, 0xFF00_00FF])
  }

  @Test func `are there of groups that are blended`() throws {
    let found = try lines(
      ##"<g style="mix-blend-mode:multiply"><path d="M10 10 H50" stroke="blue"/></g>"##)
    try #require(found.count == 1)
    expect(found[0], [(30, 30), (150, 30)], width: 3, color: 0x0000_FFFF)
  }

  @Test func `are the stroke alone where that is painted before the fill`() throws {
    let found = try lines(
      ##"<path paint-order="stroke" d="M10 10 H50 V30 z" fill="red" stroke="blue"/>"##)
    #expect(found.map(\.color) == [0x0000_FFFF])
  }

  @Test func `are dashed by lengths of the space that they are drawn in`() throws {
    let found = try lines(
      ##"<path transform="scale(10 1)" d="M1 10 H4.8" stroke="#000" stroke-width=".1" stroke-linecap="round" stroke-dasharray="1 1"/>"##
    )
    try #require(found.count == 2)
    for (line, x) in zip(found, [30.0, 90.0]) {
      try #require(line.points.count == 2)
      #expect(abs(Double(line.points[0].x) - x) < 0.05)
      #expect(abs(Double(line.points[1].x) - x - 30) < 0.05)
    }
  }

  @Test func `are as much as dashes leave of them, be it one part or nothing`() throws {
    let one = try lines(
      ##"<path d="M10 10 H40" stroke="#000" stroke-linecap="round" stroke-dasharray="4 1000"/>"##)
    try #require(one.count == 1)
    expect(one[0], [(30, 30), (42, 30)], width: 3, color: 0x0000_00FF)
    #expect(
      try lines(
        ##"<path d="M10 10 H40" stroke="#000" stroke-dasharray="100" stroke-dashoffset="100"/>"##
      ).isEmpty)
  }

  @Test func `have a gradient's colour as far as it is seen`() throws {
    let found = try lines(
      ##"""
      <linearGradient id="a"><stop offset="0" stop-color="#f00"/>
      <stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>
      <path d="M10 10 H50 V30 z" fill="url(#a)"/>
      """##)
    #expect(found.map(\.color) == [0xFF00_0080])
  }

  @Test func `are there of a shape below a filter`() throws {
    let found = try lines(
      ##"""
      <filter id="a"><feGaussianBlur stdDeviation="2"/></filter>
      <path filter="url(#a)" d="M10 10 H50" stroke="blue"/>
      """##)
    #expect(found.map(\.color) == [0x0000_FFFF])
  }
}
