import InkModel

/// How much some elements are.
public struct ElementExtent: Hashable, Sendable {
  /// How many elements there are.
  public var count: Int
  /// On how many pages they lie; 0 on a canvas without pages.
  public var pages: Int

  public init(count: Int, pages: Int) {
    self.count = count
    self.pages = pages
  }
}

extension CanvasSession {
  /// How much elements are where one of them at least is out of view; else `nil`.
  ///
  /// They may have been removed from the drawing. O(elements).
  public func extentBeyondView(of elements: [Element]) -> ElementExtent? {
    let shown = viewport.visibleCanvas
    guard elements.contains(where: { !$0.bounds.intersects(shown) }) else { return nil }
    let pages = self.pages.isEmpty ? [] : Set(elements.map { drawing.page(of: $0) })
    return ElementExtent(count: elements.count, pages: pages.count)
  }
}
