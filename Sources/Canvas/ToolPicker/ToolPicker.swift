import Glibc
import InkModel

/// The current tool, the tool before it, and the settings of each tool.
///
/// A value without a window. The widget shows it, pen buttons and shortcuts change it,
/// ``CanvasSession`` reads it, settings keep its ``text``.
///
/// Invariants:
/// 1. ``previous`` is another tool than ``tool``.
/// 2. ``brush`` is the last brush used: ``tool`` itself where that is one.
/// 3. Sizes are within ``sizes(of:)`` and opacities within ``opacities``.
/// 4. ``recents`` holds no colour twice and none of the ``palette``, the newest first.
/// 5. Brushes that highlight have a palette and recent colours of their own (``isHighlighting``).
/// 6. While the selection tool is lent (``isLent``) it is ``tool``.
/// 7. While ``textStyle`` is that of a text that is edited, the style of new text is kept beside it.
public struct ToolPicker: Hashable, Sendable {
  /// The result of choosing a tool.
  public enum Selection: Sendable {
    /// Another tool is current now.
    case changed
    /// The tool was current already: its options are to be shown.
    case again
  }

  /// The current tool.
  public internal(set) var tool: Tool
  /// The tool before it.
  public internal(set) var previous: Tool
  /// What was current before the selection tool was lent; `nil` where it is not.
  var replaced: Replaced?
  /// The name of the last brush used.
  public internal(set) var brush: String
  /// Which kind of eraser was chosen last.
  public internal(set) var eraserKind: Eraser.Kind = .stroke {
    didSet { if eraserKind != .stroke { finerEraser = eraserKind } }
  }
  /// The last kind chosen that leaves part of a stroke.
  var finerEraser = Eraser.Kind.part
  /// How elements are selected.
  public internal(set) var selectionKind = SelectionKind.lasso
  /// What is selected next is added to the selection.
  public internal(set) var addsToSelection = false
  /// How new text is set, or the text that is edited, where that has another style (``showsTextStyle``).
  public internal(set) var textStyle = TextStyle()
  /// How new text is set while ``textStyle`` is that of a text.
  var keptTextStyle: TextStyle?
  /// The colours offered for ink and text, in order.
  var inkPalette: [Color] = DefaultPalette.colors
  /// The same for brushes that highlight.
  var highlightPalette: [Color] = HighlighterPalette.colors
  /// Colours chosen from elsewhere for ink and text, the newest first; ``recentLimit`` at most.
  var inkRecents: [Color] = []
  /// The same for brushes that highlight.
  var highlightRecents: [Color] = []

  /// Settings that differ from those of a fresh profile, by brush.
  var inks: [String: Setting] = [:]
  var eraserSizes: [Eraser.Kind: Double] = [:]

  struct Setting: Hashable, Sendable {
    var color: Color
    var size: Double
  }

  /// How many colours ``recents`` remembers.
  public static let recentLimit = 8
  /// The opacities of a mark; below the lower end ink is hard to see.
  public static let opacities = 0.05...1.0

  /// The picker of a fresh profile: the first brush, the eraser before it.
  public init() {
    brush = Self.brushes[0]
    tool = .brush(brush)
    previous = .eraser
  }

  // MARK: Brushes

  /// The names of the brushes on offer, in the order of the picker.
  public static let brushes = StockBrushes.inks.map(\.brush)

  /// The definition of the current tool.
  public var definition: ToolDefinition { ToolCatalog.definition(of: tool) }

  /// The ink of a brush in a fresh profile; the standard ink for a name that is not offered.
  public static func standardInk(_ brush: String) -> Ink {
    StockBrushes.inks.first { $0.brush == brush } ?? .standard
  }

  /// The ink that a brush draws with now.
  public func ink(of brush: String) -> Ink {
    var ink = Self.standardInk(brush)
    if let setting = inks[brush] {
      ink.color = setting.color
      ink.size = setting.size
    }
    return ink
  }

  /// The ink of the last brush used, with which the next stroke is drawn.
  public var ink: Ink { ink(of: brush) }

  /// The eraser chosen last.
  public var eraser: Eraser { eraser(eraserKind) }

  /// The eraser of this kind, with its size.
  public func eraser(_ kind: Eraser.Kind) -> Eraser {
    Eraser(kind, size: eraserSizes[kind] ?? Eraser.standardSize)
  }

  // MARK: Choosing

  /// Makes a tool current.
  @discardableResult
  public mutating func select(_ tool: Tool) -> Selection {
    replaced = nil
    guard ToolCatalog.tools.contains(tool), tool != self.tool else { return .again }
    previous = self.tool
    self.tool = tool
    if let name = tool.brush { brush = name }
    return .changed
  }

  /// Changes from any tool to the eraser, and from the eraser back; twice is as before.
  public mutating func toggleEraser() { select(tool == .eraser ? previous : .eraser) }

  /// Changes to the tool before; twice is as before.
  public mutating func togglePrevious() { select(previous) }

  /// Makes the eraser of this kind current.
  public mutating func select(_ kind: Eraser.Kind) {
    eraserKind = kind
    select(.eraser)
  }

  /// Makes the tool current that selects by a line or by a box.
  public mutating func select(_ kind: SelectionKind) {
    selectionKind = kind
    select(.selection)
  }

  /// Changes to the other mode of the current tool; twice is as before.
  ///
  /// Selecting is by a line or by a box, erasing of whole strokes or parts; a brush has one mode.
  public mutating func switchMode() { definition.switchMode(&self) }

  /// The same picker with a tool that draws or erases: for a pad to try a pen on.
  public var onPad: ToolPicker {
    var picker = self
    if !definition.changesInk { picker.select(.brush(brush)) }
    return picker
  }

  /// The same picker with a tool that leaves something on an empty drawing: for a start, at which nobody remembers what
  /// was held last, and a tool that does nothing lasting there looks like a fault.
  public var atStart: ToolPicker {
    var picker = self
    if !definition.changesInk || tool == .eraser { picker.select(.brush(brush)) }
    return picker
  }

  public mutating func setAddsToSelection(_ adds: Bool) { addsToSelection = adds }

  // MARK: Setting

  /// The sizes that a tool can have: canvas points for a brush, widget points for an eraser; a tool
  /// that selects has one size.
  public static func sizes(of tool: Tool) -> ClosedRange<Double> {
    ToolCatalog.definition(of: tool).sizes
  }

  /// Whether two sizes are one to people, who are told tenths of a point.
  public static func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.05 }

  /// Five sizes to choose from, finest first, in even ratios; none where there is no choice.
  public static func presets(of tool: Tool) -> [Double] {
    ToolCatalog.definition(of: tool).presets
  }

  /// Diameters of the dots that stand for ``presets(of:)``, in widget points: as the marks are at 100 %, but spread as far
  /// as is needed to tell each from its neighbours.
  ///
  /// - Parameter largest: The diameter that the last may have; above it all are smaller in proportion.
  public static func dots(of tool: Tool, largest: Double) -> [Double] {
    var dots: [Double] = []
    for preset in presets(of: tool) {
      // Less than a third more, or than two points, is not seen beside the dot before.
      dots.append(dots.last.map { max(preset, $0 * 1.3, $0 + 2) } ?? max(preset, 2.5))
    }
    let part = min(largest / (dots.last ?? largest), 1)
    return dots.map { max($0 * part, 2) }
  }

  /// The size of a tool: canvas points for a brush, widget points for an eraser.
  public func size(of tool: Tool) -> Double { ToolCatalog.definition(of: tool).size(self) }

  /// Sets the size of the current tool, limited to those it can have.
  public mutating func setSize(_ size: Double) { setSize(size, of: tool) }

  /// Sets the size of a tool, limited to those it can have.
  public mutating func setSize(_ size: Double, of tool: Tool) {
    guard size.isFinite else { return }
    let definition = ToolCatalog.definition(of: tool)
    let range = definition.sizes
    definition.setSize(&self, min(max(size, range.lowerBound), range.upperBound))
  }

  /// Changes the size of the current tool by so many of 24 steps between its ends.
  public mutating func stepSize(_ steps: Double) {
    let range = Self.sizes(of: tool)
    // A step is a ratio.
    setSize(size(of: tool) * exp2(steps / 24 * log2(range.upperBound / range.lowerBound)))
  }

  /// The opacity of the last brush used, 0 … 1.
  public var opacity: Double { Double(ink.color.alpha) / 255 }

  /// Sets the opacity of the last brush used, limited to ``opacities``.
  public mutating func setOpacity(_ opacity: Double) {
    guard opacity.isFinite else { return }
    let near = min(max(opacity, Self.opacities.lowerBound), Self.opacities.upperBound)
    change(brush) { $0.color.alpha = UInt8((near * 255).rounded()) }
  }

  /// The colour of the current tool: that of text for the text tool, else the last brush's.
  public var color: Color { tool == .text ? textStyle.color : ink.color }

  /// How new text is set: as it was chosen last while nothing was selected in a text.
  public var newTextStyle: TextStyle { keptTextStyle ?? textStyle }

  /// Whether ``textStyle`` is that of a text which is edited.
  public var showsTextStyle: Bool { keptTextStyle != nil }

  /// Shows the style of a text that is edited; that of new text stays as it is.
  public mutating func showTextStyle(_ style: TextStyle) {
    if keptTextStyle == nil { keptTextStyle = textStyle }
    changeTextStyle { $0 = style }
  }

  /// No text is edited any more: ``textStyle`` is that of new text again.
  public mutating func returnTextStyle() {
    textStyle = newTextStyle
    keptTextStyle = nil
  }

  /// Gives new text, too, what differs between two styles of a text that is edited.
  public mutating func keepForNewText(changesFrom old: TextStyle, to new: TextStyle) {
    guard var kept = keptTextStyle else { return }
    new.apply(changesFrom: old, to: &kept)
    keptTextStyle = kept
  }

  /// Changes ``textStyle``.
  public mutating func changeTextStyle(_ body: (inout TextStyle) -> Void) {
    body(&textStyle)
    textStyle.keepWithinLimits()
  }

  /// Sets the colour of text for the text tool, else of the last brush used; alpha is ignored, so that the brush keeps
  /// its opacity.
  ///
  /// A colour that is not on the palette is added to ``recents``. Where the current tool is no
  /// brush, the last brush becomes current: a person who picks a colour wants to draw.
  public mutating func setColor(_ color: Color) {
    if tool != .text, tool != .brush(brush) { select(.brush(brush)) }
    setColorInHand(color)
    remember(color)
  }

  /// Sets ``color``, but for its alpha, and leaves the tool in hand.
  mutating func setColorInHand(_ color: Color) { setColor(color, of: tool == .text ? nil : brush) }

  /// Sets the colour of a brush, but for its alpha.
  ///
  /// - Parameter brush: `nil` for that of text.
  mutating func setColor(_ color: Color, of brush: String?) {
    guard let brush else {
      textStyle.color = color.opaque
      return
    }
    change(brush) {
      let alpha = $0.color.alpha
      $0.color = color
      $0.color.alpha = alpha
    }
  }

  mutating func change(_ brush: String, _ body: (inout Setting) -> Void) {
    let ink = ink(of: brush)
    var setting = Setting(color: ink.color, size: ink.size)
    body(&setting)
    let standard = Self.standardInk(brush)
    inks[brush] = setting == Setting(color: standard.color, size: standard.size) ? nil : setting
  }
}

extension Color {
  /// The same colour without transparency.
  public var opaque: Color { Color(red: red, green: green, blue: blue) }
}
