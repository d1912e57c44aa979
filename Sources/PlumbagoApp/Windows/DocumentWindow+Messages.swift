import Canvas
import Gtk

/// Messages: notices go as work goes on, and those about what the drawing is like once it is not like that any more.
extension DocumentWindow {
  func connectMessages() {
    commands.onPerformed = { [weak self] in
      // The command may have closed the window.
      MainLoop.after(0) { self?.messages.commandPerformed() }
    }
  }

  func hideOutdatedMessages() {
    let session = document.session
    if messages.has(.noPages), hasPages { messages.hide(.noPages) }
    if messages.has(.noHistory), !session.history.steps.isEmpty { messages.hide(.noHistory) }
    if messages.has(.newFile), session.history.position > 0 { messages.hide(.newFile) }
    if messages.has(.besidePages), session.elementsBesidePages == 0 { messages.hide(.besidePages) }
    if messages.has(.openedBefore), session.history.head != stepOpenedAgain {
      messages.hide(.openedBefore)
    }
    // Its button would do nothing.
    if messages.has(.step), session.history.head != revertibleStep { messages.hide(.step) }
  }
}
