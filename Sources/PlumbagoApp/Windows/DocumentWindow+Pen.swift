import Canvas
import Gtk
import GtkInk
import InkWidgets

/// Pens, their previews and buttons, tablet pads, and the virtual pen.
extension DocumentWindow {
  func connectPen() {
    followPenSettings()
    let settings = Settings.shared
    subscriptions += [
      settings.subscribe(to: .hoverPreview) { [weak self] _ in self?.followPenSettings() },
      settings.subscribe(to: .ringKey) { [weak self] _ in self?.followPenSettings() },
      settings.subscribe(to: .penButtons) { [weak self] _ in self?.followPenSettings() },
    ]
    overlay.onErased = { [weak self] in self?.tellOfErasing() }
    canvas.virtualPen.onChange = { [weak self] isOn in
      guard let self else { return }
      self.commands.refresh()
      if isOn {
        self.messages.show(
          .keyboardPen,
          tr("Arrow keys move the pen, Space puts it down and lifts it, Escape puts it away."))
      } else {
        self.messages.hide(.keyboardPen)
      }
    }
  }

  /// Says once what holding a button of the pen does, when it was done and no tool draws.
  private func tellOfErasing() {
    guard !Settings.shared[.erasingWasTold] else { return }
    MainLoop.after(0.6) { [weak self] in
      guard let self, !Settings.shared[.erasingWasTold] else { return }
      Settings.shared[.erasingWasTold] = true
      self.messages.show(
        .erasing, tr("While its button is held, the pen erases. The preferences can change that."),
        actions: [
          (
            CommandTable["app.preferences"].label,
            { [weak self] in
              self?.messages.hide(.erasing)
              PreferencesWindow.show(parent: self?.window)
            }
          )
        ])
    }
  }

  /// Says what is to be known of handwriting that has become text, one thing at a time.
  func tellOfWriting() {
    if !tellOfLanguages() { tellOfTextGestures() }
  }

  /// Says once which language is read, where it is not the desktop's.
  ///
  /// - Returns: Whether it is said now.
  private func tellOfLanguages() -> Bool {
    guard !Settings.shared[.languagesWereTold], !WrittenLanguages.includeThatOfDesktop else {
      return false
    }
    Settings.shared[.languagesWereTold] = true
    messages.show(
      .languages,
      tr("Only handwriting in English is read. Other languages come out as wrong words."),
      actions: [
        (
          CommandTable["app.preferences"].label,
          { [weak self] in
            self?.messages.hide(.languages)
            PreferencesWindow.show(parent: self?.window)
          }
        )
      ])
    return true
  }

  /// Says once that gestures edit what was written by hand.
  private func tellOfTextGestures() {
    guard !Settings.shared[.textGesturesWereTold] else { return }
    Settings.shared[.textGesturesWereTold] = true
    messages.show(
      .textGestures,
      tr("The pen edits text, too: scratch out to delete, circle to select, rest to open a gap."),
      actions: [
        (
          tr("_Try Scribble"),
          { [weak self] in
            self?.messages.hide(.textGestures)
            HelpWindow.show(parent: self?.window, page: "try-scribble")
          }
        )
      ])
  }

  private func followPenSettings() {
    let settings = Settings.shared
    canvas.hover.policy = settings[.hoverPreview]
    overlay.ring.modifier = settings[.ringKey]
    overlay.penButtons.map = settings[.penButtons]
  }

  // MARK: The parts of a tablet

  func press(_ press: PadPress) {
    overlay.announcingChoice {
      // The overlay handles these, since they depend on the tool (S35).
      if press == .colors || press == .sizes {
        overlay.perform(press == .colors ? .colors : .sizes)
      } else if let command = press.command {
        commands.perform(command)
      }
    }
  }

  func turn(_ turn: PadTurn, by steps: Int) {
    switch turn {
    case .nothing: break
    case .zoom: canvas.view.zoom(bySteps: Double(steps))
    case .size: SharedToolPicker.shared.picker.stepSize(Double(steps))
    case .history:
      for _ in 0..<abs(steps) { commands.perform(steps < 0 ? "undo" : "redo") }
    }
  }
}
