import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Small pictures of ink, inspected by people before they are committed.
///
/// To make them anew: `PLUMBAGO_REGENERATE_GOLDENS=1 swift test --filter Goldens`, then look at
/// what `git diff` shows in Tests/InkRenderingTests/Goldens.
@Suite struct `Goldens` {
  struct Scene: CustomTestStringConvertible, Sendable {
    var name: String
    var width: Int
    var height: Int
    var paper = PaperStyle.light
    var deviceFromCanvas = AffineTransform.identity
    var elements: [Element]
    var testDescription: String { name }
  }

  private static let palette: [Element] = DefaultPalette.colors.enumerated().map { i, color in
    let at = Point(8 + Double(i % 4) * 48, 30 + Double(i / 4) * 32)
    return SyntheticInk.element(
      Int64(i + 1),
      SyntheticInk.word(at: at, width: 36, height: 20, loops: 3, samples: 80),
      ink: Ink(brush: "pen", brushVersion: 1, color: color, size: 2))
  }

  /// The awkward ones: dots, a hairpin, a cusp, a tight curl of a broad nib, a press in place.
  private static let shapes: [Element] = {
    func ink(_ size: Double) -> Ink {
      Ink(brush: "pen", brushVersion: 1, color: .ink, size: size)
    }
    let paths: [(StrokePath, Double)] = [
      (SyntheticInk.path(samples: 1) { _ in Point(10, 12) }, 1),
      (SyntheticInk.path(samples: 1) { _ in Point(22, 12) }, 4),
      (SyntheticInk.path(samples: 1) { _ in Point(40, 14) }, 12),
      (SyntheticInk.path(samples: 21) { t in Point(60 + 40 * (1 - abs(2 * t - 1)), 8) }, 3),
      (
        SyntheticInk.path(samples: 31) { t in Point(60 + 40 * t, 40 - 22 * (1 - abs(2 * t - 1))) },
        4
      ),
      (
        SyntheticInk.path(samples: 80) { t in
          Point(20 + 6 * cos(t * 14), 50 + 6 * sin(t * 14))
        }, 12
      ),
      (
        SyntheticInk.path(samples: 30) { _ in
          Point(48, 50)
        } force: {
          $0
        }, 10
      ),
      (
        SyntheticInk.path(samples: 40) { t in
          Point(62 + 60 * t, 58 - 8 * sin(t * 9))
        } force: {
          $0 * (1 - $0) * 4
        }, 8
      ),
    ]
    return paths.enumerated().map {
      SyntheticInk.element(Int64($0 + 1), $1.0, ink: ink($1.1))
    }
  }()

  static let scenes = pens + BrushSheet.scenes + PaperStyle.allCases.map(BrushSheet.together)

  private static let pens: [Scene] = [
    Scene(name: "palette-light", width: 200, height: 76, elements: palette),
    Scene(name: "palette-dark", width: 200, height: 76, paper: .dark, elements: palette),
    Scene(
      name: "palette-light-scale-2", width: 200, height: 76, deviceFromCanvas: .scale(2),
      elements: palette),
    Scene(name: "shapes", width: 128, height: 72, elements: shapes),
    Scene(
      name: "close-up-8", width: 200, height: 150,
      deviceFromCanvas: .scale(8) * .translation(Vector(-6, -9)), elements: palette),
    Scene(
      name: "page-small", width: 120, height: 80, deviceFromCanvas: .scale(0.2),
      elements: Array(SyntheticInk.page(strokes: 260).elements)),
  ]

  @Test(arguments: scenes)
  func `S56 ink is as it was approved`(scene: Scene) throws {
    let picture = Pixels(scene.width, scene.height, paper: scene.paper)
    picture.paint(
      scene.elements, paper: scene.paper, deviceFromCanvas: scene.deviceFromCanvas)
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast()
    let path = parts.joined(separator: "/") + "/Goldens/\(scene.name).png"
    if getenv("PLUMBAGO_REGENERATE_GOLDENS") != nil {
      picture.write(path)
      return
    }
    let golden = try #require(Pixels(png: path), "\(path) is missing or no picture")
    try #require(golden.width == picture.width && golden.height == picture.height)
    let d = Difference(picture, golden)
    #expect(d.isRoundingOnly, "\(d)")
  }
}
