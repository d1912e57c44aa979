import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// The comparison of pictures that goldens go through: what it must see, and what it may not mind.
@Suite struct `The comparison of pictures` {
  /// Loops, and below them a straight line one pixel wide.
  private func picture(
    line color: Color?, at y: Double = 68.5, on paper: PaperStyle = .light
  ) -> Pixels {
    let picture = Pixels(200, 76, paper: paper)
    var elements = [
      SyntheticInk.element(
        1, SyntheticInk.word(at: Point(8, 50), width: 170, height: 40, loops: 6, samples: 300))
    ]
    if let color {
      let line = SyntheticInk.path(samples: 40) { Point(10 + 180 * $0, y) }
      let ink = Ink(brush: "pen", brushVersion: 1, color: color, size: 1)
      elements.append(SyntheticInk.element(2, line, ink: ink))
    }
    picture.paint(elements, paper: paper, deviceFromCanvas: .identity)
    return picture
  }

  @Test(arguments: PaperStyle.allCases, DefaultPalette.colors)
  func `a thin line that is missing is seen, in each colour and on each paper`(
    paper: PaperStyle, color: Color
  ) {
    let d = Difference(picture(line: color, on: paper), picture(line: nil, on: paper))
    #expect(!d.isRoundingOnly, "\(d)")
  }

  @Test(arguments: [-1.0, 1])
  func `a thin line that is a pixel aside is seen`(shift: Double) {
    let d = Difference(picture(line: .ink), picture(line: .ink, at: 68.5 + shift))
    #expect(!d.isRoundingOnly, "\(d)")
  }

  @Test func `a thin line of another hue is seen`() {
    for (i, color) in DefaultPalette.colors.enumerated() {
      let other = DefaultPalette.colors[(i + 1) % DefaultPalette.colors.count]
      let d = Difference(picture(line: color), picture(line: other))
      #expect(!d.isRoundingOnly, "\(color) and \(other): \(d)")
    }
    #expect(DefaultPalette.colors.count > 3)
  }

  /// As rounding leaves it: a pixel more, the next one less.
  @Test(arguments: [-1, 1])
  func `a step of coverage more or less from edge pixel to edge pixel is not minded`(step: Int) {
    let whole = picture(line: .ink)
    let paper = Pixels(1, 1, paper: .light).values[0] & 0xFF
    let ink = Color.ink.rgba >> 8 & 0xFF
    let other = picture(line: .ink)
    var edges = 0
    whole.values.enumerated().forEach { i, value in
      let blue = value & 0xFF
      guard blue != paper, blue != ink else { return }
      edges += 1
      let changed = [0, 8, 16].reduce(0xFF00_0000 as UInt32) { sum, shift in
        let channel = Int(value >> shift & 0xFF) + 17 * (i % 2 == 0 ? step : -step)
        return sum | UInt32(min(max(channel, 0), 255)) << shift
      }
      other[i % whole.width, i / whole.width] = changed
    }
    #expect(edges > 500)
    let d = Difference(whole, other)
    #expect(d.worst > 10 && d.isRoundingOnly, "\(d)")
  }

  @Test func `a picture is like itself`() {
    let d = Difference(picture(line: .ink), picture(line: .ink))
    #expect(d.worst == 0 && d.local == 0 && d.isRoundingOnly)
  }
}
