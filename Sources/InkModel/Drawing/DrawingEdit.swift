/// What a step did, by the word that files keep; the app makes a sentence of it.
public struct EditLabel: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let draw = EditLabel(rawValue: "draw")
  public static let erase = EditLabel(rawValue: "erase")
  public static let paper = EditLabel(rawValue: "paper")
  public static let move = EditLabel(rawValue: "move")
  /// Scaled, or turned, or both.
  public static let transform = EditLabel(rawValue: "transform")
  public static let recolor = EditLabel(rawValue: "recolor")
  public static let duplicate = EditLabel(rawValue: "duplicate")
  public static let delete = EditLabel(rawValue: "delete")
  public static let toFront = EditLabel(rawValue: "to-front")
  public static let toBack = EditLabel(rawValue: "to-back")
  public static let cut = EditLabel(rawValue: "cut")
  public static let paste = EditLabel(rawValue: "paste")
  public static let addPages = EditLabel(rawValue: "add-pages")
  public static let duplicatePages = EditLabel(rawValue: "duplicate-pages")
  public static let deletePages = EditLabel(rawValue: "delete-pages")
  public static let movePages = EditLabel(rawValue: "move-pages")
  public static let turnPages = EditLabel(rawValue: "turn-pages")
  public static let resizePages = EditLabel(rawValue: "resize-pages")
  /// Pages got paper of their own, or the drawing's.
  public static let pagePaper = EditLabel(rawValue: "page-paper")
  public static let insertPicture = EditLabel(rawValue: "insert-picture")
  public static let crop = EditLabel(rawValue: "crop")
  public static let flip = EditLabel(rawValue: "flip")
  public static let opacity = EditLabel(rawValue: "opacity")
  public static let replacePicture = EditLabel(rawValue: "replace-picture")
  public static let alternativeText = EditLabel(rawValue: "alternative-text")
  /// A text box was written, changed or emptied.
  public static let text = EditLabel(rawValue: "text")
  /// Text boxes in the place of ink.
  public static let convertToInk = EditLabel(rawValue: "convert-to-ink")
  public static let convertToText = EditLabel(rawValue: "convert-to-text")
  /// All that came from a file of another program.
  public static let convert = EditLabel(rawValue: "convert")
  /// A moment of the past became the drawing again.
  public static let restore = EditLabel(rawValue: "restore")
  public static let insertPages = EditLabel(rawValue: "insert-pages")
}

/// A change of a drawing as a value: undo, repainting and saving all read it.
///
/// Every change, a move or a new colour too, is a set of element versions that vanish and a set
/// that appear; and, where it changes the drawing's settings, those before and after.
public struct DrawingEdit: Hashable, Sendable {
  public var label: EditLabel
  public var removed: [Element]
  public var inserted: [Element]
  /// Contents that `inserted` names and that the file does not hold yet.
  public var contents: [StrokeContent]
  /// `nil` where the settings stay.
  public var settings: SettingsChange?

  public init(
    label: EditLabel, removed: [Element] = [], inserted: [Element] = [],
    contents: [StrokeContent] = [], settings: SettingsChange? = nil
  ) {
    self.label = label
    self.removed = removed
    self.inserted = inserted
    self.contents = contents
    self.settings = settings
  }

  /// The edit that takes this one back.
  ///
  /// Its contents are in the file already.
  public var inverse: DrawingEdit {
    DrawingEdit(
      label: label, removed: inserted, inserted: removed, settings: settings?.inverse)
  }

  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && settings == nil }

  /// The bounds of all ink that looks different afterwards, in canvas space.
  ///
  /// ``settings`` change the paper below it, everywhere.
  public var damage: Rect {
    var r = Rect.empty
    for e in removed { r = r.union(e.bounds) }
    for e in inserted { r = r.union(e.bounds) }
    return r
  }
}

/// Why an edit does not fit a drawing; the drawing is as it was.
public enum DrawingError: Error, Hashable, Sendable {
  /// The edit removes an element that the drawing does not hold.
  case missing(ElementID)
  /// The edit inserts an element that the drawing holds already.
  case duplicate(ElementID)
  /// The edit changes settings other than those of the drawing.
  case otherSettings
}
