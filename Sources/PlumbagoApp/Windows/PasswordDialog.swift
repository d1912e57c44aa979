import Gtk

/// Asks for the password of a document.
enum PasswordDialog {
  /// - Parameters:
  ///   - isAgain: Another one did not fit.
  ///   - then: Called with what was typed, `nil` where it was cancelled.
  /// - Returns: What is destroyed with the answer, before `then` is called.
  @discardableResult
  static func ask(
    parent: (any GObjectPointer)?, file name: String, isAgain: Bool,
    then: @escaping (String?) -> Void
  ) -> Gtk.MessageDialog {
    let dialog = Gtk.MessageDialog(
      tr("“{file}” is protected by a password").filled("file", name),
      detail: isAgain
        ? tr("This password does not open it. Please try again.")
        : tr("The password is needed to show it. It is not kept."))
    if let parent { dialog.setTransient(for: Window(raw: parent.raw)) }
    let entry = PasswordEntry()
    Widget(entry).setAccessibleName(tr("Password"))
    dialog.append(entry)
    dialog.addButton(tr("_Cancel"), Response(rawValue: 0))
    dialog.addButton(tr("_Open"), Response(rawValue: 1))
    dialog.setDefaultResponse(Response(rawValue: 1))
    dialog.responded.connect { response in
      let typed = entry.text
      dialog.destroy()
      then(response == 1 ? typed : nil)
    }
    dialog.present()
    Widget(entry).grabFocus()
    return dialog
  }
}
