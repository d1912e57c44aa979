import Foundation
import InkModel
import TabletCompositor

/// Ink to select, and the tool that selects.
extension AppFixture {
  /// A wave, 120 points long.
  func wave(_ x: Double, _ y: Double) -> [Point] {
    (0...30).map { at(x + Double($0) * 4, y + 12 * sin(Double($0) / 3)) }
  }

  /// Takes the tool that selects in the hand and draws a line around a part of the paper.
  func select(_ r: Rect) throws {
    try screen.keyboard.press("s")
    try screen.waitUntilStill()
    let corners = (r.corners + [r.corners[0]]).map { at($0.x, $0.y) }
    pen.stroke(
      zip(corners, corners.dropFirst()).flatMap { a, b in
        (0..<12).map { a.lerp(to: b, Double($0) / 12) }
      })
    pen.proximityOut()
    try screen.waitUntilStill()
  }
}
