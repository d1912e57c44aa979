/// Layouts made from one another by adding, deleting and moving single pages.
extension PageLayout {
  /// The same with pages put in before the page that is at `index` now, 0 … ``pageCount``.
  ///
  /// - Parameter new: In order; their order keys are replaced, their identities must be new.
  public func inserting(_ new: [Page], at index: Int) -> PageLayout {
    let index = min(max(index, 0), pageCount)
    let (before, after) = (pages[..<index], pages[index...])
    guard let keys = Self.keys(new.count, above: before.last?.order, below: after.first?.order)
    else { return numbered(before + new + after) }
    let added = zip(new, keys).map { page, key in
      var page = page
      page.order = key
      return page
    }
    return PageLayout(before + added + after, arranged: arrangement)
  }

  /// The same without the pages of these identities.
  public func removing(_ ids: Set<Int32>) -> PageLayout {
    PageLayout(pages.filter { !ids.contains($0.id) }, arranged: arrangement)
  }

  /// The same with the pages of these identities, in their present order, before the page that is at `index` now,
  /// 0 … ``pageCount``.
  public func moving(_ ids: Set<Int32>, to index: Int) -> PageLayout {
    let index = min(max(index, 0), pageCount)
    let moved = pages.filter { ids.contains($0.id) }
    let rest = removing(ids)
    let target = rest.inserting(moved, at: pages[..<index].count { !ids.contains($0.id) })
    // What stays in its position keeps its key, so that it is no other version of the page.
    return target.pages.map(\.id) == pages.map(\.id) ? self : target
  }

  /// The same with each of these pages changed; identity and order stay.
  public func changing(_ ids: Set<Int32>, _ change: (inout Page) -> Void) -> PageLayout {
    PageLayout(
      pages.map { page in
        guard ids.contains(page.id) else { return page }
        var copy = page
        change(&copy)
        (copy.id, copy.order) = (page.id, page.order)
        return copy
      }, arranged: arrangement)
  }

  /// Ascending keys between two others; `nil` where none fits, because the two are the same.
  private static func keys(_ count: Int, above low: OrderKey?, below high: OrderKey?)
    -> [OrderKey]?
  {
    var keys: [OrderKey] = []
    switch (low, high) {
    case (nil, let high?):
      for _ in 0..<count { keys.append((keys.last ?? high).previous) }
      return keys.reversed()
    case (let low?, let high?):
      guard low < high else { return nil }
      for _ in 0..<count { keys.append(.between(keys.last ?? low, high)) }
    case (let low, nil):
      for _ in 0..<count { keys.append((keys.last ?? low)?.next ?? .first) }
    }
    return keys
  }

  /// Pages in this order, with new keys.
  private func numbered(_ pages: ArraySlice<Page>) -> PageLayout {
    var key = OrderKey.first
    return PageLayout(
      pages.map { page in
        var copy = page
        copy.order = key
        key = key.next
        return copy
      }, arranged: arrangement)
  }
}
