import CGtk
import Glibc

/// All texts for people go through here. Whole sentences, placeholders by name in braces,
/// no interpolation: `tr("{count} strokes").filled("count", n)`.
///
/// Raw calls of GLib's gettext: translation needs no widgets and works without a display.

nonisolated private let domain = Translation.domain

/// The message in the user's language.
nonisolated func tr(_ message: String) -> String {
  // Where there is no translation gettext returns the very pointer it was given, so the text has
  // to be copied while that is valid.
  message.withCString { String(cString: g_dgettext(domain, $0)) }
}

/// The message for a number of things, in the plural that the language has for it.
nonisolated func trn(_ one: String, _ many: String, _ count: Int) -> String {
  one.withCString { one in
    many.withCString { many in
      String(cString: g_dngettext(domain, one, many, UInt(max(count, 0))))
    }
  }
  .filled("count", String(count))
}

/// A message that is ambiguous without its context.
nonisolated func trc(_ context: String, _ message: String) -> String {
  message.withCString { String(cString: g_dpgettext2(domain, context, $0)) }
}

nonisolated extension String {
  /// This text with `{name}` replaced by a value.
  func filled(_ name: String, _ value: String) -> String {
    var out = ""
    var rest = self[...]
    let mark = "{\(name)}"
    while let open = rest.firstIndex(of: "{") {
      if rest[open...].hasPrefix(mark) {
        out += rest[..<open] + value
        rest = rest[open...].dropFirst(mark.count)
      } else {
        out += rest[...open]
        rest = rest[rest.index(after: open)...]
      }
    }
    return out + rest
  }
}

nonisolated enum Translation {
  /// gettext's name for the app's catalogues.
  static let domain = "plumbago"

  /// Call once, before any message is made and before GTK starts.
  static func start() {
    setlocale(LC_ALL, "")
    let folder = environment("PLUMBAGO_LOCALE_DIR") ?? Installation.share + "/locale"
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }
}
