/// In how many columns a view shows pages; views and their files know it by its raw value.
public enum PageColumns: String, Hashable, Sendable, CaseIterable {
  case one = "one-column"
  /// The first page on the left, the second on the right, the third on the left below the first.
  case two = "two-columns"

  var count: Int { self == .one ? 1 : 2 }
}

/// Where the pages of a drawing stand in a view.
///
/// It is no part of what the drawing holds: files, exports and other views know nothing of it. What lies on a page keeps
/// its position from the page's corner.
public struct PageArrangement: Hashable, Sendable {
  public let columns: PageColumns
  /// Between the pages of a row, in canvas points; ``PageLayout/gap`` at least.
  public let gutter: Double

  private init(_ columns: PageColumns, gutter: Double) {
    self.columns = columns
    self.gutter = gutter
  }

  /// One below another: what files, exports and other programs have.
  public static let oneColumn = PageArrangement(.one, gutter: PageLayout.gap)

  /// - Parameter gutter: Room for ink beside the pages.
  public static func twoColumns(gutter: Double = PageLayout.gap) -> PageArrangement {
    PageArrangement(.two, gutter: max(gutter, PageLayout.gap))
  }

  /// The frames of pages, and from where to where each row of them reaches.
  ///
  /// The first frame begins at the origin, however the pages stand.
  func frames(of pages: [Page]) -> (frames: [Rect], rows: [ClosedRange<Double>]) {
    let first = pages.first?.frameSize.width ?? 0
    var frames: [Rect] = []
    var rows: [ClosedRange<Double>] = []
    var top = 0.0
    while frames.count < pages.count {
      let sizes = pages[frames.count...].prefix(columns.count).map(\.frameSize)
      for (column, size) in sizes.enumerated() {
        let x =
          switch (columns, column) {
          // In line with the first page: another width further down moves nothing that lies above it.
          case (.one, _): first / 2 - size.width / 2
          // The inner edges are in line.
          case (.two, 0): first - size.width
          case (.two, _): first + gutter
          }
        frames.append(Rect(x: x, y: top, width: size.width, height: size.height))
      }
      let height = sizes.map(\.height).max() ?? 0
      rows.append(top...(top + height))
      top += height + PageLayout.gap
    }
    return (frames, rows)
  }
}

extension DrawingSettings {
  /// The same with the pages at other positions of the canvas.
  public func arranged(as arrangement: PageArrangement) -> DrawingSettings {
    var copy = self
    copy.layout = layout.arranged(as: arrangement)
    return copy
  }
}

extension SettingsChange {
  func arranged(as arrangement: PageArrangement) -> SettingsChange {
    SettingsChange(
      before: before.arranged(as: arrangement), after: after.arranged(as: arrangement))
  }
}

extension DrawingEdit {
  /// The edit with all positions as they are in the drawing that it is about to be applied to.
  ///
  /// Edits come from files, from other views and from before the pages were arranged anew: there, what they remove and
  /// insert has other positions.
  public func placed(in drawing: Drawing) -> DrawingEdit {
    var edit = self
    edit.settings = settings?.arranged(as: drawing.arrangement)
    edit.removed = removed.map { drawing.settings.placed($0) }
    let after = edit.settings?.after ?? drawing.settings
    edit.inserted = inserted.map { after.placed($0) }
    return edit
  }

  /// The edit as files have it: its settings have their pages in one column.
  ///
  /// What it removes and inserts lies where it did: a file has positions on pages, which no arrangement changes.
  public var inOneColumn: DrawingEdit {
    var edit = self
    edit.settings = settings?.arranged(as: .oneColumn)
    return edit
  }
}

extension Drawing {
  /// The drawing with its pages at other positions, and all that belongs to them moved with them.
  ///
  /// O(elements).
  public func arranged(as arrangement: PageArrangement) -> Drawing {
    guard arrangement != self.arrangement else { return self }
    return Drawing(
      Array(elements), settings: settings.arranged(as: arrangement), arrangement: arrangement)
  }

  /// The drawing as files and exports have it, whatever a view shows.
  public var inOneColumn: Drawing { arranged(as: .oneColumn) }

  /// How far an element of the drawing is from its position ``inOneColumn``.
  public func offsetToOneColumn(of element: Element) -> Vector {
    settings.arranged(as: .oneColumn).placed(element).placement.origin
      - settings.placed(element).placement.origin
  }

  /// An arrangement in which no ink beside a page of this drawing lies over the page next to it.
  ///
  /// O(elements).
  public func suitableArrangement(in columns: PageColumns) -> PageArrangement {
    guard columns == .two else { return .oneColumn }
    let layout = settings.layout
    // How far ink reaches beyond the inner edges of left and of right pages.
    var (left, right) = (0.0, 0.0)
    for element in elements {
      guard let index = layout.index(of: page(of: element)) else { continue }
      let frame = layout.frames[index]
      if index.isMultiple(of: 2) {
        left = max(left, element.bounds.maxX - frame.maxX)
      } else {
        right = max(right, frame.minX - element.bounds.minX)
      }
    }
    let beside = (left + right).rounded(.up)
    return .twoColumns(
      gutter: PageLayout.gap + min(beside, PageArrangement.mostBeside))
  }
}

extension PageArrangement {
  /// The widest room for ink between two pages, in canvas points: ink that is further away than two sheets of A4 are wide
  /// is no note in a margin.
  fileprivate static let mostBeside = 1200.0
}
