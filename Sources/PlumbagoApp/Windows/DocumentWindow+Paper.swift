import Gtk
import InkModel

extension DocumentWindow {
  /// Asks for the drawing's paper.
  func choosePaper() {
    guard !document.session.isReadOnly else { return }
    canvas.finishContacts()
    let session = document.session
    let page = session.pageInView.map { session.pages[$0].id }
    guard
      let dialog = PaperDialog(
        parent: window, session.drawing.settings, page: page, hasTemplate: session.hasTemplate)
    else { return }
    paperDialog = dialog
    let before = canvas.view.viewport
    var layout = document.session.drawing.settings.layout
    dialog.onTry = { [weak self] settings in
      guard let self else { return }
      self.canvas.perform { $0.tryOut(settings) }
      guard let settings else {
        self.paperDialog = nil
        self.canvas.view.change { view in
          view.zoom(to: before.scale, about: view.center)
          view.origin = before.origin
        }
        return
      }
      // Shows new pages, which may be out of view.
      if Self.isOther(settings.layout, than: layout) { self.canvas.view.showPages() }
      layout = settings.layout
    }
    dialog.onChoose = { [weak self] settings, isForNewDrawings in
      guard let self else { return }
      let beside = self.document.session.elementsBesidePages
      self.canvas.perform { $0.choose(settings) }
      if self.document.session.elementsBesidePages > beside { self.tellOfInkBesidePages() }
      if isForNewDrawings { Settings.shared[.newDrawing] = settings }
      self.paperDialog = nil
    }
    dialog.present()
  }

  func tellOfInkBesidePages() {
    messages.show(.besidePages, tr("Part of the drawing lies beside the pages. It is kept there."))
  }

  /// Whether pages have another size, or are new.
  private static func isOther(_ layout: PageLayout, than old: PageLayout) -> Bool {
    layout.size != nil && layout.size != old.size
  }
}
