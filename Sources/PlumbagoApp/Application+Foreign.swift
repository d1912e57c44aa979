import Gtk
import InkStore

extension Application {
  /// Makes a drawing of a document or a picture, and shows it.
  func openForeign(_ path: String) async {
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
        if activeWindow == nil { newDrawing() }
        let typed = await withCheckedContinuation { answer in
          PasswordDialog.ask(parent: activeWindow, file: name, isAgain: isAgain) {
            answer.resume(returning: $0)
          }
        }
        guard let typed else { return }
        (password, isAgain) = (typed, true)
      }
    }
  }
}
