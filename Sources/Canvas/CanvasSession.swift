import InkModel
import InkRendering
import InkStore

/// One drawing being edited, without a window: tools, undo, viewport.
///
/// 1. Made from the contents of a file.
/// 2. ``handle(_:)``, ``undo()`` and ``redo()`` change it and return a ``CanvasUpdate``. What a contact
///    does is decided by its ``Activity``, from its down to its end.
/// 3. The update's commands are written to the file in order; nothing here waits for it.
///
/// Invariants, between calls:
/// 1. ``drawing`` is what the file will show once all commands are performed, but for the edits
///    of eraser sweeps in progress.
/// 2. A contact that is down has one activity (``Activities``), one that has lifted left one result in
///    ``provisional`` at most.
/// 3. Element and content numbers only increase.
public final class CanvasSession {
  public private(set) var drawing: Drawing
  public private(set) var history: UndoHistory
  // Unchecked here and below: read with each report, all on one thread.
  /// The activities of the contacts that are down.
  @exclusivity(unchecked)
  var activities = Activities()
  /// What fingers have left that may turn out to be a palm's.
  @exclusivity(unchecked)
  var provisional = ProvisionalInk()
  /// Never beyond ``Viewport/reach``.
  public var viewport = Viewport() {
    didSet { viewport.keepWithinReach() }
  }
  /// The tool that contacts without an eraser end use, and its ink.
  public var picker = ToolPicker()
  /// How much the next strokes are steadied.
  public var stabilizer = Stabilizer.none
  /// Maps the force of tools in the next strokes.
  public var forceCurve = ForceCurve.identity
  /// Every tool erases, for as long as a pen's button is held.
  public var isErasing = false
  /// Later contacts pan the view, whatever the picker's tool: space is held, or a pen's button.
  public var isPanHeld = false
  /// A drawing that cannot be written (opened twice, read-only) takes no ink, nor does a moment of its past.
  public var isReadOnly: Bool {
    get { isFixed || isLookingBack }
    set { isFixed = newValue }
  }
  private var isFixed = false
  /// The drawing as it is now, while ``drawing`` is one of its past (``look(at:damage:)``).
  private(set) var present: Drawing? { didSet { isLookingBack = present != nil } }
  /// What is shown is a moment of the past.
  public private(set) var isLookingBack = false

  /// The selected elements, where there are any.
  public internal(set) var selection: Selection?
  /// The transform of the selection while it is moved, in canvas space; `nil` while it is not.
  @exclusivity(unchecked)
  public internal(set) var selectionMotion: AffineTransform?
  /// The selected picture while it is cropped or its opacity is chosen.
  var pictureTrial: PictureTrial?
  /// What tools over the paper cover, in widget points; the handle that turns the selection keeps clear of it.
  public var toolsFrame = Rect.empty
  /// Keys that are held while a tool selects.
  public var selectionModifiers: SelectionModifiers = []
  /// What pages of documents say, as far as it was read; those in view are enough.
  public var pageTexts: [ForeignPage: PageText] = [:]
  /// The text of documents that is selected.
  var textSelection: PageTextSelection?
  var lastTextTap: (position: Point, time: Double, count: Int)?
  /// The highlighter keeps to the lines of a document's text.
  public var snapsHighlighter = true

  /// Device pixels for a widget point, to whose grid a moved selection is aligned.
  public var deviceScale = 1.0

  /// The eraser's radius, in widget points.
  public var eraserRadius: Double { picker.eraser.radius }

  /// What a finger leaves when it lifts waits for ``settle(_:)`` before it is a step: it may
  /// turn out to be a palm's.
  public var fingersAreProvisional = false
  /// Lines of light, which are in no file.
  var trailTable = Trails()
  /// The clock; tests set their own.
  public var clock = MonotonicClock.system
  /// What the file has of ``provisional``.
  var keptProvisional: String?
  /// Provisional ink that the file had when it was opened: the process that wrote it was killed.
  var foundProvisional: String?

  /// The instrument that lies over the paper.
  public internal(set) var shownInstrument: Instrument.Kind?
  /// The width of the box around the reading of a compass, in widget points: told by what shows it.
  public var readingWidth = 72.0
  /// The contact that tapped the reading of an instrument last, while it may still be withdrawn.
  var measureAsker: ContactID?
  /// Where each was put last; those that never were on the paper are not in it.
  var placedInstruments: [Instrument.Kind: PlacedInstrument] = [:]

  /// The layers that were chosen for tools to work on, the last one first.
  var chosenLayers: [Int32] = []
  /// The text box that is being edited, which ``shownDrawing`` does not have.
  public internal(set) var textEditing: TextEditing?
  /// For contacts that may be withdrawn: the text whose editing each one ends once it is settled.
  var endingTexts: [ContactID: ElementID] = [:]
  /// Whether its own undo and redo, see ``TextPast``, have a step.
  var textSteps = (canUndo: false, canRedo: false)
  /// What the file has of ``textEditing``.
  var keptTextDraft: String?
  /// A text that the file had when it was opened: the process that edited it was killed.
  var foundTextDraft: String?
  /// The contact before which the selection tool was returned, as long as it is down.
  @exclusivity(unchecked)
  var returning: (contact: ContactID, press: Press)?
  /// The element that the selection tool tapped last, and when: a second tap may edit it.
  var lastTap: Tap?

  /// The drawing began with a template, whose page is its paper.
  ///
  /// So new pages show what all pages show (``InkModel/PageLayout/repeatsContent``). Elsewhere, and where pages show
  /// different things, pages that are added are paper, for notes.
  public let hasTemplate: Bool

  /// The next press picks a colour (``pickColor()``), or does so already.
  public internal(set) var isPickingColor = false

  /// What other sessions of the drawing share with this one.
  let shared: SharedDrawing
  /// Told of what another session of the drawing has changed, and of what ``forgetHistory()`` has ended.
  public var onFollowed: (CanvasUpdate) -> Void = { _ in }
  /// Asked to end what is being done, by ``yieldTurn()`` or by whoever holds the contacts: another session of the drawing
  /// begins something.
  public var onYield: () -> Void = {}

  private var random: any RandomNumberGenerator
  /// Undo (negative) and redo (positive) steps requested whose edits are still being read.
  private var pendingSteps = 0

  public init(
    _ contents: DocumentContents,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    drawing = contents.drawing
    history = UndoHistory(contents.history)
    shared = SharedDrawing(
      nextElement: contents.nextElementID.number, nextContent: contents.nextContentID.number)
    self.random = random
    foundProvisional = contents.metadata[.provisionalInk]
    chosenLayers = contents.metadata[.currentLayer].flatMap { Int32($0) }.map { [$0] } ?? []
    foundTextDraft = contents.metadata[.textDraft]
    hasTemplate = contents.metadata[.template] != nil
    shared.add(self)
  }

  /// Another session of the drawing that `other` has, which is settled.
  init(sharing other: CanvasSession) {
    drawing = other.presentDrawing
    history = other.history
    shared = other.shared
    random = SystemRandomNumberGenerator()
    chosenLayers = other.chosenLayers
    isFixed = other.isFixed
    hasTemplate = other.hasTemplate
    shared.add(self)
  }

  /// Whether a tool erases.
  public func erases(_ tool: StylusTool) -> Bool {
    tool.kind == .eraser || picker.tool == .eraser || isErasing
  }

  func takeElement() -> ElementID {
    defer { shared.nextElement += 1 }
    return ElementID(shared.nextElement)
  }

  /// The seed of a stroke's random numbers.
  func nextSeed() -> UInt32 { UInt32.random(in: .min ... .max, using: &random) }

  func takeContent() -> ContentID {
    defer { shared.nextContent += 1 }
    return ContentID(shared.nextContent)
  }

  // MARK: Paper

  /// What the canvas shows: the settings of a trial, or the drawing's own.
  public var settings: DrawingSettings { trial ?? drawing.settings }

  /// The bounds of all pages and of all ink, in canvas space.
  public var extent: Rect { drawing.bounds.union(settings.layout.bounds) }

  /// Settings that are shown while a person chooses, without a step.
  private var trial: DrawingSettings?

  /// Shows other settings without changing the drawing; `nil` shows its own again.
  ///
  /// The first pages of a canvas are shown around what is there, which ``choose(_:)`` moves to them.
  public func tryOut(_ settings: DrawingSettings?) -> CanvasUpdate {
    var update = CanvasUpdate()
    let before = self.settings
    trial = settings?.arranged(as: drawing.arrangement)
    if let layout = trial?.layout {
      let offset = self.offset(toFirstPageOf: layout, in: drawing)
      if offset != .zero { trial?.layout = layout.shown(from: Point.zero - offset) }
    }
    update.settingsChanged = self.settings != before
    return update
  }

  /// Changes the settings of the drawing, as one step; a trial ends.
  ///
  /// What lies on pages that go stays where it is seen. Nothing happens where the drawing has these settings, takes no
  /// change, or a tool is down.
  ///
  /// - Parameter label: What the step is called.
  public func change(
    to settings: DrawingSettings, label: EditLabel = .paper
  ) -> CanvasUpdate {
    changeSettings { drawing in
      settings.arranged(as: drawing.arrangement) == drawing.settings
        ? nil : drawing.edit(label, to: settings, nextID: takeElement)
    }
  }

  // MARK: The arrangement of the pages

  /// Arranges the pages differently, in this session alone: no step, and nothing that the file has.
  ///
  /// What is being done ends first. The page in view stays where it is (``CanvasUpdate/shift``). Nothing happens while a
  /// contact is down.
  public func arrange(in columns: PageColumns) -> CanvasUpdate {
    guard columns != drawing.arrangement.columns, !isBusy else { return CanvasUpdate() }
    shared.takeTurn(self)
    var update = prepareToLookBack()
    update.merge(clearSelectedText())
    let (before, page) = (drawing, pageInView)
    let arrangement = presentDrawing.suitableArrangement(in: columns)
    drawing = drawing.arranged(as: arrangement)
    present = present?.arranged(as: arrangement)
    update.damage += [before.bounds.union(drawing.bounds)].filter { !$0.isEmpty }
    update.settingsChanged = true
    update.arrangementChanged = true
    if let page, let old = before.settings.layout.frame(page),
      let new = drawing.settings.layout.frame(page)
    {
      update.shift = update.shift + Vector(new.minX - old.minX, new.minY - old.minY)
    }
    return update
  }

  // MARK: History

  /// Shows a moment of the past, or the present again.
  func show(past moment: Drawing?) {
    guard let moment else {
      if let present { drawing = present }
      return present = nil
    }
    if present == nil { present = drawing }
    drawing = moment
  }

  /// - Returns: The bounds of what lies elsewhere now (``InkModel/Drawing/apply(_:)``).
  @discardableResult
  func apply(_ edit: DrawingEdit) -> Rect {
    do {
      return try drawing.apply(edit)
    } catch {
      // Edits are made from this drawing, or come from the file that it was read from.
      preconditionFailure("an edit does not fit its drawing: \(error)")
    }
  }

  func record(_ edit: DrawingEdit, into update: inout CanvasUpdate) {
    update.merge(dropPictureTrial().update)
    pendingSteps = 0
    let step = history.append(edit)
    update.commands.append(.commit(step: step, edit: edit.inOneColumn))
    update.historyChanged = true
    shared.forOthers(than: self) { other in
      other.follow(self, edit) { _ = $0.append(edit) }
    }
  }

  /// Does what another session of the drawing has done.
  ///
  /// - Parameter step: What that has made of the history.
  private func follow(
    _ other: CanvasSession, _ change: DrawingEdit, _ step: (inout UndoHistory) -> Void
  ) {
    // Looking back ends: there is another step.
    var update = returnToNow()
    update.merge(dropPictureTrial().update)
    pendingSteps = 0
    let before = drawing
    let change = change.placed(in: drawing)
    do {
      let moved = try drawing.apply(change)
      update.damage += [change.damage, moved].filter { !$0.isEmpty }
    } catch {
      // Something was in progress here that should have ended before: the other one has the drawing.
      drawing = other.presentDrawing.arranged(as: drawing.arrangement)
      update.damage.append(before.bounds.union(drawing.bounds))
    }
    follow(change, &update)
    followPages(change, &update)
    step(&history)
    if let settings = change.settings {
      update.settingsChanged = true
      if settings.before.layers != settings.after.layers { tookLayers(&update) }
    }
    update.historyChanged = true
    onFollowed(update)
  }

  /// Whether an undo or redo waits for its edit.
  var isWaitingForHistory: Bool { pendingSteps != 0 }

  /// Undo and redo that wait for their edits are not done.
  func dropRequests() { pendingSteps = 0 }

  /// Undoes the last step.
  ///
  /// Where its edit has to be read first, the update requests it (``CanvasUpdate/wantsHistory``) and nothing
  /// changes until ``provide(_:for:)`` brings it.
  /// Nothing happens while a tool is down.
  public func undo() -> CanvasUpdate {
    shared.takeTurn(self)
    guard !isBusy, !isReadOnly else { return CanvasUpdate() }
    // What is only tried out is taken back first.
    if isTryingPicture { return endPictureTrial(keeping: false) }
    var update = endText()
    update.merge(settleAll())
    pendingSteps -= 1
    update.merge(stepAsFarAsKnown())
    return update
  }

  /// Redoes the next undone step, under the same conditions as ``undo()``.
  public func redo() -> CanvasUpdate {
    shared.takeTurn(self)
    guard !isBusy, !isReadOnly else { return CanvasUpdate() }
    if isTryingPicture { return endPictureTrial(keeping: false) }
    var update = endText()
    update.merge(settleAll())
    pendingSteps += 1
    update.merge(stepAsFarAsKnown())
    return update
  }

  /// Undoes the last steps where each has drawn something, and their edits need not be read first; `nil` where it cannot.
  ///
  /// For ink that turns out to be none of the drawing's; redo brings it back.
  public func takeBackStrokes(_ count: Int) -> CanvasUpdate? {
    // What is in progress would become a step first.
    guard !isBusy, !isReadOnly, !isTryingPicture, !isWaitingForHistory,
      provisional.contacts.isEmpty, textEditing == nil, count > 0, count <= history.position
    else { return nil }
    let last = history.steps[..<history.position].suffix(count)
    guard last.allSatisfy({ $0.label == .draw && history.edit($0.number) != nil }) else {
      return nil
    }
    var update = CanvasUpdate()
    for _ in 0..<count { update.merge(undo()) }
    // None of it is shown: the pen is elsewhere.
    update.stepped = nil
    return update
  }

  /// The steps whose edits should be read from the file and given to ``provide(_:for:)``.
  public var wantedSteps: [Int] { history.missing }

  /// Supplies edits that were read from the file, and does what was waiting for them.
  ///
  /// While a tool is down the requests are dropped: the step that was on top when they were made
  /// is not on top any more.
  public func provide(_ edit: DrawingEdit, for step: Int) -> CanvasUpdate {
    history.hold(edit, for: step)
    guard isBusy else { return stepAsFarAsKnown() }
    pendingSteps = 0
    return CanvasUpdate()
  }

  /// An edit could not be read: the requests that wait for it are dropped.
  public func giveUp(_ step: Int) {
    let next = pendingSteps < 0 ? history.undoStep : history.redoStep
    if next?.number == step { pendingSteps = 0 }
  }

  /// Releases edits and contents that the file has and that are far from the head.
  public func trim(persistedThrough step: Int) {
    history.trim(persistedThrough: step)
  }

  /// Whether all that was done is in the history or in the drawing.
  public var canForgetHistory: Bool {
    !isBusy && provisional.contacts.isEmpty && textEditing == nil
  }

  /// Forgets the history, of a drawing whose file has lost it, and returns what the next file is to show.
  ///
  /// `nil` while a contact is down, what one has left is provisional, or a text is edited: these end in steps of the
  /// history that is there now.
  public func forgetHistory() -> DocumentContents? {
    guard canForgetHistory else { return nil }
    // A moment of the past is made of the history.
    var ended = returnToNow()
    history = UndoHistory()
    pendingSteps = 0
    ended.historyChanged = true
    onFollowed(ended)
    let kept = presentDrawing.inOneColumn
    return DocumentContents(
      elements: Array(kept.elements), nextElementID: ElementID(shared.nextElement),
      nextContentID: ContentID(shared.nextContent), settings: kept.settings)
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
      update.merge(dropPictureTrial().update)
      let change = (back ? edit.inverse : edit).placed(in: drawing)
      let moved = apply(change)
      update.noteStep(over: SteppedArea(change, hiding: drawing.settings.hiddenLayers))
      follow(change, &update)
      followPages(change, &update)
      if back { history.stepBack() } else { history.stepForth() }
      shared.forOthers(than: self) { other in
        other.follow(self, change) { if back { $0.stepBack() } else { $0.stepForth() } }
      }
      pendingSteps += back ? 1 : -1
      update.damage.append(change.damage.union(moved))
      if let settings = change.settings {
        update.settingsChanged = true
        if settings.before.layers != settings.after.layers { tookLayers(&update) }
      }
      update.commands.append(.moveHead(to: history.head))
      update.historyChanged = true
    }
    return update
  }
}
