import Gtk
import InkStore

extension Application {
  /// Shows the drawing that was made of a document or a picture before, or makes one and shows it.
  func openForeign(_ path: String) async {
    await OpenDocument.waitUntilWritten(path)
    guard let made = await Library.drawing(madeOf: path), await openAgain(made, madeOf: path) else {
      return await makeDrawing(of: path)
    }
  }

  /// Shows the drawing that was made of a file before, with all that was written on it.
  ///
  /// - Returns: Whether it could be opened.
  private func openAgain(_ drawing: String, madeOf path: String) async -> Bool {
    let window: DocumentWindow
    if let open = windows.first(where: { $0.document.isAt(drawing) }) {
      open.present()
      window = open
    } else {
      OpeningMarks.begin(drawing)
      guard let document = try? await OpenDocument.open(drawing) else {
        OpeningMarks.end(drawing)
        return false
      }
      window = await show(prepared: document)
    }
    guard window.document.session.undoLabel != nil else { return true }
    window.stepOpenedAgain = window.document.session.history.head
    window.messages.show(
      .openedBefore,
      tr("This is what you wrote on “{file}” before.").filled(
        "file", OpenDocument.fileName(of: path)),
      actions: [
        (
          tr("_Begin Anew"),
          { [weak self, weak window] in
            window?.messages.hide(.openedBefore)
            Task { await self?.makeDrawing(of: path) }
          }
        )
      ])
    return true
  }

  /// Makes a drawing of a document or a picture, and shows it.
  private func makeDrawing(of path: String) async {
    var password = ""
    var isAgain = false
    let name = OpenDocument.fileName(of: path)
    while true {
      do throws(ForeignContentError) {
        let document = try await OpenDocument.open(foreign: path, password: password)
        await show(prepared: document)
        return
      } catch {
        guard error.needsPassword else {
          let sentence = ErrorPresentation.sentence(error, name: name)
          Console.complain(sentence)
          return tell(tr("“{file}” cannot be opened").filled("file", name), sentence)
        }
        guard let typed = await self.password(for: name, isAgain: isAgain) else { return }
        (password, isAgain) = (typed, true)
      }
    }
  }
}
