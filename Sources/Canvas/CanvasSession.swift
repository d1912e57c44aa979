import InkModel
import InkStore

/// One drawing being worked on, without a window: tools, undo, viewport.
///
/// 1. Made from what the file holds.
/// 2. ``handle(_:)``, ``undo()`` and ``redo()`` change it and answer with a ``CanvasUpdate``. What a contact
///    does is its ``Activity``'s to say, from its down to its end.
/// 3. The update's commands go to the file in order; nothing here waits for it.
///
/// Invariants, between calls:
/// 1. ``drawing`` is what the file will show once all commands are performed, but for what a sweep
///    of the eraser that is still going on has taken away and left in its place.
/// 2. A contact that is down has one activity (``Activities``), one that has lifted left one result in
///    ``provisional`` at most.
/// 3. Element and content numbers only go up.
public final class CanvasSession {
  public private(set) var drawing: Drawing
  public private(set) var history: UndoHistory
  // Unchecked here and below: read with each report, all on one thread.
  /// What the contacts do that are down.
  @exclusivity(unchecked)
  var activities = Activities()
  /// What fingers have left that may yet turn out to be a palm's.
  @exclusivity(unchecked)
  var provisional = ProvisionalInk()
  /// Never beyond ``Viewport/reach``.
  public var viewport = Viewport() {
    didSet { viewport.keepWithinReach() }
  }
  /// What a tool without an eraser end does, and with which ink.
  public var picker = ToolPicker()
  /// How much the next strokes are steadied.
  public var stabilizer = Stabilizer.none
  /// What becomes of a tool's force in the next strokes.
  public var forceCurve = ForceCurve.identity
  /// Whatever is in the hand erases, for as long as a pen's button is held.
  public var isErasing = false
  /// Contacts to come move the view, whatever tool is in the hand: space is held, or a pen's button.
  public var isPanHeld = false
  /// A drawing that cannot be written (opened twice, read-only) takes no ink.
  public var isReadOnly = false

  /// What is selected, where anything is.
  public internal(set) var selection: Selection?
  /// Where the selection is shown, from where it is in the drawing; `nil` while nobody moves it.
  @exclusivity(unchecked)
  public internal(set) var selectionMotion: AffineTransform?
  /// Keys that are held while a tool selects.
  public var selectionModifiers: SelectionModifiers = []
  /// Device pixels for a widget point: where a selection that was moved comes to rest.
  public var deviceScale = 1.0

  /// The eraser's radius, in widget points.
  public var eraserRadius: Double { picker.eraser.radius }

  /// What a finger leaves when it lifts waits for ``settle(_:)`` before it is a step: it may yet
  /// turn out to be a palm's.
  public var fingersAreProvisional = false
  /// Lines of light, which nobody keeps.
  var trailTable = Trails()
  /// What time it is; tests set their own.
  public var clock = MonotonicClock.system
  /// What the file holds of ``provisional``.
  var keptProvisional: String?
  /// Provisional ink that the file held when it was opened: whoever wrote it came to a sudden end.
  var foundProvisional: String?

  /// The next press tells a colour (``pickColor()``), or does so already.
  public internal(set) var isPickingColor = false

  private var nextElement: Int64
  private var nextContent: Int64
  private var random: any RandomNumberGenerator
  /// Undo (negative) and redo (positive) steps asked for whose edits are still being read.
  private var pendingSteps = 0

  public init(
    _ contents: DocumentContents,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    drawing = contents.drawing
    history = UndoHistory(contents.history)
    nextElement = contents.nextElementID.number
    nextContent = contents.nextContentID.number
    self.random = random
    foundProvisional = contents.metadata[.provisionalInk]
  }

  /// Whether a tool takes ink away where it touches.
  public func erases(_ tool: StylusTool) -> Bool {
    tool.kind == .eraser || picker.tool == .eraser || isErasing
  }

  func takeElement() -> ElementID {
    defer { nextElement += 1 }
    return ElementID(nextElement)
  }

  /// What tells the grain of one stroke from another's.
  func nextSeed() -> UInt32 { UInt32.random(in: .min ... .max, using: &random) }

  func takeContent() -> ContentID {
    defer { nextContent += 1 }
    return ContentID(nextContent)
  }

  // MARK: Paper

  /// What the canvas shows: settings being tried out, or the drawing's own.
  public var settings: DrawingSettings { trial ?? drawing.settings }

  /// The box of all pages and of all ink, in canvas space.
  public var extent: Rect { drawing.bounds.union(settings.layout.bounds) }

  /// Settings that are shown while somebody chooses, and that nothing else knows of.
  private var trial: DrawingSettings?

  /// Shows other settings without changing the drawing; `nil` shows its own again.
  public func tryOut(_ settings: DrawingSettings?) -> CanvasUpdate {
    var update = CanvasUpdate()
    let before = self.settings
    trial = settings
    update.settingsChanged = self.settings != before
    return update
  }

  /// Changes what the drawing is on, as one step; what was tried out is over.
  ///
  /// Nothing happens where the drawing has these settings, takes no change, or a tool is down.
  public func change(to settings: DrawingSettings) -> CanvasUpdate {
    var update = tryOut(nil)
    guard !isBusy, !isReadOnly, settings != drawing.settings else { return update }
    update.merge(settleAll())
    let edit = DrawingEdit(
      label: .paper, settings: SettingsChange(before: drawing.settings, after: settings))
    apply(edit)
    update.settingsChanged = true
    record(edit, into: &update)
    return update
  }

  // MARK: History

  func apply(_ edit: DrawingEdit) {
    do {
      try drawing.apply(edit)
    } catch {
      // Edits are made from this very drawing, or come from the file that it was read from.
      preconditionFailure("an edit does not fit its drawing: \(error)")
    }
  }

  func record(_ edit: DrawingEdit, into update: inout CanvasUpdate) {
    pendingSteps = 0
    let step = history.append(edit)
    update.commands.append(.commit(step: step, edit: edit))
    update.historyChanged = true
  }

  /// Takes the last step back.
  ///
  /// Where its edit has to be read first, the update says so (``CanvasUpdate/wantsHistory``) and nothing
  /// changes until ``provide(_:for:)`` brings it.
  /// Nothing happens while a tool is down.
  public func undo() -> CanvasUpdate {
    guard !isBusy, !isReadOnly else { return CanvasUpdate() }
    var update = settleAll()
    pendingSteps -= 1
    update.merge(stepAsFarAsKnown())
    return update
  }

  /// Does the next undone step again, under the same conditions as ``undo()``.
  public func redo() -> CanvasUpdate {
    guard !isBusy, !isReadOnly else { return CanvasUpdate() }
    var update = settleAll()
    pendingSteps += 1
    update.merge(stepAsFarAsKnown())
    return update
  }

  /// The steps whose edits should be read from the file and given to ``provide(_:for:)``.
  public var wantedSteps: [Int] { history.missing }

  /// Brings edits that were read from the file, and does what was waiting for them.
  ///
  /// While a tool is down nothing is done, and nothing waits any longer: whoever drew meanwhile no longer
  /// means the step that was on top then.
  public func provide(_ edit: DrawingEdit, for step: Int) -> CanvasUpdate {
    history.hold(edit, for: step)
    guard isBusy else { return stepAsFarAsKnown() }
    pendingSteps = 0
    return CanvasUpdate()
  }

  /// An edit could not be read: what waits for it is not going to happen.
  public func giveUp(_ step: Int) {
    let next = pendingSteps < 0 ? history.undoStep : history.redoStep
    if next?.number == step { pendingSteps = 0 }
  }

  /// Lets go of what the file has and nobody is likely to ask for.
  public func trim(persistedThrough step: Int) {
    history.trim(persistedThrough: step)
  }

  private func stepAsFarAsKnown() -> CanvasUpdate {
    var update = CanvasUpdate()
    while pendingSteps != 0 {
      let back = pendingSteps < 0
      guard let step = back ? history.undoStep : history.redoStep else {
        pendingSteps = 0
        break
      }
      guard let edit = history.edit(step.number) else {
        update.wantsHistory = true
        break
      }
      let change = back ? edit.inverse : edit
      apply(change)
      follow(change, &update)
      if back { history.stepBack() } else { history.stepForth() }
      pendingSteps += back ? 1 : -1
      update.damage.append(change.damage)
      if change.settings != nil { update.settingsChanged = true }
      update.commands.append(.moveHead(to: history.head))
      update.historyChanged = true
    }
    return update
  }
}
