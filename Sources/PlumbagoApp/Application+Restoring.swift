import Gtk
import InkModel
import InkStore

// What the app opens by itself as it starts.
extension Application {
  /// Opens what was open last time, and working copies that a crash left behind.
  func restore() {
    var drawings = SessionFile.drawings
    let suspects = OpeningMarks.takeLeft().filter { FileTest.exists($0) }
    func open(_ leftovers: [String]) {
      let firstFree = (drawings.map(\.window).max() ?? 0) + 1
      let known = drawings.compactMap { drawing -> SessionFile.OpenDrawing? in
        let path = FilePaths.canonical(drawing.path)
        guard leftovers.contains(path) else {
          return FileTest.exists(drawing.path) ? drawing : nil
        }
        var left = drawing
        left.path = path
        return left
      }
      let unknown = leftovers.filter { left in !known.contains { $0.path == left } }
      let all = known + unknown.enumerated().map { .init(path: $1, window: firstFree + $0) }
      let found = all.filter { !suspects.contains(FilePaths.canonical($0.path)) }
      if found.isEmpty { begin() }
      reopen(found)
      offer(suspects)
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

  /// Opens drawings in the windows and tabs that they were in.
  private func reopen(_ drawings: [SessionFile.OpenDrawing]) {
    let restored = RestoredWindows()
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
      for toplevel in toplevels where !toplevel.window.isVisible { toplevel.window.present() }
      tellOfCrash()
    }
  }

  /// Nothing was left open: a new drawing, and beside it the library where it has any drawings.
  private func begin() {
    newDrawing()
    guard let window = windows.last else { return }
    Task {
      guard await Library.hasDrawings() else { return }
      // Beside a new drawing the keys are the paper's, so that one can begin.
      window.showLibrary(true, focuses: window.panels.isSheet)
    }
  }

  /// Moves drawings of older versions to the library, once nothing is opened any more.
  private func bringOverRest() {
    guard FileTest.isFolder(Installation.drawings) else { return }
    let previous = opening
    Task {
      await previous?.value
      for path in await Library.old() where window(at: path) == nil {
        _ = await Library.bringOver([path])
      }
    }
  }

  /// Offers drawings that are not opened by themselves, in the window that the user looks at.
  private func offer(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    gtk.hold()
    let previous = opening
    opening = Task {
      await previous?.value
      if windows.isEmpty { newDrawing() }
      lastWindow?.offer(paths)
      gtk.release()
    }
  }
}
