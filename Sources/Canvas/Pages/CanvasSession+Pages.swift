import InkModel

/// Changes of the pages; each is one step of the history, and takes along what lies on the pages.
///
/// Nothing happens where the drawing takes no change, a tool is down, or there is nothing to change.
extension CanvasSession {
  /// The pages, in their order; none on an endless canvas.
  public var pages: [Page] { drawing.settings.layout.pages }

  /// The page that the view shows in its middle, an index of ``pages``; `nil` where there are none, whatever is tried out.
  public var pageInView: Int? {
    drawing.settings.layout.page(nearest: viewport.canvasFromWidget(viewport.center))
  }

  /// How many elements lie on no page wholly; none on an endless canvas.
  ///
  /// O(elements).
  public var elementsBesidePages: Int {
    let layout = drawing.settings.layout
    guard layout != .infinite else { return 0 }
    return drawing.elements.count { element in
      !layout.pages(in: element.bounds).contains {
        layout.frame($0)?.contains(element.bounds) ?? false
      }
    }
  }

  /// Adds empty pages.
  ///
  /// What is on a canvas without pages becomes a page before them, where one holds it all and they
  /// are to have no size or paper of their own: such a page is meant for what is there.
  ///
  /// The first one of a canvas without pages lies in the middle of what is there, or of the view where nothing is: a step
  /// that shifts the canvas (``CanvasUpdate/shift``).
  ///
  /// - Parameters:
  ///   - index: Of the page that they come before, 0 … the number of pages.
  ///   - count: 1 … ``InkModel/PageLayout/mostPages``.
  ///   - size: As it lies on the canvas. `nil` makes them like the page before them, or else after them: its size, its
  ///     turn and its paper, or what all pages show instead, as the page of a template; without pages A4, which lies or
  ///     stands as it holds more of what is there.
  ///   - paper: `nil` is that of the page which they are like; else the drawing's.
  ///   - label: Of the first that is empty.
  public func addPages(
    at index: Int, count: Int = 1, size: PageSize? = nil, paper: Paper? = nil, label: String = ""
  ) -> CanvasUpdate {
    var offset = Vector.zero
    var update = changeSettings { drawing in
      let layout = drawing.settings.layout
      let index = min(max(index, 0), layout.pageCount)
      let model = layout.pages.dropFirst(max(index - 1, 0)).first
      let frame =
        size ?? model?.frameSize ?? StandardPage.a4.size.turned(toHold: drawing.shownBounds)
      offset = self.offset(ofFirst: frame, in: drawing)
      var page = Page(id: 0, order: .first, size: frame)
      if case .paper(let own)? = model?.background { page.background = .paper(own) }
      if let paper {
        page.background = .paper(paper == drawing.settings.paper ? nil : paper)
      } else if size == nil, let model, hasTemplate, layout.repeatsContent {
        page.size = model.size
        page.quarterTurns = model.quarterTurns
        page.background = model.background
      }
      let hasOwnPage = size == nil && paper == nil && fits(on: page, drawing, movedBy: offset)
      let empty = hasOwnPage ? 1 : 0
      let new = (0..<min(max(count, 1) + empty, PageLayout.mostPages)).map { i in
        var copy = page
        copy.id = layout.nextID + Int32(i)
        if i == empty { copy.label = label }
        return copy
      }
      return edit(drawing, .addPages, layout.inserting(new, at: index), moving: offset)
    }
    // Where nothing is on the canvas, nothing tells how far it was shifted.
    if drawing.isEmpty { update.shift = offset }
    return update
  }

  /// How far what is on a canvas without pages is moved for its first page, so that this lies in the middle of what shows,
  /// or of the view where nothing does; zero where there are pages.
  ///
  /// In whole points, so that ink keeps its pixels.
  func offset(ofFirst page: PageSize, in drawing: Drawing) -> Vector {
    guard drawing.settings.layout == .infinite else { return .zero }
    let ink = drawing.shownBounds
    let middle = ink.isEmpty ? viewport.canvasFromWidget(viewport.center) : ink.center
    return Vector(
      (page.width / 2 - middle.x).rounded(), (page.height / 2 - middle.y).rounded())
  }

  /// Whether a canvas without pages shows something, and its first page holds all that is there.
  private func fits(on page: Page, _ drawing: Drawing, movedBy offset: Vector) -> Bool {
    let layout = drawing.settings.layout
    guard layout == .infinite, !drawing.shownBounds.isEmpty,
      let frame = layout.inserting([page], at: 0).frame(0)
    else { return false }
    // Also what is hidden, which would lie on the next page.
    return frame.contains(AffineTransform.translation(offset)(drawing.bounds))
  }

  /// The same as ``offset(ofFirst:in:)`` for the pages of other settings.
  ///
  /// Zero where the drawing shows nothing: its pages may begin at the origin then, and the view goes
  /// there.
  func offset(toFirstPageOf layout: PageLayout, in drawing: Drawing) -> Vector {
    guard let size = layout.size, !drawing.shownBounds.isEmpty else { return .zero }
    return offset(ofFirst: size, in: drawing)
  }

  /// Changes the settings as a person has chosen them, as one step; the first pages of a canvas lie around what is there,
  /// as ``addPages(at:count:size:paper:label:)`` has the first, and as ``tryOut(_:)`` shows them.
  public func choose(_ settings: DrawingSettings) -> CanvasUpdate {
    change(to: settings, label: .paper, adding: [])
  }

  /// Gives a page a label, or none where that is empty.
  public func labelPage(_ id: Int32, _ label: String) -> CanvasUpdate {
    changeSettings {
      edit($0, .labelPage, $0.settings.layout.changing([id]) { $0.label = label })
    }
  }

  /// Puts copies of pages, with all that is on them, behind the last of them.
  public func duplicatePages(_ ids: Set<Int32>) -> CanvasUpdate {
    changeSettings { drawing in
      guard var edit = drawing.duplication(of: ids, nextID: takeElement) else { return nil }
      // Two pages of one label could not be told apart by it.
      if let change = edit.settings {
        let new = Set(change.after.layout.pages.map(\.id))
          .subtracting(change.before.layout.pages.map(\.id))
        edit.settings?.after.layout = change.after.layout.changing(new) { $0.label = "" }
      }
      return edit
    }
  }

  /// Whether pages can be deleted: one at least has to stay.
  public func canDeletePages(_ ids: Set<Int32>) -> Bool {
    let gone = pages.count { ids.contains($0.id) }
    return gone > 0 && gone < pages.count
  }

  /// Deletes pages and all that is on them, unless that were all pages.
  public func deletePages(_ ids: Set<Int32>) -> CanvasUpdate {
    changeSettings { drawing in
      let layout = drawing.settings.layout.removing(ids)
      return layout == .infinite ? nil : edit(drawing, .deletePages, layout, deleting: ids)
    }
  }

  /// Moves pages, in their order, before the page that is at `index` now (0 … the number of pages).
  public func movePages(_ ids: Set<Int32>, to index: Int) -> CanvasUpdate {
    changeSettings { edit($0, .movePages, $0.settings.layout.moving(ids, to: index)) }
  }

  /// Turns pages and what is on them by 90°, clockwise or back.
  public func turnPages(_ ids: Set<Int32>, clockwise: Bool) -> CanvasUpdate {
    changeSettings {
      edit(
        $0, .turnPages,
        $0.settings.layout.changing(ids) { $0.quarterTurns += clockwise ? 1 : -1 })
    }
  }

  /// Gives pages another size, as they lie on the canvas; what is on them keeps its position from their upper left corner
  /// before they were turned.
  public func resizePages(_ ids: Set<Int32>, to size: PageSize) -> CanvasUpdate {
    changeSettings {
      edit(
        $0, .resizePages,
        $0.settings.layout.changing(ids) {
          $0.size = $0.quarterTurns & 1 == 0 ? size : size.turned
        })
    }
  }

  /// Gives pages their own paper, each in place of whatever background it has.
  ///
  /// - Parameter make: Given the paper that a page has now.
  public func setPaper(of ids: Set<Int32>, by make: (Paper) -> Paper) -> CanvasUpdate {
    changeSettings { drawing in
      let settings = drawing.settings
      let layout = settings.layout.changing(ids) {
        let paper = make(settings.paper(of: $0))
        $0.background = .paper(paper == settings.paper ? nil : paper)
      }
      return edit(drawing, .pagePaper, layout)
    }
  }

  private func edit(
    _ drawing: Drawing, _ label: EditLabel, _ layout: PageLayout, deleting gone: Set<Int32> = [],
    moving offset: Vector = .zero
  ) -> DrawingEdit? {
    guard layout != drawing.settings.layout else { return nil }
    var settings = drawing.settings
    settings.layout = layout
    return drawing.edit(
      label, to: settings, deleting: gone, moving: offset, nextID: takeElement)
  }

  // MARK: Steps

  /// Makes a step of an edit of the settings; a trial ends.
  ///
  /// - Parameter make: Given the drawing once all that was provisional is in it.
  func changeSettings(_ make: (Drawing) -> DrawingEdit?) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = tryOut(nil)
    guard !isBusy, !isReadOnly else { return update }
    update.merge(endText())
    update.merge(settleAll())
    guard let edit = make(drawing), !edit.isEmpty else { return update }
    let moved = apply(edit)
    follow(edit, &update)
    followPages(edit, &update)
    update.damage += [moved, edit.damage].filter { !$0.isEmpty }
    update.settingsChanged = true
    record(edit, into: &update)
    return update
  }

  /// Says how far the canvas was shifted, and drops the selection where pages have moved: its elements lie elsewhere now.
  func followPages(_ edit: DrawingEdit, _ update: inout CanvasUpdate) {
    guard let change = edit.settings, change.before.layout != change.after.layout else { return }
    update.shift = update.shift + edit.shift
    guard selection != nil else { return }
    selection = nil
    update.selectionChanged = true
  }
}
