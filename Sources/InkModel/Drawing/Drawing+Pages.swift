/// Changes of pages as edits that take along what lies on them.
///
/// What an element belongs to is the page that it names. In drawings of before, all ink of pages is on the canvas; such an
/// element belongs to the page that its first point is on or nearest to. The first edit that moves a page gives each of
/// them to its page.
///
/// Invariants of every edit made here:
/// 1. An element that is in the drawing before and after lies as it did relative to the page that it belongs to; where
///    that page goes and the element does not, it lies as it did on the canvas; and as it is seen where that is asked for
///    (``Drawing/edit(_:to:leavingAsSeen:nextID:)``). Where a canvas gets its first pages, all
///    on it may be moved by the same offset, since the first page begins at the canvas's origin
///    (``DrawingEdit/shift``).
/// 2. No element goes but those of pages that are deleted with what is on them.
extension Drawing {
  /// The ``Page/id`` of the page that an element of the drawing belongs to; 0 where there are no pages.
  public func page(of element: Element) -> Int32 {
    let layout = settings.layout
    if element.page != 0, layout.index(of: element.page) != nil { return element.page }
    // Beside pages that stand side by side another one may be nearer.
    return layout.inOneColumn.pageID(nearest: element.firstPointOnPage)
  }

  /// The edit that gives the drawing other settings.
  ///
  /// - Parameters:
  ///   - gone: Identities of pages that are deleted with all that is on them. What lies on any other page that is not in
  ///     `after` stays where it is seen: on the nearest page of those that are left, or on the canvas.
  ///   - offset: How far what lies on the canvas without pages is moved, to where its first pages are.
  ///   - nextID: Of new versions of elements.
  public func edit(
    _ label: EditLabel, to after: DrawingSettings, deleting gone: Set<Int32> = [],
    moving offset: Vector = .zero, nextID: () -> ElementID
  ) -> DrawingEdit {
    let after = after.arranged(as: arrangement)
    var edit = DrawingEdit(
      label: label, settings: SettingsChange(before: settings, after: after))
    // As in the file, where positions of ink that names no page are those in one column.
    let (kept, target) = (settings.arranged(as: .oneColumn), after.arranged(as: .oneColumn))
    let stays = settings.layout.pages.allSatisfy {
      after.layout.index(of: $0.id) != nil
        && kept.placement(page: $0.id, layer: 0) == target.placement(page: $0.id, layer: 0)
    }
    if stays, offset == .zero { return edit }
    for element in elements {
      let page = page(of: element)
      if gone.contains(page) {
        edit.removed.append(element)
      } else if page != 0, after.layout.index(of: page) != nil {
        guard element.page != page else { continue }
        edit.removed.append(element)
        let version = element.version(nextID(), page: page, layer: element.layer, in: settings)
        edit.inserted.append(after.placed(version))
      } else {
        let new = after.layout.pageID(nearest: element.firstPoint + offset)
        let isWhereItIsSeen = element.page == 0 && element.placement.isCanvas
        guard element.page != new || offset != .zero || !isWhereItIsSeen else { continue }
        edit.removed.append(element)
        let id = nextID()
        let moved =
          offset == .zero ? element : element.version(id, moved: .translation(offset))
        edit.inserted.append(moved.version(id, page: new, layer: element.layer, in: after))
      }
    }
    return edit
  }

  /// The same, but what lies on some of the pages stays as it is seen, from their upper left corners, where these pages
  /// are turned otherwise afterwards, or are turned and have another size: what is on a turned page lies from another
  /// one of its corners.
  ///
  /// It does not turn along with its page, and so it is other versions of elements.
  ///
  /// - Parameter ids: Of pages that are in `after`, too.
  public func edit(
    _ label: EditLabel, to after: DrawingSettings, leavingAsSeen ids: Set<Int32>,
    nextID: () -> ElementID
  ) -> DrawingEdit {
    let after = after.arranged(as: arrangement)
    var edit = edit(label, to: after, nextID: nextID)
    var offsets: [Int32: Vector] = [:]
    for (old, page) in settings.layout.pages.enumerated() where ids.contains(page.id) {
      guard let new = after.layout.index(of: page.id) else { continue }
      let next = after.layout.pages[new]
      guard
        next.quarterTurns != page.quarterTurns || next.quarterTurns != 0 && next.size != page.size
      else { continue }
      let (from, to) = (settings.layout.frames[old], after.layout.frames[new])
      offsets[page.id] = Vector(to.minX - from.minX, to.minY - from.minY)
    }
    guard !offsets.isEmpty else { return edit }
    // Ink that named no page has another version in the edit already.
    let versions = Dictionary(
      uniqueKeysWithValues: zip(edit.removed.map(\.id), edit.inserted.indices))
    for element in elements {
      let page = page(of: element)
      guard let offset = offsets[page] else { continue }
      let id = nextID()
      let version = element.version(id, moved: .translation(offset))
        .version(id, page: page, layer: element.layer, in: after)
      if let i = versions[element.id] {
        edit.inserted[i] = version
      } else {
        edit.removed.append(element)
        edit.inserted.append(version)
      }
    }
    return edit
  }

  /// The edit that puts copies of pages, with all that is on them, behind the last of these pages.
  ///
  /// - Returns: `nil` where there are no such pages.
  public func duplication(of ids: Set<Int32>, nextID: () -> ElementID) -> DrawingEdit? {
    let layout = settings.layout
    guard let last = layout.pages.lastIndex(where: { ids.contains($0.id) }) else { return nil }
    var copies: [Int32: Int32] = [:]
    var newPages: [Page] = []
    for page in layout.pages where ids.contains(page.id) {
      var copy = page
      copy.id = layout.nextID + Int32(newPages.count)
      copies[page.id] = copy.id
      newPages.append(copy)
    }
    var after = settings
    after.layout = layout.inserting(newPages, at: last + 1)
    var edit = edit(.duplicatePages, to: after, nextID: nextID)
    let originals = elements.filter { copies[page(of: $0)] != nil }
    for (element, order) in zip(originals, orders(for: originals)) {
      let page = page(of: element)
      guard let target = copies[page] else { continue }
      let own = element.version(nextID(), page: page, layer: element.layer, in: settings)
      edit.inserted.append(own.copied(to: target, order: order, in: after))
    }
    return edit
  }
}

extension DrawingEdit {
  /// How far it moves all that lies on a canvas without pages, where that gets its first pages or loses all; zero
  /// where it does neither, or does not move it.
  ///
  /// A view that moves as far shows everything where it was.
  public var shift: Vector {
    guard let change = settings,
      (change.before.layout == .infinite) != (change.after.layout == .infinite)
    else { return .zero }
    // All of it has moved alike; what was changed besides has no counterpart.
    for old in removed {
      let same = inserted.first {
        $0.order == old.order && $0.layer == old.layer && $0.kind == old.kind
      }
      guard let same else { continue }
      let from = change.before.placed(old).canvasFromElement
      let to = change.after.placed(same).canvasFromElement
      let shift = Vector(to.tx - from.tx, to.ty - from.ty)
      // Less is the rounding of a page's origin.
      return shift.length > 1e-6 ? shift : .zero
    }
    return .zero
  }
}

extension PageLayout {
  /// The identity of the page that a point of the canvas is on, or nearest to; 0, the canvas, where there are no pages.
  public func pageID(nearest point: Point) -> Int32 {
    page(nearest: point).map { pages[$0].id } ?? 0
  }
}

extension Element {
  /// Where a stroke begins, the middle of anything else; canvas space.
  var firstPoint: Point {
    if case .stroke(let stroke) = kind, let first = stroke.path.points.first {
      return canvasFromElement(first.position)
    }
    return bounds.center
  }

  /// The same in the space of the page that it names.
  var firstPointOnPage: Point {
    if case .stroke(let stroke) = kind, let first = stroke.path.points.first {
      return pageFromElement(first.position)
    }
    return pageBounds.center
  }

  /// The same on another page, as it lies on its own.
  fileprivate func copied(
    to page: Int32, order: OrderKey, in settings: DrawingSettings
  ) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: settings.placement(page: page, layer: layer), kind: kind)
  }
}
