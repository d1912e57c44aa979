import Gtk

/// A modal question or message.
enum MessageDialog {
  struct Choice {
    var title: String
    var isDestructive: Bool
    var body: () -> Void

    init(_ title: String, isDestructive: Bool = false, body: @escaping () -> Void) {
      self.title = title
      self.isDestructive = isDestructive
      self.body = body
    }

    /// Does nothing but close it.
    static var close: Self { Self(tr("_Close")) {} }
  }

  /// - Parameter choices: The first is what Enter does.
  /// - Returns: What is destroyed with the answer, before the choice is made.
  @discardableResult
  static func ask(
    parent: (any GObjectPointer)?, _ title: String, _ detail: String, choices: [Choice]
  ) -> Gtk.MessageDialog {
    let dialog = Gtk.MessageDialog(title, detail: detail)
    if let parent { dialog.setTransient(for: Window(raw: parent.raw)) }
    for (i, choice) in choices.enumerated() {
      let button = dialog.addButton(choice.title, Response(rawValue: Int32(i)))
      if choice.isDestructive { button?.addClass("destructive-action") }
      // GTK puts them beside each other, each as wide as the widest.
      if let row = button?.parent.flatMap({ Box(as: $0) }) {
        FormRows.stack(row, within: FormRows.narrowestWindow)
      }
    }
    dialog.setDefaultResponse(Response(rawValue: 0))
    dialog.responded.connect { response in
      dialog.destroy()
      if choices.indices.contains(response) { choices[response].body() }
    }
    dialog.present()
    return dialog
  }

  static func tell(parent: (any GObjectPointer)?, _ title: String, _ detail: String) {
    ask(parent: parent, title, detail, choices: [.close])
  }
}
