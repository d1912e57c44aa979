import InkModel

/// The colours that the picker offers: a palette, those used lately, and the tool's own.
///
/// Brushes that highlight lie behind ink and are light, all others have to be read: each kind has its own palette, and
/// remembers for itself what was used lately.
extension ToolPicker {
  /// The colours offered for the tool in hand, in order.
  public var palette: [Color] { isHighlighting ? HighlighterPalette.colors : inkPalette }

  /// The number of colours of the larger palette.
  public var mostColors: Int { max(inkPalette.count, HighlighterPalette.colors.count) }

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
      guard !HighlighterPalette.colors.contains(opaque) else { return }
      highlightRecents = with(highlightRecents)
    } else {
      guard !inkPalette.contains(opaque) else { return }
      inkRecents = with(inkRecents)
    }
  }
}
