import InkModel

/// A change of the ``ToolPicker/palette``, which ``ToolPicker/takeBack(_:)`` takes back.
public struct PaletteChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case removed(Color)
    /// Where the palette had the new colour already, both changed places.
    case replaced(Color, with: Color)
    /// All colours are those of a fresh profile.
    case reset
  }

  public let kind: Kind
  /// The picker that was changed.
  let before: ToolPicker
  /// The palette that was made.
  let palette: [Color]

  /// `nil` where the palette did not change.
  public init?(_ kind: Kind, from before: ToolPicker, to after: ToolPicker) {
    palette = after.palette(isHighlighting: before.isHighlighting)
    guard palette != before.palette else { return nil }
    self.kind = kind
    self.before = before
  }
}

extension ToolPicker {
  /// Whether the palette still is what a change has made of it.
  public func has(_ change: PaletteChange) -> Bool {
    palette(isHighlighting: change.before.isHighlighting) == change.palette
  }

  /// Takes a change of the palette back, whatever tool is in hand by now; does nothing where the palette was changed
  /// again since.
  ///
  /// Where the change gave a tool the new colour, and it still has that, it has the old one again. Colours chosen since
  /// then stay among ``recents``.
  public mutating func takeBack(_ change: PaletteChange) {
    guard has(change) else { return }
    let before = change.before
    let palette = before.palette
    func joined(_ recents: [Color]) -> [Color] {
      let all = recents + before.recents.filter { !recents.contains($0) }
      return Array(all.filter { !palette.contains($0) }.prefix(Self.recentLimit))
    }
    if before.isHighlighting {
      highlightPalette = palette
      highlightRecents = joined(highlightRecents)
    } else {
      inkPalette = palette
      inkRecents = joined(inkRecents)
    }
    guard case .replaced(let old, with: let new) = change.kind, before.color.opaque == old
    else { return }
    let brush = before.tool == .text ? nil : before.brush
    let now = brush.map { ink(of: $0).color } ?? textStyle.color
    if now.opaque == new { setColor(old, of: brush) }
  }
}
