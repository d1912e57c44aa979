import Canvas

/// Messages about what the drawing is like: they go as soon as it is not like that any more.
extension DocumentWindow {
  func hideOutdatedMessages() {
    let session = document.session
    if messages.has(.noPages), hasPages { messages.hide(.noPages) }
    if messages.has(.noHistory), session.history.position > 0 { messages.hide(.noHistory) }
    if messages.has(.newFile), session.history.position > 0 { messages.hide(.newFile) }
    if messages.has(.besidePages), session.elementsBesidePages == 0 { messages.hide(.besidePages) }
    if messages.has(.openedBefore), session.history.head != stepOpenedAgain {
      messages.hide(.openedBefore)
    }
    // Its button would do nothing.
    if messages.has(.step), session.history.head != revertibleStep { messages.hide(.step) }
  }
}
