import InkModel
import InkStore

/// What one input or command changed: whoever shows, saves or enables things reads it here.
public struct CanvasUpdate: Sendable {
  /// Contacts whose wet strokes began or grew.
  ///
  /// Named, not copied: the strokes are lent by ``CanvasSession/withWet(_:_:)``, because a second reference to a
  /// stroke would make the next report copy all of it.
  public var wet: Set<ContactID> = []
  /// Wet strokes that are wet no more; a contact may have begun another since.
  public var ended: [EndedStroke] = []
  /// Elements that are new, on top of everything or, where that is their place, below everything.
  public var appended: [Element] = []
  /// Parts of the canvas that look different for any other reason.
  public var damage: [Rect] = []
  /// What the file has to be told, in order.
  public var commands: [StoreCommand] = []
  /// Undo or redo became possible, impossible or something else.
  public var historyChanged = false
  /// Undo or redo waits for an edit that has to be read from the file (``CanvasSession/wantedSteps``).
  public var wantsHistory = false
  /// The eraser's ring moved or went.
  public var eraserMoved = false

  /// What the drawing is shown on changed: the paper below all ink, and how colours are taken.
  public var settingsChanged = false

  /// Other things are selected, or other versions of them.
  public var selectionChanged = false
  /// What is selected is shown elsewhere, or the line that selects has grown.
  public var selectionMoved = false
  /// The selection was let go in another place: where it went from its old one, in canvas space.
  public var landed: AffineTransform?

  /// A line of light has grown, or is going to fade (``CanvasSession/trails``).
  public var trailsChanged = false

  /// Who took the input.
  public var use = ContactUse.tool
  /// How far a contact moves the view, in widget points; it is not moved yet.
  public var pan = Vector.zero
  /// What a contact that was to pick a colour came to.
  public var picked: PickedColor?

  public init() {}

  public mutating func merge(_ other: CanvasUpdate) {
    wet.formUnion(other.wet)
    ended += other.ended
    appended += other.appended
    damage += other.damage
    commands += other.commands
    historyChanged = historyChanged || other.historyChanged
    wantsHistory = wantsHistory || other.wantsHistory
    eraserMoved = eraserMoved || other.eraserMoved
    settingsChanged = settingsChanged || other.settingsChanged
    selectionChanged = selectionChanged || other.selectionChanged
    selectionMoved = selectionMoved || other.selectionMoved
    landed = other.landed ?? landed
    trailsChanged = trailsChanged || other.trailsChanged
    pan = pan + other.pan
    picked = other.picked ?? picked
  }
}

/// The answer to ``CanvasSession/pickColor()``.
public struct PickedColor: Hashable, Sendable {
  /// `nil` on bare paper, and where the contact was lost.
  public var color: Color?
}

/// What became of a wet stroke.
public struct EndedStroke: Sendable {
  public var contact: ContactID
  /// What was kept of it, in the drawing from now on; `nil` where it was withdrawn or had no usable sample.
  public var element: Element?
}
