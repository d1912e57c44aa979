import InkRendering

extension DocumentWindow {
  /// Asks for a printer and prints the drawing, a sheet a page.
  func print() {
    let job = PrintedDrawing(
      document.session.drawing.inOneColumn, title: document.title,
      page: document.session.pageInView,
      ForeignSource(document.foreign.shelf),
      written: { [weak self] in self?.tellOfFile($0, tr("Printed to “{file}”.")) },
      then: { [weak self] trouble in
        guard let self, let trouble else { return }
        MessageDialog.tell(parent: self.window, tr("The drawing was not printed"), trouble)
      })
    job.run(over: window)
  }
}
