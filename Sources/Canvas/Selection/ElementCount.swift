import InkModel

/// The number of elements, and of the pages that they lie on.
public struct ElementCount: Hashable, Sendable {
  public var elements: Int
  /// 0 on a canvas without pages.
  public var pages: Int

  public init(elements: Int, pages: Int) {
    self.elements = elements
    self.pages = pages
  }
}

extension CanvasSession {
  /// The number of elements where one of them at least is out of view; else `nil`.
  ///
  /// They may have been removed from the drawing. O(elements).
  public func countBeyondView(of elements: [Element]) -> ElementCount? {
    let shown = viewport.visibleCanvas
    guard elements.contains(where: { !$0.bounds.intersects(shown) }) else { return nil }
    let pages = self.pages.isEmpty ? [] : Set(elements.map { drawing.page(of: $0) })
    return ElementCount(elements: elements.count, pages: pages.count)
  }
}
