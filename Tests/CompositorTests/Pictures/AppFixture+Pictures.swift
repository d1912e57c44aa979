import Foundation
import InkModel
import TabletCompositor

/// A picture on the paper, and what is said of it.
extension AppFixture {
  /// Pastes a small picture, which is selected then.
  func pastePicture(_ tree: AccessibleTree) throws {
    let path = screen.path("red.png")
    try Picture(width: 60, height: 40) { _, _ in Pixel(0xC0_20_20) }.savePNG(path)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    screen.setClipboard([("image/png", bytes)])
    try screen.settle()
    try screen.keyboard.press("v", [.control])
    // The picture is read by another process; the bar of what is selected comes with it.
    try tree.wait(for: "More", isWhole: true)
    try screen.waitUntilStill(for: 0.7)
  }

  /// Opens the dialog for the words about the picture that is selected.
  func openAlternativeText(_ tree: AccessibleTree) throws {
    try tree.press("More")
    try screen.waitForPopups(1)
    try screen.waitUntilStill()
    try tree.press("Alternative Text…")
    try screen.waitForWindows(2)
  }
}
