import InkModel

/// The colours that the picker offers: a palette, those used lately, and the tool's own.
///
/// Brushes that highlight lie behind ink and are light, all others have to be read: each kind has its own palette, and
/// remembers for itself what was used lately.
extension ToolPicker {
  /// The colours offered for the tool in hand, in order.
  public var palette: [Color] { palette(isHighlighting: isHighlighting) }

  /// The colours offered for a kind of tool.
  func palette(isHighlighting: Bool) -> [Color] { isHighlighting ? highlightPalette : inkPalette }

  /// The number of colours of the largest palette, now or after ``resetPalette()``.
  public var mostColors: Int {
    [inkPalette, highlightPalette, DefaultPalette.colors, HighlighterPalette.colors]
      .reduce(0) { max($0, $1.count) }
  }

  /// Colours chosen from elsewhere for this kind of tool, the newest first; ``recentLimit`` at most.
  public var recents: [Color] { isHighlighting ? highlightRecents : inkRecents }

  /// The colour that the tool in hand has in a fresh profile, without opacity.
  ///
  /// It can be had again after any other, also where it is not on the ``palette``. Of a tool without a colour it is the
  /// last brush's.
  public var ownColor: Color {
    tool == .text ? TextStyle().color.opaque : Self.standardInk(brush).color.opaque
  }

  /// Whether a colour that is chosen now is for a brush that highlights.
  ///
  /// Colours for a selection, and for text, are those of ink: see ``withBrush(thatHighlights:)``.
  public var isHighlighting: Bool {
    tool != .text && tool != .selection && Self.highlights(brush)
  }

  /// Whether a brush lies below all other ink.
  private static func highlights(_ brush: String) -> Bool {
    StockBrushes.family(of: standardInk(brush)).band == .below
  }

  /// The same picker with a brush in hand: the last one, or the first of the other kind where another kind is asked for.
  public func withBrush(thatHighlights: Bool) -> ToolPicker {
    var picker = self
    let isSame = Self.highlights(brush) == thatHighlights
    let other = Self.brushes.first { Self.highlights($0) == thatHighlights }
    picker.select(.brush(isSame ? brush : other ?? brush))
    return picker
  }

  // MARK: Changing the palette

  /// The palette of a fresh profile, for the tool in hand.
  private var standardPalette: [Color] {
    isHighlighting ? HighlighterPalette.colors : DefaultPalette.colors
  }

  /// Whether the ``palette`` is that of a fresh profile.
  public var hasStandardPalette: Bool { palette == standardPalette }

  /// Puts another colour in the place of one of the ``palette``.
  ///
  /// The old one is among ``recents`` then, unless the new one is on the palette already: these change places. Where the
  /// old colour was in hand, the new one is.
  ///
  /// - Parameter old: Found wherever it is by now; where the palette no longer has it, nothing is
  ///   done.
  public mutating func replaceColor(_ old: Color, with color: Color) {
    let new = color.opaque
    guard old != new, let index = palette.firstIndex(of: old) else { return }
    let isInHand = self.color.opaque == old
    changePalette { colors in
      if let other = colors.firstIndex(of: new) {
        colors.swapAt(index, other)
      } else {
        colors[index] = new
      }
    }
    if isInHand { setColorInHand(new) }
    remember(old)
  }

  /// Takes a colour out of the ``palette``, but for the last one.
  ///
  /// It is among ``recents`` then.
  public mutating func removeColor(at index: Int) {
    guard palette.indices.contains(index), palette.count > 1 else { return }
    let old = palette[index]
    changePalette { $0.remove(at: index) }
    remember(old)
  }

  /// Makes the ``palette`` that of a fresh profile.
  ///
  /// Colours of one's own are among ``recents`` then.
  public mutating func resetPalette() {
    let old = palette
    let standard = standardPalette
    changePalette { $0 = standard }
    for color in old.reversed() { remember(color) }
  }

  private mutating func changePalette(_ body: (inout [Color]) -> Void) {
    if isHighlighting {
      body(&highlightPalette)
      highlightRecents = highlightRecents.filter { !palette.contains($0) }
    } else {
      body(&inkPalette)
      inkRecents = inkRecents.filter { !palette.contains($0) }
    }
  }

  /// Puts a colour that was used, and is not on the palette, first among ``recents``.
  mutating func remember(_ color: Color) { remember(color, asHighlight: isHighlighting) }

  /// Puts a colour that was used first among those of its kind; one of the palette is there already.
  ///
  /// - Parameter asHighlight: Whether it was used to highlight, and not for ink or text.
  public mutating func remember(_ color: Color, asHighlight: Bool) {
    let opaque = color.opaque
    func with(_ colors: [Color]) -> [Color] {
      Array(([opaque] + colors.filter { $0 != opaque }).prefix(Self.recentLimit))
    }
    if asHighlight {
      guard !highlightPalette.contains(opaque) else { return }
      highlightRecents = with(highlightRecents)
    } else {
      guard !inkPalette.contains(opaque) else { return }
      inkRecents = with(inkRecents)
    }
  }
}
