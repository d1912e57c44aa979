import CGtk

/// A line to type a password in, which it shows on demand alone.
nonisolated public struct PasswordEntry: EditableProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension PasswordEntry {
  public init() {
    self.init(gtk_password_entry_new())
    set("show-peek-icon", true)
    set("activates-default", true)
  }
}
