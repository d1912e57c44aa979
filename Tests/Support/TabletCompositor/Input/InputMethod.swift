/// What a program tells an input method of the field that has the keyboard.
///
/// Positions are counted in bytes of the text as UTF-8.
public struct FieldState: Hashable, Sendable {
  /// What is to be written in a field, by the protocol's numbers.
  public enum Purpose: UInt32, Hashable, Sendable {
    case normal
    case alpha
    case digits
    case number
    case phone
    case url
    case email
    case name
    case password
    case pin
    case date
    case time
    case dateAndTime
    case terminal
  }

  /// The text around the caret, without what is only composed; `nil` where the program tells none.
  public var surroundingText: String?
  public var cursor = 0
  /// The other end of what is selected, else the cursor.
  public var anchor = 0
  /// Whether something else than the input method changed the text.
  public var isChangedElsewhere = false
  /// The bits of the protocol's `content_hint`.
  public var hints: UInt32 = 0
  /// `nil` for a number that the protocol does not have.
  public var purpose: Purpose? = .normal
  /// Where the caret is in the surface; `nil` where the program does not tell.
  public var cursorRectangle: PixelBox?
}

/// An input method of the desktop, which writes in the field that has the keyboard.
public struct InputMethod: Sendable {
  let thread: ServerThread

  /// What the program told last of the field; `nil` while none takes text.
  public var field: FieldState? { thread.run { $0.inputMethod.field } }

  /// All that programs told since the start, or since ``forget()``; `nil` where a field ended.
  public var told: [FieldState?] { thread.run { $0.inputMethod.told } }

  /// Forgets what was told before.
  public func forget() { thread.run { $0.inputMethod.forget() } }

  /// Changes the field's text in one step; what was composed before is no longer shown.
  ///
  /// - Parameters:
  ///   - preedit: what is shown as being composed, its caret at the end.
  ///   - commit: what is put in.
  ///   - deleting: how many bytes go before and behind the caret.
  public func send(
    preedit: String? = nil, commit: String? = nil, deleting: (before: Int, after: Int) = (0, 0)
  ) {
    thread.run { $0.inputMethod.send(preedit: preedit, commit: commit, deleting: deleting) }
  }
}

extension Screen {
  /// Waits until the field that has the keyboard tells what satisfies `condition`, and returns that.
  @discardableResult
  public func waitForField(
    _ what: String, timeout: Double = 20, where condition: (FieldState) -> Bool = { _ in true }
  ) throws(ScreenError) -> FieldState {
    try wait(what, timeout: timeout) { server in
      guard let field = server.inputMethod.field, condition(field) else { return nil }
      return field
    }
  }
}
