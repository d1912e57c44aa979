import CGtk

/// A page of GtkShortcutsWindow.
nonisolated public struct ShortcutsSection: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ShortcutsSection {
  /// Shortcuts under a title.
  public struct Group {
    public var title: String
    public var shortcuts: [Shortcut]

    public init(title: String, shortcuts: [Shortcut]) {
      self.title = title
      self.shortcuts = shortcuts
    }
  }

  /// Keys, or a gesture, and what they do.
  public struct Shortcut {
    var title: String
    var keys: [String] = []
    var gesture: String?

    /// - Parameter keys: Accelerators that do the same, as `"<Control>z"`.
    public init(title: String, keys: [String]) {
      self.title = title
      self.keys = keys
    }

    /// - Parameter gesture: What the fingers do.
    public init(title: String, gesture: String) {
      self.title = title
      self.gesture = gesture
    }
  }

  /// Adds groups at the end.
  ///
  /// GTK 4.8 fills a section from a description only (`gtk_shortcuts_section_add_group` came with 4.14), so one is
  /// written here and read into the section as a template's children are.
  public func add(_ groups: [Group]) {
    let type = gtk_shortcuts_section_get_type()
    let body = groups.map(Self.description).joined()
    let xml = """
      <interface><template class="GtkShortcutsSection" parent="GtkBox">\(body)</template></interface>
      """
    guard let builder = gtk_builder_new() else { return }
    defer { g_object_unref(builder.raw) }
    var error: UnsafeMutablePointer<GError>?
    let isRead =
      gtk_builder_extend_with_template(builder, cast(), type, xml, -1, &error) != 0
    precondition(isRead, error.map { GLibError(taking: $0).message } ?? "")
  }

  private static func description(_ group: Group) -> String {
    let shortcuts = group.shortcuts.map { shortcut in
      var properties = [("title", shortcut.title)]
      if let gesture = shortcut.gesture {
        properties += [("shortcut-type", "gesture"), ("subtitle", gesture)]
      } else {
        properties.append(("accelerator", shortcut.keys.joined(separator: " ")))
      }
      return child("GtkShortcutsShortcut", properties, "")
    }
    return child("GtkShortcutsGroup", [("title", group.title)], shortcuts.joined())
  }

  private static func child(
    _ type: String, _ properties: [(name: String, value: String)], _ children: String
  ) -> String {
    let values = properties.map {
      "<property name=\"\($0.name)\">\(escapedMarkup($0.value))</property>"
    }
    return "<child><object class=\"\(type)\">\(values.joined())\(children)</object></child>"
  }
}
