import Gtk
import InkModel
import InkStore

// What the app opens by itself as it starts.
extension Application {
  /// Opens what was open last time, and working copies that a crash left behind.
  ///
  /// Not again before all of that is open: what is being opened would count as open nowhere, and its marks as those of a
  /// process that ended.
  func restore() {
    isRestoring = true
    var drawings = SessionFile.drawings
    let suspects = OpeningMarks.left()
    func open(_ leftovers: [String]) {
      let found = DrawingsToRestore(drawings, leftovers: leftovers, suspects: suspects) {
        FileTest.exists($0)
      }
      let restored = RestoredWindows()
      self.restored = restored
      offered = found.offered
      isOffering = !offered.isEmpty
      restoringOffer = nil
      for path in found.forgotten { OpeningMarks.end(path) }
      if found.opened.isEmpty { begin() }
      reopen(found.opened, in: restored)
      offer(in: restored, leftovers: leftovers)
      afterOpening { self.isRestoring = false }
    }
    let folder = Library.folders.working
    let old = drawings.map(\.path).filter { Library.isOld($0) && !suspects.contains($0) }
    guard FileTest.isFolder(folder) || !old.isEmpty else {
      open([])
      return bringOverRest()
    }
    gtk.hold()
    Task {
      let moved = await Library.bringOver(old)
      for i in drawings.indices {
        drawings[i].path = moved[drawings[i].path] ?? drawings[i].path
      }
      open(await WorkingCopy.leftovers(in: folder).map(\.original))
      bringOverRest()
      gtk.release()
    }
  }

  /// What is opened where it was, or is offered, and is not open yet: the next start has it, too.
  var awaited: [SessionFile.OpenDrawing] {
    (reopening + offered).map { drawing in
      var drawing = drawing
      // Windows that are open have positive numbers.
      drawing.window = restored?.windows[drawing.window]?.number ?? -1 - drawing.window
      return drawing
    }
  }

  /// Drawings are open: neither what opens them again nor the offer has to bring them any more.
  func awaitNoMore(_ open: [SessionFile.OpenDrawing]) {
    guard !reopening.isEmpty || !offered.isEmpty else { return }
    let paths = Set(open.map { FilePaths.canonical($0.path) })
    reopening.removeAll { paths.contains(FilePaths.canonical($0.path)) }
    let before = offered.count
    offered.removeAll { paths.contains(FilePaths.canonical($0.path)) }
    if offered.count < before { updateOffer() }
  }

  /// Opens drawings in the windows and tabs that they were in.
  private func reopen(_ drawings: [SessionFile.OpenDrawing], in restored: RestoredWindows) {
    offered.removeAll { drawings.contains($0) }
    reopening += drawings
    // Before any is read: if that crashes the app, the others were not opened either.
    noteOpenDrawings()
    var numbers: [String: Int] = [:]
    for drawing in drawings {
      let number = numbers[drawing.path, default: 0]
      numbers[drawing.path] = number + 1
      if number == 0 {
        open(drawing.path, in: .restored(restored, drawing))
      } else {
        openAgain(drawing.path, as: number, in: .restored(restored, drawing))
      }
    }
    // Of a window whose selected tab could not be opened another one is shown.
    let previous = opening
    opening = Task {
      await previous?.value
      guard !isQuitting else { return }
      let hidden = toplevels.filter { !$0.window.isVisible }
      for toplevel in hidden { toplevel.window.present() }
      // One that cannot be opened is not tried again.
      reopening.removeAll { drawings.contains($0) }
      noteOpenDrawings()
      tellOfCrash()
      tellOfDataFolder()
    }
  }

  /// Nothing was left open: a new drawing, and beside it the library where it has any drawings.
  private func begin() {
    let making = newDrawing()
    let previous = opening
    opening = Task {
      await previous?.value
      await making?.value
    }
    Task {
      await making?.value
      // As a sheet it would cover the offer.
      guard let window = windows.last, !isOffering || !window.panels.isSheet,
        await Library.hasDrawings()
      else { return }
      // Beside a new drawing the keys are the paper's, so that one can begin.
      window.showLibrary(true, focuses: window.panels.isSheet)
    }
  }

  /// Moves drawings of older versions to the library, once nothing is opened any more; what is offered stays where that
  /// finds it, until a start has nothing to offer.
  private func bringOverRest() {
    guard FileTest.isFolder(Installation.drawings) else { return }
    let previous = opening
    let kept = offered.map { FilePaths.canonical($0.path) }
    Task {
      await previous?.value
      for path in await Library.old()
      where window(at: path) == nil && !kept.contains(FilePaths.canonical(path)) {
        _ = await Library.bringOver([path])
      }
    }
  }

  /// Offers drawings that are not opened by themselves, in the window that the user looks at; they come where they were.
  ///
  /// Without an answer each later start offers them, too, but only the first one that shows the
  /// offer says that the app ended unexpectedly, and has the report.
  private func offer(in restored: RestoredWindows, leftovers: [String]) {
    guard !offered.isEmpty else { return }
    // Before anything else opens one of them.
    let isFirst = offered.contains { !OpeningMarks.wasOffered($0.path) }
    afterOpening {
      if self.windows.isEmpty { await self.newDrawing()?.value }
      guard let window = self.lastWindow else { return }
      self.restoringOffer = RestoringOffer(
        window: window, restored: restored, leftovers: leftovers, isFirst: isFirst,
        crash: CrashReport.last)
      self.showOffer()
    }
  }

  /// Some of what is offered was opened by other means: the message leaves it out, unless it has gone.
  private func updateOffer() {
    guard let offer = restoringOffer else { return }
    if offered.isEmpty {
      offer.window?.messages.hide(.offer)
      showOffer()
    } else if offer.window?.messages.has(.offer) == true {
      showOffer()
    }
  }

  /// Shows the offer in another window, where the one that showed it has closed, as an unused one does for any drawing.
  func moveOffer(from closed: DocumentWindow) {
    guard let offer = restoringOffer, offer.window === closed, closed.messages.has(.offer),
      let next = windows.last(where: \.isSelected)
    else { return }
    restoringOffer?.window = next
    showOffer()
  }

  private func showOffer() {
    guard let offer = restoringOffer, !offered.isEmpty else {
      restoringOffer = nil
      // Nothing says any more that the app crashed, where nothing has said it yet.
      isOffering = false
      return tellOfCrash()
    }
    offer.window?.offer(
      offered.map(\.path), isFirst: offer.isFirst, with: offer.crash,
      open: { [weak self] in
        guard let self else { return }
        self.reopen(self.offered, in: offer.restored)
      },
      decline: { [weak self] in
        guard let self else { return }
        self.decline(self.offered, leftovers: offer.leftovers)
      },
      onShown: { [weak self] in
        for drawing in self?.offered ?? [] { OpeningMarks.noteOffered(drawing.path) }
        CrashReport.forget()
      })
  }

  /// Drawings that were offered are neither offered nor opened by later starts, nor painted or read for the library, but
  /// for those that are open by now, and those whose working copy holds what they lack themselves.
  ///
  /// - Parameter leftovers: The latter: they are offered again, since nothing else brings that back.
  private func decline(_ drawings: [SessionFile.OpenDrawing], leftovers: [String]) {
    let closed = drawings.filter { window(at: $0.path) == nil }
    let paths = closed.map { FilePaths.canonical($0.path) }
    offered.removeAll { drawings.contains($0) }
    SessionFile.leaveOut(paths)
    for path in paths where !leftovers.contains(path) {
      // One that was opened meanwhile is no suspect any more.
      if LibrarySuspects.shared.contains(path) { LibrarySuspects.shared.keep(path) }
      OpeningMarks.end(path)
    }
  }
}

/// The message that offers drawings which are not opened by themselves; it leaves out what is open by now.
struct RestoringOffer {
  /// The one that shows it.
  weak var window: DocumentWindow?
  let restored: RestoredWindows
  /// Drawings of which the working copy holds what they lack themselves.
  let leftovers: [String]
  /// Whether one of them is offered for the first time since the app ended.
  let isFirst: Bool
  /// What was not told of yet as the offer came.
  let crash: CrashReport?
}
