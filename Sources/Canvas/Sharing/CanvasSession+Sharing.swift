import InkModel

/// Several sessions of one drawing, each with a view, tools and a selection of its own.
///
/// 1. ``init(beside:)`` makes another session of a drawing that is open.
/// 2. A step that one makes, undoes or redoes is made, undone or redone in all others at once; their ``onFollowed`` is told
///    what has changed. Commands for the file come once, from the session that did it.
///
/// Invariants, between calls:
/// 1. All have the same drawing, but for edits of eraser sweeps in progress and for where the pages stand, and the same
///    history.
/// 2. One at most is unsettled (``isUnsettled``): whoever begins something has the others end what they do first.
extension CanvasSession {
  /// Another session of the same drawing, which shows what the first one would show without what it has in progress.
  public convenience init(beside other: CanvasSession) {
    if other.isUnsettled { other.onYield() }
    self.init(sharing: other)
  }

  /// Whether something is begun that is no step yet.
  var isUnsettled: Bool {
    isBusy || !provisional.contacts.isEmpty || textEditing != nil || isTryingPicture
      || isWaitingForHistory
  }

  /// Ends what is being done and makes steps of it, since another session of the drawing begins something.
  public func yieldTurn() -> CanvasUpdate {
    var update = CanvasUpdate()
    for (contact, _) in activities { update.merge(handle(.lost(contact))) }
    update.merge(endSelectionMotion(keeping: true))
    update.merge(endPictureTrial(keeping: true))
    update.merge(endText())
    update.merge(settleAll())
    return update
  }
}
