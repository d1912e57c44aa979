import InkModel
import InkStore

/// What one input or command changed, for the code that shows, saves or enables something.
public struct CanvasUpdate: Sendable {
  /// Contacts whose wet strokes began or grew.
  ///
  /// Named, not copied: ``CanvasSession/withWet(_:_:)`` accesses the strokes, because a second reference to a
  /// stroke would make the next report copy all of it.
  public var wet: Set<ContactID> = []
  /// Wet strokes that are wet no more; a contact may have begun another since.
  public var ended: [EndedStroke] = []
  /// Elements that are new and can be painted onto what is there (``InkModel/Drawing/canBePaintedLast(_:)``).
  public var appended: [Element] = []
  /// Parts of the canvas that look different for any other reason.
  public var damage: [Rect] = []
  /// Commands for the file, in order.
  public var commands: [StoreCommand] = []
  /// Undo or redo became possible or impossible, or its step changed.
  public var historyChanged = false
  /// Where undo or redo changed the drawing, to be shown where nothing of it is in view.
  public var stepped: SteppedArea?
  /// Undo or redo waits for an edit that has to be read from the file (``CanvasSession/wantedSteps``).
  public var wantsHistory = false
  /// The eraser's ring moved or disappeared.
  public var eraserMoved = false

  /// The settings changed: the paper below all ink, and how colours are resolved.
  public var settingsChanged = false
  /// The pages, and all that is on them, have other positions (``CanvasSession/arrange(in:)``).
  public var arrangementChanged = false

  /// The layers changed, or which of them is the current one.
  public var layersChanged = false
  /// A contact, or what was to be pasted, was refused: the layer that tools work on is hidden or locked.
  public var refused: Layer?
  /// A contact was refused: what is shown is a moment of the past.
  public var refusedInPast = false

  /// Other elements are selected, or other versions of them.
  public var selectionChanged = false
  /// The selection is shown at another position, or the line that selects has grown.
  public var selectionMoved = false
  /// The selection was dropped: the transform from its old position, in canvas space.
  public var landed: AffineTransform?

  /// A line of light has grown, or begins to fade (``CanvasSession/trails``).
  public var trailsChanged = false

  /// The instrument over the paper came, went or moved.
  public var instrumentChanged = false

  /// The reading of the instrument was tapped: another number is asked for
  /// (``Instrument/measure(over:)``).
  public var wantsMeasure = false

  /// A link was tapped.
  public var followed: FollowedLink?

  /// An element was tapped twice to select the line of writing that it is in, if it is ink of one; whoever finds lines
  /// does that (``CanvasSession/elements(onPageOf:)``).
  public var wantedLine: WantedLine?

  /// A text box began to be edited, is edited no more, or was changed by something else than its editor.
  public var textChanged = false

  /// What the contact does.
  public var use = ContactUse.tool
  /// How far a contact moves the view, in widget points; it is not moved yet.
  public var pan = Vector.zero
  /// How far all that is on the canvas has moved, in canvas points: a view that moves as far shows it where it was, and is
  /// not moved yet.
  public var shift = Vector.zero
  /// The result of a contact that was to pick a colour.
  public var picked: PickedColor?

  public init() {}

  public mutating func merge(_ other: CanvasUpdate) {
    wet.formUnion(other.wet)
    ended += other.ended
    appended += other.appended
    damage += other.damage
    commands += other.commands
    historyChanged = historyChanged || other.historyChanged
    noteStep(over: other.stepped)
    wantsHistory = wantsHistory || other.wantsHistory
    eraserMoved = eraserMoved || other.eraserMoved
    settingsChanged = settingsChanged || other.settingsChanged
    arrangementChanged = arrangementChanged || other.arrangementChanged
    layersChanged = layersChanged || other.layersChanged
    refused = other.refused ?? refused
    refusedInPast = refusedInPast || other.refusedInPast
    selectionChanged = selectionChanged || other.selectionChanged
    selectionMoved = selectionMoved || other.selectionMoved
    landed = other.landed ?? landed
    trailsChanged = trailsChanged || other.trailsChanged
    instrumentChanged = instrumentChanged || other.instrumentChanged
    wantsMeasure = wantsMeasure || other.wantsMeasure
    textChanged = textChanged || other.textChanged
    followed = other.followed ?? followed
    wantedLine = other.wantedLine ?? wantedLine
    pan = pan + other.pan
    shift = shift + other.shift
    picked = other.picked ?? picked
  }

  /// Notes what undo or redo has changed, after what is noted already.
  mutating func noteStep(over area: SteppedArea?) {
    guard let area else { return }
    if stepped == nil { stepped = area } else { stepped?.add(area) }
  }
}

/// Two taps on an element (``CanvasUpdate/wantedLine``).
public struct WantedLine: Hashable, Sendable {
  public var element: Element
  /// Widget points.
  public var position: Point
  /// What tapped: where there is no line, a finger's two taps zoom.
  public var tool: StylusTool.Kind
}

/// The result of ``CanvasSession/pickColor()``.
public struct PickedColor: Hashable, Sendable {
  /// `nil` on bare paper, and where the contact was lost.
  public var color: Color?
}

/// How a wet stroke ended.
public struct EndedStroke: Sendable {
  public var contact: ContactID
  /// What was kept of it, in the drawing from now on; `nil` where it was withdrawn or had no usable sample.
  public var element: Element?
}
