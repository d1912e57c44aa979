import CGtk
import Gtk
import GtkInk

/// The keys of the commands: what the app binds and what the help lists.
extension Shortcuts {
  struct Shortcut {
    /// Empty for keys that the canvas itself takes.
    var action: String
    var keys: [String]
    var title: String
  }

  struct Group {
    var title: String
    var shortcuts: [Shortcut]
  }

  /// What the help lists: every command that has keys.
  static let groups: [Group] = CommandTable.groups.map { group in
    Group(
      title: group.title,
      shortcuts: group.commands.filter { !$0.keys.isEmpty }.map {
        Shortcut(action: $0.action, keys: $0.keys, title: $0.title)
      })
  }

  /// The commands that have keys to bind.
  private static var bound: [AppCommand] {
    CommandTable.all.filter { command in
      if case .elsewhere = command.effect { false } else { !command.keys.isEmpty }
    }
  }

  /// Binds the keys with a modifier, and those that type nothing.
  static func bind(to application: UnsafeMutablePointer<GtkApplication>) {
    for command in bound {
      let accelerators = command.keys.filter { !PlainKeys.isPlain($0) }
      guard !accelerators.isEmpty else { continue }
      var keys: [UnsafePointer<CChar>?] = accelerators.map { UnsafePointer(g_strdup($0)) }
      keys.append(nil)
      gtk_application_set_accels_for_action(application, command.action, &keys)
      for key in keys { g_free(UnsafeMutableRawPointer(mutating: key)) }
    }
  }

  /// Binds the keys that have no modifier, which are a window's own.
  static func bindPlainKeys(in window: UnsafeMutablePointer<GtkWindow>) {
    let plain = bound.flatMap { command in
      command.keys.filter(PlainKeys.isPlain).map { ($0, command.action) }
    }
    PlainKeys.bind(plain, in: window)
  }

  /// A shortcut as a person reads it.
  static func label(_ keys: String) -> String {
    var (key, modifiers) = (UInt32(0), GdkModifierType(rawValue: 0))
    guard gtk_accelerator_parse(keys, &key, &modifiers) != 0 else { return "" }
    return takeString(gtk_accelerator_get_label(key, modifiers)) ?? ""
  }
}
