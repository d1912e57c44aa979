import Gtk
import GtkScribble
import InkModel

/// One page in the list: its picture, and its number and label below.
///
/// What a pen writes over the label is the new one; one that is crossed out is written anew. Letters that
/// are written below the tile may begin over its label: they belong to what is below the middle of the
/// ink.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageTile {
  let button: ToggleButton
  let art = PageArt()
  private let caption = Label().styled("page-number")
  /// Over the picture's corner: it is one of several that are selected.
  private let tick = Image.selectionTick()
  /// The page that it shows now, counted from 0; `nil` while it shows none.
  var index: Int?
  var canLabel = false
  /// A pen has written over the label, or below the tile: gives the field that takes it.
  var onWrite: (_ index: Int, _ isBelow: Bool) -> Entry? = { _, _ in nil }
  var onWritten: () -> Void = {}
  /// A pen has crossed out the label.
  var onCrossOut: (_ index: Int) -> Void = { _ in }
  /// The label is crossed out, and the writing that has done so is not finished.
  private var isCrossedOut = false

  /// Widget points at the lower edge that are the label's: as high as a finger's tip, for a pen that writes.
  static let captionHeight = 34.0

  init() {
    art.widget.expandsVertically = true
    art.widget.expandsHorizontally = true
    let picture = Overlay()
    picture.setChild(art.widget)
    picture.addOverlay(tick)
    picture.expandsVertically = true
    picture.expandsHorizontally = true
    caption.ellipsis = .end
    caption.isSingleLine = true
    button = ToggleButton(child: Box(.vertical, spacing: 4, picture, caption))
      .styled("flat", "page-tile")
    IndirectScribbleInteraction(on: button, delegate: self)
  }

  /// Shows a page.
  ///
  /// - Parameter isTicked: Whether it is one of several that are selected.
  func show(
    _ index: Int, _ page: Page, of count: Int, isSelected: Bool, isTicked: Bool, isCurrent: Bool
  ) {
    self.index = index
    let number = String(index + 1)
    let text = page.label.isEmpty ? number : "\(number) · \(page.label)"
    if caption.text != text {
      caption.text = text
      // A long label is cut.
      caption.tooltip = page.label.isEmpty ? nil : text
    }
    caption.setClass("labelled", !page.label.isEmpty)
    if button.isActive != isSelected { button.isActive = isSelected }
    if tick.isVisible != isTicked { tick.isVisible = isTicked }
    button.setClass("current", isCurrent)
    let name = tr("Page {number} of {count}").filled("number", number)
      .filled("count", String(count))
    button.setAccessibleName(page.label.isEmpty ? name : "\(name): \(page.label)")
  }
}

extension PageTile: IndirectScribbleInteractionDelegate {
  nonisolated enum Written: Hashable { case label }

  /// With the border and the padding around it, which takes presses as well.
  private var captionFrame: Rect {
    let box = button.frame(in: button) ?? button.bounds
    return Rect(
      minX: box.minX, minY: button.bounds.maxY - Self.captionHeight, maxX: box.maxX,
      maxY: box.maxY)
  }

  func interaction(_: IndirectScribbleInteraction, elementsIn area: Rect) -> [Written] {
    canLabel && index != nil && captionFrame.contains(area.center) ? [.label] : []
  }

  func interaction(_: IndirectScribbleInteraction, frameOf _: Written) -> Rect { captionFrame }

  func interaction(_: IndirectScribbleInteraction, shouldDelayFocusOf _: Written) -> Bool { true }

  func interaction(
    _ own: IndirectScribbleInteraction, focus _: Written, near _: Point
  ) async -> Widget? {
    let isBelow = own.ink.center.y > button.bounds.maxY
    return index.flatMap { onWrite($0, isBelow) }.map { Widget($0) }
  }

  func interaction(_: IndirectScribbleInteraction, didCrossOut _: Written) {
    guard let index else { return }
    isCrossedOut = true
    onCrossOut(index)
  }

  func interaction(_: IndirectScribbleInteraction, didFinishWritingIn _: Written) {
    // The field is there to be written in.
    if !isCrossedOut { onWritten() }
    isCrossedOut = false
  }
}
