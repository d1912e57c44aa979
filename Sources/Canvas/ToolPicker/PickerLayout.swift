import InkModel

/// The frames of everything in the tool picker, in the picker's own widget points.
///
/// Made for the room there is: where that is too small, the name of the layer and the distances
/// shrink first, and then colours are left to the button that opens all of them.
public struct PickerLayout: Hashable, Sendable {
  /// The picker's shape, and the direction of its tools: towards the paper.
  public enum Form: Hashable, Sendable {
    /// Side by side, as at the top (tips down), at the bottom and afloat (tips up).
    case row(tips: PickerPlacement.Edge)
    /// One below the other, as at the left (tips right) and at the right (tips left).
    case column(tips: PickerPlacement.Edge)
    /// Two rows over the whole width.
    case compact
    /// One button, and the name of the layer: beside it, or below it as at the left and at the right.
    case folded(isColumn: Bool)

    public var isFolded: Bool { if case .folded = self { true } else { false } }
  }

  public enum Item: Hashable, Sendable {
    /// What the picker is dragged by; pressed, it folds.
    case handle
    case undo
    case redo
    /// Of ``ToolCatalog/tools``.
    case tool(Int)
    /// Of ``ToolPicker/palette``.
    case color(Int)
    /// Opens all colours.
    case colors
    /// Says which layer tools work on, and opens the layers.
    case layer
    /// Unfolds.
    case unfold
  }

  public let form: Form
  public let width: Double
  public let height: Double
  /// In the order of keyboard focus.
  public private(set) var items: [(item: Item, frame: Rect)] = []
  /// Thin lines between groups.
  public private(set) var separators: [Rect] = []

  /// Across a row or column: as long as a drawn tool is tall.
  public static let thickness = 92.0
  /// Across a folded picker, and the side of its button; half of it is the corner's radius.
  public static let foldedSide = 60.0
  /// The least side of what a finger has to hit in a compact window (S59).
  public static let target = 44.0
  /// Between the name of the layer and the edges of a folded picker, whose corners are round.
  private static let foldedEnd = 4.0

  public subscript(item: Item) -> Rect? { items.first { $0.item == item }?.frame }

  /// The direction of the tools' tips.
  public var tips: PickerPlacement.Edge {
    switch form {
    case .row(let tips), .column(let tips): tips
    case .compact, .folded: .top
    }
  }

  /// The placement that a window allows: the given one, or a row at the top where the
  /// window is too low for a column, at the end that is nearest (S22).
  ///
  /// - Parameter showsLayer: Whether the name of the current layer is shown.
  public static func fitted(
    _ placement: PickerPlacement, tools: Int, showsLayer: Bool = false, in window: Rect
  ) -> PickerPlacement {
    guard !placement.isFolded, case .docked(let edge, _) = placement.position, !edge.isHorizontal,
      PickerPlacement.room(in: window).height
        < Line.least(tools: tools, layer: showsLayer ? Line.layerLine : 0)
    else { return placement }
    return PickerPlacement(.docked(.top, along: edge == .left ? 0 : 1))
  }

  /// The form of a picker in this placement.
  public static func form(_ placement: PickerPlacement, _ layout: PickerPlacements.Layout) -> Form {
    if placement.isFolded {
      if case .docked(let edge, _) = placement.position {
        return .folded(isColumn: !edge.isHorizontal)
      }
      return .folded(isColumn: false)
    }
    if layout == .compact { return .compact }
    switch placement.position {
    case .docked(.top, _): return .row(tips: .bottom)
    case .docked(.left, _): return .column(tips: .right)
    case .docked(.right, _): return .column(tips: .left)
    case .docked(.bottom, _), .floating: return .row(tips: .top)
    }
  }

  /// The part of a view beside a picker that is docked at an edge (S60), in the window's points; `nil` where the picker is
  /// afloat or below the view, or leaves less than half of the view's width or height.
  public static func room(
    beside placement: PickerPlacement, _ layout: PickerPlacements.Layout, in window: Rect,
    of view: Rect
  ) -> Rect? {
    guard form(placement, layout) != .compact, case .docked(let edge, _) = placement.position
    else { return nil }
    let taken = PickerPlacement.margin + (placement.isFolded ? foldedSide : thickness)
    var room = view
    switch edge {
    case .top: room.minY = window.minY + taken
    case .bottom: room.maxY = window.maxY - taken
    case .left: room.minX = window.minX + taken
    case .right: room.maxX = window.maxX - taken
    }
    return room.width >= view.width / 2 && room.height >= view.height / 2 ? room : nil
  }

  /// - Parameters:
  ///   - showsLayer: Whether the name of the current layer is shown. It stands in two short lines
  ///     unless all colours have room beside a broad one.
  ///   - window: The window's bounds; at least as big as the smallest window.
  ///   - isMirrored: Rows run from right to left.
  public init(
    _ form: Form, tools: Int, colors: Int, showsLayer: Bool = false, in window: Rect,
    isMirrored: Bool = false
  ) {
    self.form = form
    switch form {
    case .folded(let isColumn):
      let side = Self.foldedSide
      let length = side + (showsLayer ? Self.target + Self.foldedEnd : 0)
      (width, height) = isColumn ? (side, length) : (length, side)
      items = [(.unfold, Rect(x: 0, y: 0, width: side, height: side))]
      if showsLayer {
        let inset = Self.foldedEnd
        items.append(
          (
            .layer,
            isColumn
              ? Rect(x: inset, y: side, width: side - 2 * inset, height: Self.target)
              : Rect(x: side, y: inset, width: Self.target, height: side - 2 * inset)
          ))
      }
      if isMirrored, !isColumn { mirror() }
    case .compact:
      width = window.width
      height = Self.compactHeight
      layCompact(tools: tools, colors: colors, showsLayer: showsLayer)
      if isMirrored { mirror() }
    case .row, .column:
      var isRow = false
      if case .row = form { isRow = true }
      let room = PickerPlacement.room(in: window)
      let line = Line(
        tools: tools, colors: colors,
        layer: !showsLayer ? nil : isRow ? Line.layerName : Line.layerLine,
        room: isRow ? room.width : room.height)
      (width, height) = isRow ? (line.length, Self.thickness) : (Self.thickness, line.length)
      lay(line, tools: tools, colors: colors, isRow: isRow)
      if isMirrored, isRow { mirror() }
    }
  }

  private mutating func mirror() {
    func mirrored(_ r: Rect) -> Rect {
      Rect(x: width - r.maxX, y: r.minY, width: r.width, height: r.height)
    }
    items = items.map { ($0.item, mirrored($0.frame)) }
    separators = separators.map(mirrored)
  }

  // MARK: One row or column

  /// How the length of a row or column is divided.
  private struct Line {
    /// Between two tools' middles.
    var pitch = 44.0
    /// How many columns of two colours there are.
    var swatches: Int
    var length = 0.0
    /// The length that the name of the layer takes, 0 where it is not shown.
    var layer: Double

    /// Beside the colours in a row that has room for it; else, and below the colours in a column, as long, less the gap,
    /// as a finger has to hit.
    static let layerName = 92.0
    static let layerLine = PickerLayout.target + layerGap
    static let layerGap = 2.0
    static let end = 6.0
    static let handle = 24.0
    static let history = 40.0
    static let gap = 13.0
    static let swatch = 32.0
    static let colors = 46.0
    /// All but the tools and the palette.
    static let rest = 2 * end + handle + history + 2 * gap + colors
    /// Between two tools' middles, the least that can be hit well (WCAG 2.2's level AA).
    static let leastPitch = 24.0
    /// Between two tools' middles, the least beside colours: as broad as a tool is drawn.
    static let drawnPitch = 26.0
    /// Between two tools' middles, the least beside the broad name of the layer.
    static let roomyPitch = 30.0

    /// How short a line with so many tools, and so much length for the name of the layer, may be.
    static func least(tools: Int, layer: Double) -> Double {
      rest + layer + leastPitch * Double(tools)
    }

    /// - Parameter layer: The length that the name of the layer takes where there is room for it; `nil` where it is not
    ///   to be shown.
    init(tools: Int, colors: Int, layer: Double?, room: Double) {
      func pitch(_ taken: Double) -> Double { (room - taken) / Double(max(tools, 1)) }
      let all = (colors + 1) / 2
      // As many beside the short name as without one: a layer's name takes no colour away.
      let free = room - Self.rest - Self.layerLine - Self.drawnPitch * Double(tools)
      swatches = min(max(Int(free / Self.swatch), 0), all)
      let rest = Self.rest + Double(swatches) * Self.swatch
      // Colours come before a broad name.
      var lengths: [(Double, leastPitch: Double)] = []
      if let layer, swatches == all { lengths.append((layer, Self.roomyPitch)) }
      if layer != nil { lengths.append((Self.layerLine, Self.leastPitch)) }
      self.layer = lengths.first { pitch(rest + $0.0) >= $0.leastPitch }?.0 ?? 0
      let taken = rest + self.layer
      self.pitch = min(max(pitch(taken).rounded(.down), Self.leastPitch), 44)
      length = taken + self.pitch * Double(tools)
    }
  }

  private mutating func lay(_ line: Line, tools: Int, colors: Int, isRow: Bool) {
    var at = Line.end
    /// A box of this length from here on, `across` from the near side.
    func box(_ length: Double, from start: Double, across: ClosedRange<Double>) -> Rect {
      isRow
        ? Rect(
          x: start, y: across.lowerBound, width: length,
          height: across.upperBound - across.lowerBound)
        : Rect(
          x: across.lowerBound, y: start, width: across.upperBound - across.lowerBound,
          height: length)
    }
    let whole = 0...Self.thickness
    let middle = Self.thickness / 2
    items.append((.handle, box(Line.handle, from: at, across: whole)))
    at += Line.handle
    items.append((.undo, box(Line.history, from: at, across: middle - 42...middle - 2)))
    items.append((.redo, box(Line.history, from: at, across: middle + 2...middle + 42)))
    at += Line.history
    separators.append(box(1, from: at + Line.gap / 2, across: 22...Self.thickness - 22))
    at += Line.gap
    for i in 0..<tools {
      items.append((.tool(i), box(line.pitch, from: at, across: whole)))
      at += line.pitch
    }
    separators.append(box(1, from: at + Line.gap / 2, across: 22...Self.thickness - 22))
    at += Line.gap
    // Column by column in the order of the palette, so that all of them stand as they do there. Of
    // fewer some that are in its upper row stand in the lower one.
    for (i, color) in Self.shown(2 * line.swatches, of: colors).sorted().enumerated() {
      let start = middle + (i % 2 == 0 ? -Line.swatch - 1 : 1)
      items.append(
        (
          .color(color),
          box(
            Line.swatch, from: at + Double(i / 2) * Line.swatch,
            across: start...start + Line.swatch)
        ))
    }
    at += Double(line.swatches) * Line.swatch
    items.append((.colors, box(Line.colors, from: at, across: middle - 23...middle + 23)))
    at += Line.colors
    if line.layer > 0 {
      items.append(
        (
          .layer,
          box(
            line.layer - Line.layerGap, from: at,
            across: isRow ? middle - 22...middle + 22 : 4...Self.thickness - 4)
        ))
    }
  }

  // MARK: A narrow window

  static let colorsRow = 50.0
  static let toolsRow = 66.0
  static let compactHeight = colorsRow + toolsRow

  /// The tools below, the colours above; tools that a finger could not hit below go above, before
  /// the colours.
  private mutating func layCompact(tools: Int, colors: Int, showsLayer: Bool) {
    let inner = width - 4
    let cells = max(Int(inner / Self.target), 3)
    let below = min(tools, cells)
    let above = tools - below
    // For swatches and the name of the layer.
    let free = cells - 2 - above
    let layer = showsLayer ? Self.layerCells(beside: colors, of: free) : 0
    let shown = max(min(colors, free - layer), 0)
    let cell = inner / Double(shown + above + 2 + layer)
    var at = 0
    func upper() -> Rect {
      defer { at += 1 }
      return Rect(x: 2 + Double(at) * cell, y: 4, width: cell, height: Self.colorsRow - 4)
    }
    items.append((.handle, upper()))
    for i in below..<tools { items.append((.tool(i), upper())) }
    for i in Self.shown(shown, of: colors) { items.append((.color(i), upper())) }
    items.append((.colors, upper()))
    if layer > 0 {
      var box = upper()
      box.maxX += Double(layer - 1) * cell
      items.append((.layer, box))
    }
    let pitch = inner / Double(max(below, 1))
    for i in 0..<below {
      items.append(
        (
          .tool(i),
          Rect(
            x: 2 + Double(i) * pitch, y: Self.colorsRow, width: pitch, height: Self.toolsRow)
        ))
    }
  }

  /// How many of the cells that are free for it and for swatches the name of the layer takes: two
  /// beside all colours.
  private static func layerCells(beside colors: Int, of free: Int) -> Int {
    free - 2 >= colors ? 2 : 1
  }

  // MARK: Colours

  /// The colours of the palette that are shown where so many have room: those of its upper row
  /// first, rather than shades beside each other.
  private static func shown(_ count: Int, of colors: Int) -> ArraySlice<Int> {
    let byRows = Array(stride(from: 0, to: colors, by: 2)) + stride(from: 1, to: colors, by: 2)
    return byRows.prefix(count)
  }

  public static func == (a: PickerLayout, b: PickerLayout) -> Bool {
    a.form == b.form && a.width == b.width && a.height == b.height
      && a.items.elementsEqual(b.items) { $0.item == $1.item && $0.frame == $1.frame }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(form)
    hasher.combine(width)
    hasher.combine(height)
  }
}
