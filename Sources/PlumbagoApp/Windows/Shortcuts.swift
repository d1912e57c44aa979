import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

/// Every keyboard shortcut: what the app binds and what the help window lists, from one table.
enum Shortcuts {
  struct Shortcut {
    /// Empty for keys that the canvas itself takes.
    var action = ""
    var keys: [String]
    var title: String
  }

  struct Group {
    var title: String
    var shortcuts: [Shortcut]
  }

  static var groups: [Group] {
    [
      Group(
        title: tr("Drawing"),
        shortcuts: [
          Shortcut(action: "win.undo", keys: ["<Control>z"], title: tr("Undo")),
          Shortcut(
            action: "win.redo", keys: ["<Control><Shift>z", "<Control>y"], title: tr("Redo")),
        ]),
      Group(title: tr("Tools"), shortcuts: tools),
      Group(title: tr("Selection"), shortcuts: selection),
      Group(
        title: tr("View"),
        shortcuts: [
          Shortcut(
            action: "win.zoom-in", keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
            title: tr("Zoom In")),
          Shortcut(
            action: "win.zoom-out", keys: ["<Control>minus", "<Control>KP_Subtract"],
            title: tr("Zoom Out")),
          Shortcut(
            action: "win.zoom-original", keys: ["<Control>0", "<Control>KP_0"],
            title: tr("Actual Size")),
          Shortcut(
            action: "win.zoom-fit", keys: ["<Control>1", "<Control>9", "<Control>KP_1"],
            title: tr("Zoom to Fit")),
          Shortcut(
            action: "win.zoom-width", keys: ["<Control>2", "<Control>KP_2"],
            title: tr("Fit the Width")),
          Shortcut(
            action: "win.turn-right", keys: ["<Control>r", "<Control>bracketright"],
            title: tr("Rotate Right")),
          Shortcut(
            action: "win.turn-left", keys: ["<Control><Shift>r", "<Control>bracketleft"],
            title: tr("Rotate Left")),
          Shortcut(
            action: "win.turn-reset", keys: ["<Control>5", "<Control>KP_5"],
            title: tr("Reset Rotation")),
          Shortcut(action: "win.fullscreen", keys: ["F11"], title: tr("Full Screen")),
        ]),
      Group(
        title: tr("Moving the Paper"),
        shortcuts: [
          Shortcut(
            keys: [GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down].map(name),
            title: tr("Move in Steps, With Shift in Long Ones")),
          Shortcut(keys: ["Page_Up", "Page_Down"], title: tr("Move by a Screenful")),
          Shortcut(keys: ["plus", "minus"], title: tr("Zoom In and Out")),
          Shortcut(keys: ["0", "1"], title: tr("Actual Size, Zoom to Fit")),
          Shortcut(keys: ["space"], title: tr("Hold to Move the Paper With Any Tool")),
        ]),
      Group(
        title: tr("Drawing With the Keyboard"),
        shortcuts: [
          Shortcut(
            action: "win.keyboard-pen", keys: ["v"], title: tr("Take the Pen Up, Put It Away")),
          Shortcut(
            keys: [GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down].map(name),
            title: tr("Move the Pen, With Shift in Fine Steps")),
          Shortcut(keys: ["space", name(GDK_KEY_Return)], title: tr("Put the Tip Down, Lift It")),
          Shortcut(
            keys: ["Page_Up", "Page_Down"],
            title: tr("Press Harder or Softer, With Shift Raise or Lower")),
          Shortcut(
            keys: [name(GDK_KEY_Home), name(GDK_KEY_End)],
            title: tr("Turn Where the Pen Leans, With Shift Stand It Up or Lay It Down")),
          Shortcut(keys: [name(GDK_KEY_Escape)], title: tr("Lift the Tip, Put the Pen Away")),
        ]),
      Group(
        title: tr("Files"),
        shortcuts: [
          Shortcut(action: "app.new", keys: ["<Control>n"], title: tr("New Drawing")),
          Shortcut(action: "app.open", keys: ["<Control>o"], title: tr("Open")),
          Shortcut(
            action: "win.save-as", keys: ["<Control><Shift>s", "<Control>s"], title: tr("Save As")
          ),
          Shortcut(action: "win.rename", keys: ["F2"], title: tr("Rename")),
          Shortcut(action: "win.paper", keys: ["<Control><Shift>p"], title: tr("Paper")),
          Shortcut(action: "win.export", keys: ["<Control>e"], title: tr("Export")),
        ]),
      Group(
        title: tr("General"),
        shortcuts: [
          Shortcut(action: "app.menu", keys: ["F10"], title: tr("Main Menu")),
          Shortcut(
            action: "win.context-menu", keys: [name(GDK_KEY_Menu), "<Shift>F10"],
            title: tr("Menu of the Paper")),
          Shortcut(
            action: "app.preferences", keys: ["<Control>comma"], title: tr("Preferences")),
          Shortcut(
            action: "app.shortcuts", keys: ["<Control>question"], title: tr("Keyboard Shortcuts")),
          Shortcut(action: "app.gestures", keys: ["F1"], title: tr("Gestures")),
          Shortcut(action: "win.close", keys: ["<Control>w"], title: tr("Close Window")),
          Shortcut(action: "app.quit", keys: ["<Control>q"], title: tr("Quit")),
        ]),
    ]
  }

  private static func name(_ key: Int32) -> String {
    gdk_keyval_name(UInt32(bitPattern: key)).map { String(cString: $0) } ?? ""
  }

  /// A letter for each tool, and what is done with the one in the hand.
  private static var tools: [Shortcut] {
    ToolCatalog.all.compactMap { definition in
      definition.key.map {
        Shortcut(
          action: "win.tool::\(definition.tool)", keys: [$0],
          title: Tools.labels.tool(definition.tool))
      }
    } + [
      Shortcut(action: "win.previous-tool", keys: ["x"], title: tr("Previous Tool")),
      Shortcut(action: "win.finer", keys: ["bracketleft"], title: tr("Finer")),
      Shortcut(action: "win.broader", keys: ["bracketright"], title: tr("Broader")),
      Shortcut(action: "win.tool-options", keys: ["o"], title: tr("Options of the Tool")),
      Shortcut(action: "win.sizes", keys: ["r"], title: tr("Sizes at the Tip")),
      Shortcut(action: "win.colors", keys: ["k"], title: tr("Colors")),
      Shortcut(action: "win.pick-color", keys: ["i"], title: tr("Pick a Color From the Drawing")),
      Shortcut(action: "win.focus-tools", keys: ["F6"], title: tr("Keyboard to the Tools")),
      Shortcut(action: "win.show-tools", keys: ["F9"], title: tr("Show or Hide the Tools")),
    ]
  }

  /// What is done with the selection; what has no action is a key of the canvas.
  private static var selection: [Shortcut] {
    let shifted = "<Control><Shift>"
    return [
      Shortcut(action: "win.select-all", keys: ["<Control>a"], title: tr("Select All")),
      Shortcut(
        keys: [name(GDK_KEY_Tab)], title: tr("Select the Next Line, With Shift the One Before")),
      Shortcut(keys: [name(GDK_KEY_Escape)], title: tr("Select Nothing")),
      Shortcut(action: "win.cut", keys: ["<Control>x"], title: tr("Cut")),
      Shortcut(action: "win.copy", keys: ["<Control>c"], title: tr("Copy")),
      Shortcut(action: "win.paste", keys: ["<Control>v"], title: tr("Paste")),
      Shortcut(
        action: "win.duplicate", keys: ["<Control>d"], title: tr("Duplicate the Selection")),
      Shortcut(keys: [name(GDK_KEY_Delete)], title: tr("Delete the Selection")),
      Shortcut(
        action: "win.to-front",
        keys: [shifted + name(GDK_KEY_Up), shifted + name(GDK_KEY_Page_Up)],
        title: tr("Bring to Front")),
      Shortcut(
        action: "win.to-back",
        keys: [shifted + name(GDK_KEY_Down), shifted + name(GDK_KEY_Page_Down)],
        title: tr("Send to Back")),
      Shortcut(
        keys: [GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down].map(name),
        title: tr("Move the Selection, With Shift in Long Steps")),
      Shortcut(keys: ["plus", "minus"], title: tr("Scale the Selection")),
      Shortcut(
        keys: ["comma", "period"], title: tr("Turn the Selection, With Shift in Fine Steps")),
    ]
  }

  static func bind(to application: UnsafeMutablePointer<GtkApplication>) {
    // F10 opens the primary menu by itself; it is listed and not bound.
    for shortcut in groups.flatMap(\.shortcuts)
    where !["", "app.menu"].contains(shortcut.action) {
      let accelerators = shortcut.keys.filter { !PlainKeys.isPlain($0) }
      guard !accelerators.isEmpty else { continue }
      var keys: [UnsafePointer<CChar>?] = accelerators.map { UnsafePointer(g_strdup($0)) }
      keys.append(nil)
      gtk_application_set_accels_for_action(application, shortcut.action, &keys)
      for key in keys { g_free(UnsafeMutableRawPointer(mutating: key)) }
    }
  }

  /// A shortcut as a person reads it.
  static func label(_ keys: String) -> String {
    var (key, modifiers) = (UInt32(0), GdkModifierType(rawValue: 0))
    guard gtk_accelerator_parse(keys, &key, &modifiers) != 0 else { return "" }
    return takeString(gtk_accelerator_get_label(key, modifiers)) ?? ""
  }

  /// Binds the keys that have no modifier, which are a window's own.
  static func bindPlainKeys(in window: UnsafeMutablePointer<GtkWindow>) {
    let plain = groups.flatMap(\.shortcuts).filter { !$0.action.isEmpty }.flatMap { shortcut in
      shortcut.keys.filter(PlainKeys.isPlain).map { ($0, shortcut.action) }
    }
    PlainKeys.bind(plain, in: window)
  }

  /// The help window.
  ///
  /// GTK 4.8 makes one only from a description.
  static func showWindow(parent: UnsafeMutablePointer<GtkWindow>?) {
    func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? "" }
    let keyboard = escaped(tr("Keyboard"))
    let gestures = escaped(tr("Gestures"))
    var xml = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
      <child><object class="GtkShortcutsSection"><property name="section-name">keys</property>
      <property name="max-height">12</property>
      """
    xml += "<property name=\"title\">\(keyboard)</property>"
    for group in groups {
      xml += "<child><object class=\"GtkShortcutsGroup\">"
      xml += "<property name=\"title\">\(escaped(group.title))</property>"
      for shortcut in group.shortcuts {
        xml += "<child><object class=\"GtkShortcutsShortcut\">"
        xml += "<property name=\"title\">\(escaped(shortcut.title))</property>"
        let keys = shortcut.keys.prefix(shortcut.action.isEmpty ? 4 : 2).joined(separator: " ")
        xml += "<property name=\"accelerator\">\(escaped(keys))</property></object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child><child><object class=\"GtkShortcutsSection\">"
    xml += "<property name=\"section-name\">gestures</property><property name=\"max-height\">12"
    xml += "</property><property name=\"title\">\(gestures)</property>"
    for section in Gesture.sections {
      xml += "<child><object class=\"GtkShortcutsGroup\">"
      xml += "<property name=\"title\">\(escaped(section.title))</property>"
      for gesture in section.gestures {
        xml += "<child><object class=\"GtkShortcutsShortcut\">"
        xml += "<property name=\"shortcut-type\">gesture</property>"
        xml += "<property name=\"title\">\(escaped(gesture.title))</property>"
        xml += "<property name=\"subtitle\">\(escaped(gesture.instruction))</property>"
        xml += "</object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child></object></interface>"
    guard let builder = gtk_builder_new_from_string(xml, -1) else { return }
    defer { g_object_unref(builder.raw) }
    guard let window = gtk_builder_get_object(builder, "window") else { return }
    if let parent {
      gtk_window_set_transient_for(window.raw.assumingMemoryBound(to: GtkWindow.self), parent)
    }
    gtk_window_present(window.raw.assumingMemoryBound(to: GtkWindow.self))
  }
}
