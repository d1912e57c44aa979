import InkModel

/// What contacts do: each input goes to the activity of its contact alone.
///
/// The activity of a contact is decided once, when it comes down, in this order:
///
/// 1. While a contact pans, every other is idle; while space or a pen's button for it is held and there is no
///    other activity, the contact pans.
/// 2. While a colour is to be picked the contact picks it; others beside it are idle.
/// 3. On the instrument over the paper the contact moves that.
/// 4. While a picture is cropped the tool that selects crops it; any other keeps the crop first.
/// 5. Beside what the selection tool was lent for, the tool of before is returned to the picker.
/// 6. The tool of the picker, or the eraser, is used; the contact is idle where the tool cannot be used, and the update
///    tells why where that is the layer (``CanvasUpdate/refused``).
extension CanvasSession {
  public func handle(_ input: StylusInput) -> CanvasUpdate {
    var update = CanvasUpdate()
    switch input {
    case .down(let contact, let tip): down(contact, tip, into: &update)
    case .move(let contact, let settled, let tip):
      guard let activity = activities[contact] else { break }
      update.use = activity.use
      followReturning(contact, settled, tip)
      activity.move(settled, tip: tip, in: self, into: &update)
    case .up(let contact, let settled):
      // Where no sample is left to settle, the tip that was shown last is where it lifts.
      if !settled.isEmpty {
        followReturning(contact, settled, nil)
        activities[contact]?.move(settled, tip: nil, in: self, into: &update)
      }
      end(contact, isProvisional: mayBeWithdrawn(contact), into: &update)
    case .lost(let contact): lose(contact, into: &update)
    case .cancelled(let contact): cancel(contact, into: &update)
    }
    return update
  }

  private func down(
    _ contact: ContactID, _ tip: StylusSample, into update: inout CanvasUpdate
  ) {
    shared.takeTurn(self)
    // A tool that comes down twice has lifted in between; what it left before was not a palm's.
    end(contact, isProvisional: false, into: &update)
    settle(contact, into: &update)
    let activity = activity(for: contact, tip, into: &update)
    activities.begin(contact, activity)
    update.use = activity.use
  }

  /// Decides which activity a contact gets.
  private func activity(
    for contact: ContactID, _ tip: StylusSample, into update: inout CanvasUpdate
  ) -> any Activity {
    if isPanning { return IdleActivity(.view) }
    if isPanHeld, !isBusy { return PanActivity(contact, at: tip.position) }
    if isPickingColor {
      return activities.has(PickColorActivity.self)
        ? IdleActivity(.colorPick) : PickColorActivity(at: tip.position)
    }
    if instrumentPart(at: tip.position, of: contact.tool.kind) != nil {
      return InstrumentActivity(contact, at: tip.position, in: self) ?? IdleActivity()
    }
    var tool = tool(of: contact.tool)
    // A press elsewhere ends the editing of a text; the text tool's begins the next one.
    if let textEditing {
      if mayBeWithdrawn(contact) {
        endingTexts[contact] = textEditing.id
      } else {
        update.merge(endText())
      }
    }
    // What a finger left before was not a palm's: the mouse is used now.
    if contact.tool.kind == .mouse { update.merge(settleAll()) }
    if isTryingPicture {
      if tool.tool == .selection, crop != nil {
        return CropActivity(contact, at: tip.position, in: self) ?? IdleActivity()
      }
      update.merge(endPictureTrial(keeping: true))
    }
    if returnsTool(to: contact, at: tip.position, into: &update) {
      tool = self.tool(of: contact.tool)
    }
    guard !(tool.changesInk && isReadOnly) else {
      update.refusedInPast = isLookingBack
      return IdleActivity()
    }
    if tool.changesInk, let closed = closedCurrentLayer {
      return RefusedActivity(closed, contact, into: &update)
    }
    return tool.begin(contact, tip, self, &update) ?? IdleActivity()
  }

  /// The tool that a pen, a finger or the mouse uses: the eraser, or that of the picker.
  public func tool(of tool: StylusTool) -> ToolDefinition {
    ToolCatalog.definition(of: erases(tool) ? .eraser : picker.tool)
  }

  private func end(
    _ contact: ContactID, isProvisional: Bool, into update: inout CanvasUpdate
  ) {
    guard !endsReturningTap(contact) else { return cancel(contact, into: &update) }
    guard let activity = activities.end(contact) else { return }
    update.use = activity.use
    // Before any step of the activity's own; what is provisional ends it when it is settled.
    if !(isProvisional && activity.leavesResult) { endText(pressedBy: contact, into: &update) }
    guard let result = activity.end(in: self, into: &update) else { return }
    if isProvisional {
      hold(result, of: contact, into: &update)
    } else {
      keep(result, of: contact, into: &update)
    }
  }

  private func lose(_ contact: ContactID, into update: inout CanvasUpdate) {
    settle(contact, into: &update)
    guard !endsReturningTap(contact) else { return cancel(contact, into: &update) }
    guard let activity = activities.end(contact) else { return }
    update.use = activity.use
    endText(pressedBy: contact, into: &update)
    if let result = activity.lost(in: self, into: &update) {
      keep(result, of: contact, into: &update)
    }
  }

  private func cancel(_ contact: ContactID, into update: inout CanvasUpdate) {
    if returning?.contact == contact { returning = nil }
    endingTexts[contact] = nil
    if measureAsker == contact { measureAsker = nil }
    if let activity = activities.end(contact) {
      update.use = activity.use
      activity.cancel(in: self, into: &update)
    } else {
      withdraw(contact, into: &update)
    }
  }

  // MARK: Results

  /// Makes a step of what an activity has left.
  func keep(_ result: ActivityResult, of contact: ContactID, into update: inout CanvasUpdate) {
    switch result {
    case .stroke(let stroke):
      // What is put onto a line of text is another stroke than the one that is wet.
      let highlight = highlight(stroke)
      let element = keep(
        highlight?.stroke ?? stroke, canvasFromStroke: highlight?.canvasFromStroke ?? .identity,
        into: &update)
      update.ended.append(
        EndedStroke(contact: contact, element: highlight == nil ? element : nil))
    case .sweep(var sweep):
      // Its strokes separate into fragments, and all of it becomes one step.
      let stretch = sweep.settle(nextID: takeElement)
      if !stretch.edit.isEmpty {
        apply(stretch.edit)
        follow(stretch.edit, &update)
      }
      if !stretch.damage.isEmpty { update.damage.append(stretch.damage) }
      if !sweep.removed.isEmpty { record(sweep.edit, into: &update) }
      update.eraserMoved = true
    }
  }

  /// Makes a step of a stroke that is complete.
  ///
  /// - Parameters:
  ///   - canvasFromStroke: From the space of its samples.
  ///   - page: That it belongs to, where that is known; else the one where it begins.
  /// - Returns: Its element in the drawing; `nil` where not one sample was usable, or where the drawing would be
  ///   refused with it (``InkModel/ElementLimits``).
  @discardableResult
  func keep(
    _ stroke: WetStroke, canvasFromStroke: AffineTransform = .identity, onPage page: Int32? = nil,
    into update: inout CanvasUpdate
  ) -> Element? {
    let id = takeContent()
    guard let content = stroke.finished(id: id) else { return nil }
    let ink = Stroke(
      content: content.id, ink: stroke.ink, path: content.path, seed: content.seed)
    var element = newElement(
      .stroke(ink), order: .first,
      canvasFromElement: canvasFromStroke,
      at: canvasFromStroke(content.path.points.first?.position ?? .zero), onPage: page)
    element.order = drawing.order(of: element)
    guard element.isWithinLimits else { return nil }
    let edit = DrawingEdit(label: .draw, inserted: [element], contents: [content])
    apply(edit)
    if drawing.canBePaintedLast(element) {
      update.appended.append(element)
    } else {
      update.damage.append(element.bounds)
    }
    record(edit, into: &update)
    return element
  }

  /// Undoes what an activity has left, or would have: as if its contact had never come.
  func withdraw(
    _ result: ActivityResult, of contact: ContactID, into update: inout CanvasUpdate
  ) {
    switch result {
    case .stroke: update.ended.append(EndedStroke(contact: contact, element: nil))
    case .sweep(let sweep):
      let edit = sweep.edit.inverse
      apply(edit)
      follow(edit, &update)
      update.damage.append(edit.damage)
      update.eraserMoved = true
    }
  }

  /// Tells the sweep that made a fragment what another eraser made of it.
  ///
  /// - Returns: Whether there is such a sweep, in the table or provisional.
  func replaceErased(_ old: Element, with new: Element?) -> Bool {
    for eraser in activities.all(EraseActivity.self) where eraser.replace(old, with: new) {
      return true
    }
    return provisional.replaceErased(old, with: new)
  }

  // MARK: What contacts do now

  /// True while a tool is at work, or two fingers transform the selection.
  public var isBusy: Bool { activities.isBusy || selectionMotion != nil }

  /// A contact moves the view.
  public var isPanning: Bool { activities.has(PanActivity.self) }

  /// Strokes that are shown and are not in the drawing yet.
  public var wet: WetStrokes { WetStrokes(session: self) }

  /// Whether a contact has a wet stroke.
  public func isWet(_ contact: ContactID) -> Bool {
    activities[contact]?.stroke != nil || provisional.stroke(of: contact) != nil
  }

  /// Calls `body` with a wet stroke in its storage, `nil` where there is none: a copy of it is expensive.
  ///
  /// - Parameter body: Must not access ``wet``.
  func withWet<Result>(_ contact: ContactID, _ body: (inout WetStroke) -> Result) -> Result? {
    if let stroke = activities[contact]?.stroke { return body(&stroke.wet) }
    guard var stroke = provisional.stroke(of: contact) else { return nil }
    return body(&stroke)
  }

  /// The activity that selects, unless it has been given up.
  var selecting: SelectActivity? {
    for case let activity as SelectActivity in activities.lazy.map(\.activity)
    where !activity.isOver { return activity }
    return nil
  }

  /// The positions of erasers, in widget points.
  public var erasers: [Point] { activities.all(EraseActivity.self).map(\.sweep.tip) }

  /// How many elements the erasers whose work is no step yet have tested.
  var eraserVisits: Int {
    (activities.all(EraseActivity.self).map(\.sweep) + provisional.sweeps)
      .reduce(0) { $0 + $1.visits }
  }
}
