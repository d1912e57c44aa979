import InkModel
import InkStore

/// One drawing being worked on, without a window: tools, undo, viewport.
///
/// 1. Made from what the file holds.
/// 2. ``handle(_:)``, ``undo()`` and ``redo()`` change it and answer with a ``CanvasUpdate``.
/// 3. The update's commands go to the file in order; nothing here waits for it.
///
/// Invariants, between calls:
/// 1. ``drawing`` is what the file will show once all commands are performed, but for what a sweep
///    of the eraser that is still going on has taken away and left in its place.
/// 2. A contact has a wet stroke or a sweep, never both; one that is held has one of them.
/// 3. Element and content numbers only go up.
public final class CanvasSession {
  public private(set) var drawing: Drawing
  public private(set) var history: UndoHistory
  /// Strokes in progress, and those that have lifted and are provisional (``held``).
  public private(set) var wet: [ContactID: WetStroke] = [:]
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
  /// A drawing that cannot be written (opened twice, read-only) takes no ink.
  public var isReadOnly = false

  /// What is selected, where anything is.
  public internal(set) var selection: Selection?
  // Unchecked here and below: read with each report, all on one thread.
  /// Where the selection is shown, from where it is in the drawing; `nil` while nobody moves it.
  @exclusivity(unchecked)
  public internal(set) var selectionMotion: AffineTransform?
  /// Keys that are held while a tool selects.
  public var selectionModifiers: SelectionModifiers = []
  /// Device pixels for a widget point: where a selection that was moved comes to rest.
  public var deviceScale = 1.0
  @exclusivity(unchecked)
  var selectionGesture: SelectionGesture?

  /// The eraser's radius, in widget points.
  public var eraserRadius: Double { picker.eraser.radius }

  /// How many elements the erasers that are down have looked at.
  var eraserVisits: Int { sweeps.values.reduce(0) { $0 + $1.visits } }

  /// Where erasers are now, in widget points.
  public var erasers: [Point] { sweeps.filter { !held.contains($0.key) }.map(\.value.tip) }

  /// True while any tool is down, or fingers have hold of the selection.
  public var isBusy: Bool {
    wet.count + sweeps.count > held.count || selectionGesture != nil || selectionMotion != nil
  }

  /// What a finger leaves when it lifts waits for ``settle(_:)`` before it is a step: it may yet
  /// turn out to be a palm's.
  public var fingersAreProvisional = false
  /// Contacts that have lifted and whose ink is provisional, oldest first.
  ///
  /// Each has a wet stroke or a sweep.
  @exclusivity(unchecked)
  public internal(set) var held: [ContactID] = []
  /// What the file holds of ``held``.
  var keptProvisional: String?
  /// Provisional ink that the file held when it was opened: whoever wrote it came to a sudden end.
  var foundProvisional: String?

  @exclusivity(unchecked)
  private var sweeps: [ContactID: EraserSweep] = [:]
  func isErasing(_ contact: ContactID) -> Bool { sweeps[contact] != nil }
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

  // MARK: Input

  /// Whether a tool takes ink away where it touches.
  public func erases(_ tool: StylusTool) -> Bool {
    tool.kind == .eraser || picker.tool == .eraser || isErasing
  }

  public func handle(_ input: StylusInput) -> CanvasUpdate {
    switch input {
    case .down(let contact, let tip): return down(contact, tip)
    case .move(let contact, let settled, let tip): return move(contact, settled, tip)
    case .up(let contact, let settled):
      var update = move(contact, settled, nil)
      if contact.tool.kind == .finger, fingersAreProvisional, selectionGesture?.contact != contact {
        hold(contact, into: &update)
      } else {
        update.merge(end(contact))
      }
      return update
    case .lost(let contact): return end(contact)
    case .cancelled(let contact): return withdraw(contact)
    }
  }

  private func down(_ contact: ContactID, _ tip: StylusSample) -> CanvasUpdate {
    var update = end(contact)  // A tool that comes down twice has lifted in between.
    // What a finger left before was no palm's: the hand goes on with a mouse.
    if contact.tool.kind == .mouse { update.merge(settleAll()) }
    if picker.tool == .selection, !erases(contact.tool) {
      update.merge(beginSelecting(contact, tip))
      return update
    }
    guard !isReadOnly else { return update }
    if erases(contact.tool) {
      let place = viewport.canvasFromWidget(tip.position)
      guard place.isFinite else { return update }
      sweeps[contact] = EraserSweep(picker.eraser.kind, at: tip.position, place)
      erase(contact, to: place, into: &update)
      update.eraserMoved = true
    } else {
      var stroke = WetStroke(
        tool: contact.tool, ink: picker.ink, seed: UInt32.random(in: .min ... .max, using: &random),
        stabilizer: stabilizer, forceCurve: forceCurve)
      stroke.tip = tip.mapped(by: viewport.canvasFromWidget)
      wet[contact] = stroke
      update.wet.insert(contact)
    }
    return update
  }

  private func move(
    _ contact: ContactID, _ settled: [StylusSample], _ tip: StylusSample?
  ) -> CanvasUpdate {
    var update = CanvasUpdate()
    if selectionGesture?.contact == contact {
      return moveSelecting(to: settled.map(\.position) + (tip.map { [$0.position] } ?? []))
    }
    if sweeps[contact] != nil {
      return sweep(contact, to: settled.map(\.position) + (tip.map { [$0.position] } ?? []))
    }
    let canvasFromWidget = viewport.canvasFromWidget
    // In place: a stroke is too large to be taken out and put back for each report.
    guard let i = wet.index(forKey: contact) else { return update }
    wet.values[i].move(
      settled.map { $0.mapped(by: canvasFromWidget) }, tip: tip?.mapped(by: canvasFromWidget))
    update.wet.insert(contact)
    return update
  }

  /// Whether a contact has a wet stroke.
  public func isWet(_ contact: ContactID) -> Bool { wet.index(forKey: contact) != nil }

  /// Lets a wet stroke be asked where it lies, `nil` where there is none: a copy costs more than most answers.
  ///
  /// - Parameter ask: Takes no other way to ``wet``.
  func withWet<Answer>(_ contact: ContactID, _ ask: (inout WetStroke) -> Answer) -> Answer? {
    guard let i = wet.index(forKey: contact) else { return nil }
    return ask(&wet.values[i])
  }

  /// Ends a contact where it is: what it did becomes a step.
  func end(_ contact: ContactID) -> CanvasUpdate {
    if selectionGesture?.contact == contact { return endSelecting() }
    var update = CanvasUpdate()
    if !letGo(of: contact, into: &update) { eraseToTip(contact, into: &update) }
    if sweeps[contact] != nil {
      settle(contact, into: &update)
      update.eraserMoved = true
    }
    if let stroke = wet.removeValue(forKey: contact) {
      update.wet.insert(contact)
      keep(stroke, into: &update)
    }
    return update
  }

  /// Erases what is left of the way to where a sweep's tip is.
  func eraseToTip(_ contact: ContactID, into update: inout CanvasUpdate) {
    guard let (tip, last) = sweeps[contact].map({ ($0.tip, $0.last) }) else { return }
    let place = viewport.canvasFromWidget(tip)
    if place.isFinite, EraserSweep.rounded(place) != last {
      erase(contact, to: place, into: &update)
    }
    update.eraserMoved = true
  }

  /// Makes a step of a stroke that is complete.
  func keep(_ stroke: WetStroke, into update: inout CanvasUpdate) {
    guard let content = stroke.finished(id: ContentID(nextContent)) else { return }
    let element = Element(
      id: takeElement(),
      order: drawing.order(for: StockBrushes.family(of: stroke.ink).place),
      kind: .stroke(
        Stroke(content: content.id, ink: stroke.ink, path: content.path, seed: content.seed)))
    nextContent += 1
    let edit = DrawingEdit(label: .draw, inserted: [element], contents: [content])
    apply(edit)
    update.appended.append(element)
    record(edit, into: &update)
  }

  /// Takes back what a contact did so far, as if it had never been.
  private func withdraw(_ contact: ContactID) -> CanvasUpdate {
    if selectionGesture?.contact == contact { return withdrawSelecting() }
    var update = CanvasUpdate()
    letGo(of: contact, into: &update)
    if let sweep = sweeps.removeValue(forKey: contact) {
      let edit = sweep.edit.inverse
      apply(edit)
      follow(edit, &update)
      update.damage.append(edit.damage)
      update.eraserMoved = true
    }
    if wet.removeValue(forKey: contact) != nil { update.wet.insert(contact) }
    return update
  }

  private func sweep(_ contact: ContactID, to places: [Point]) -> CanvasUpdate {
    var update = CanvasUpdate()
    for place in places where place.isFinite {
      guard let (kind, last) = sweeps[contact].map({ ($0.kind, $0.last) }) else { break }
      sweeps[contact]?.tip = place
      // A tablet tells of moves that nobody sees; they are erased along with the next one.
      let moved = viewport.widgetFromCanvas(last).distance(to: place)
      guard kind == .stroke || moved >= eraserRadius / 16 else { continue }
      erase(contact, to: viewport.canvasFromWidget(place), into: &update)
    }
    update.eraserMoved = true
    return update
  }

  /// Erases from where a sweep is to a place on the canvas.
  private func erase(_ contact: ContactID, to place: Point, into update: inout CanvasUpdate) {
    let radius = eraserRadius / viewport.scale
    // In place: a sweep over thousands of strokes is not copied for each sample.
    guard
      let stretch = sweeps[contact]?.move(
        to: place, radius: radius, over: drawing, nextID: takeElement),
      !stretch.edit.isEmpty
    else { return }
    apply(stretch.edit)
    follow(stretch.edit, &update)
    update.damage.append(stretch.damage)
    for (old, new) in stretch.changes {
      // What another eraser is at work on stays its own.
      let owner = sweeps.first { $0.value.pieces[old.id] != nil }?.key ?? contact
      sweeps[owner]?.replace(old, with: new)
    }
  }

  /// Ends a sweep: its strokes fall apart, and all of it becomes one step.
  private func settle(_ contact: ContactID, into update: inout CanvasUpdate) {
    guard var sweep = sweeps.removeValue(forKey: contact) else { return }
    let stretch = sweep.settle(nextID: takeElement)
    if !stretch.edit.isEmpty {
      apply(stretch.edit)
      follow(stretch.edit, &update)
    }
    if !stretch.damage.isEmpty { update.damage.append(stretch.damage) }
    if !sweep.removed.isEmpty { record(sweep.edit, into: &update) }
  }

  func takeElement() -> ElementID {
    defer { nextElement += 1 }
    return ElementID(nextElement)
  }

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
