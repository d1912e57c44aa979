import CCairo
import InkModel
import Testing

@testable import InkRendering

/// Papers as the chooser of templates shows them.
@Suite struct PaperPreviewTests {
  /// How much of a preview is pattern, and how much of that stands out.
  private struct Sight {
    var pixels = 0
    var marks = 0
    /// With a contrast of 1.5 or more to the sheet.
    var clear = 0
  }

  private func sight(
    _ paper: Paper, _ style: PaperStyle, scale: Int, size: PageSize = StandardPage.a4.size
  ) throws -> Sight {
    // As large as the tiles are: 66 × 94 points for A4.
    let width = size.isLandscape ? 74 : 66
    let height = size.isLandscape ? 52 : 94
    let painted = try PagePicture.preview(
      of: paper, in: DrawingSettings(), size: size, style: style, width: width * scale,
      height: height * scale, scale: scale)
    let picture = try #require(painted)
    #expect(picture.width == width * scale)
    #expect(picture.height == height * scale)
    let sheet = paper.sheetColor(on: style)
    var counts: [UInt32: Int] = [:]
    let data = try #require(cairo_image_surface_get_data(picture.surface))
    let stride = Int(cairo_image_surface_get_stride(picture.surface))
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        counts[pixel << 8 | 0xFF, default: 0] += 1
      }
    }
    var sight = Sight()
    for (rgba, count) in counts {
      sight.pixels += count
      guard rgba != sheet.rgba else { continue }
      sight.marks += count
      if Color(rgba: rgba).contrast(against: sheet) >= 1.5 { sight.clear += count }
    }
    return sight
  }

  private func expectClear(_ sight: Sight, _ what: String) {
    // One line across at least; of slanted lines more pixels are touched than covered.
    #expect(sight.clear >= sight.pixels / 250, "\(what): \(sight)")
    #expect(sight.clear * 3 >= sight.marks, "\(what): \(sight)")
  }

  private static let patterns = PaperPattern.allCases.filter { $0 != .plain }

  @Test(arguments: patterns, PaperStyle.allCases)
  func `each paper's pattern stands out in its preview, whatever its colours`(
    pattern: PaperPattern, style: PaperStyle
  ) throws {
    let tints = [nil] + Paper.tints.map(Optional.some)
    for tint in tints {
      for lines in Paper.lineColors {
        for scale in [1, 2] {
          let paper = Paper(pattern: pattern, lineColor: lines, tint: tint)
          let seen = try sight(paper, style, scale: scale)
          expectClear(seen, "\(paper) × \(scale)")
        }
      }
    }
  }

  @Test(arguments: patterns)
  func `whatever its spacing and its page, a paper's pattern stands out in its preview`(
    pattern: PaperPattern
  ) throws {
    for spacing in [Paper.spacings.lowerBound, 8, 40, Paper.spacings.upperBound] {
      for size in [StandardPage.a4.size, StandardPage.a4.size.turned, StandardPage.a3.size] {
        let paper = Paper(pattern: pattern, spacing: spacing)
        let seen = try sight(paper, .light, scale: 1, size: size)
        expectClear(seen, "\(paper) on \(size)")
      }
    }
  }

  @Test func `lines that stand out anyway, and bare sheets, are shown as they are`() throws {
    let black = Paper(pattern: .grid, lineColor: .black)
    let same = black.with(linesStandingOut: 2.6, on: .light)
    #expect(same == black)
    let bare = try sight(.plain, .dark, scale: 2)
    #expect(bare.marks == 0)
  }
}
