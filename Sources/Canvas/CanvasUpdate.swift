import InkModel
import InkStore

/// What one input or command changed: whoever shows, saves or enables things reads it here.
public struct CanvasUpdate: Sendable {
  /// Wet strokes that grew, began or ended.
  public var wet: Set<ContactID> = []
  /// Elements that are new, on top of everything or, where that is their place, below everything.
  public var appended: [Element] = []
  /// Parts of the canvas that look different for any other reason.
  public var damage: [Rect] = []
  /// What the file has to be told, in order.
  public var commands: [StoreCommand] = []
  /// Undo or redo became possible, impossible or something else.
  public var historyChanged = false
  /// The eraser's ring moved or went.
  public var eraserMoved = false

  /// What the drawing is shown on changed: the paper below all ink, and how colours are taken.
  public var settingsChanged = false

  public init() {}

  public mutating func merge(_ other: CanvasUpdate) {
    wet.formUnion(other.wet)
    appended += other.appended
    damage += other.damage
    commands += other.commands
    historyChanged = historyChanged || other.historyChanged
    eraserMoved = eraserMoved || other.eraserMoved
    settingsChanged = settingsChanged || other.settingsChanged
  }
}
