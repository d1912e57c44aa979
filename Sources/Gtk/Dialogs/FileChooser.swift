import CGtk

/// The desktop's dialog for a file, through the portal where there is one (GtkFileChooserNative).
///
/// It is no widget; it is shown as long as this object lives.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class FileChooser {
  /// A kind of file to choose.
  public struct Filter: Hashable, Sendable {
    public var name: String
    /// As `"*.png"`.
    public var patterns: [String]

    public init(_ name: String, patterns: [String]) {
      self.name = name
      self.patterns = patterns
    }
  }

  public enum Action: Sendable {
    case open
    case save
    case selectFolder
  }

  /// What was chosen.
  public struct Choice {
    public var path: String
    /// The index of the filter that was chosen, `nil` for none.
    public var filter: Int?
    /// Whether the option of ``FileChooser/addOption(_:isOn:)`` is on.
    public var isOptionOn = false
  }

  /// Whether the dialog may be the portal's, which hands over the chosen file and none beside it.
  public static var usesPortal: Bool { PrintOperation.usesPortal }

  private let dialog: OpaquePointer
  private var filters: [OpaquePointer] = []

  public init(
    _ title: String, _ action: Action, parent: (some WindowProtocol)?, accept: String,
    cancel: String
  ) {
    let kind =
      switch action {
      case .open: GTK_FILE_CHOOSER_ACTION_OPEN
      case .save: GTK_FILE_CHOOSER_ACTION_SAVE
      case .selectFolder: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
      }
    dialog = gtk_file_chooser_native_new(title, parent?.cast(), kind, accept, cancel)
    gtk_native_dialog_set_modal(dialog.cast(), 1)
  }

  isolated deinit { g_object_unref(dialog.raw) }

  public func addFilter(_ filter: Filter) {
    guard let made = gtk_file_filter_new() else { return }
    gtk_file_filter_set_name(made, filter.name)
    for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
    gtk_file_chooser_add_filter(dialog, made)
    g_object_unref(made.raw)
    filters.append(made)
  }

  private static let option = "option"

  /// Adds a box to check to the dialog; one at most.
  ///
  /// - Parameter isOn: Whether it begins checked.
  public func addOption(_ label: String, isOn: Bool = false) {
    gtk_file_chooser_add_choice(dialog, Self.option, label, nil, nil)
    gtk_file_chooser_set_choice(dialog, Self.option, isOn ? "true" : "false")
    hasOption = true
  }

  private var hasOption = false

  public func setCurrentName(_ name: String) { gtk_file_chooser_set_current_name(dialog, name) }

  /// The folder that it shows first.
  public func setCurrentFolder(_ path: String) {
    guard let file = g_file_new_for_path(path) else { return }
    gtk_file_chooser_set_current_folder(dialog, file, nil)
    g_object_unref(file.raw)
  }

  /// Lists a folder among the usual ones, where there is such a folder.
  public func addShortcut(folder path: String) {
    guard FileTest.isFolder(path), let file = g_file_new_for_path(path) else { return }
    gtk_file_chooser_add_shortcut_folder(dialog, file, nil)
    g_object_unref(file.raw)
  }

  /// Shows it; `then` is given the choice, `nil` where it was cancelled.
  public func show(_ then: @escaping (Choice?) -> Void) {
    Signal<Void, Int>(dialog, "response").connect { [weak self] response in
      then(response == Int(GTK_RESPONSE_ACCEPT.rawValue) ? self?.choice : nil)
    }
    gtk_native_dialog_show(dialog.cast())
    Self.fitToNarrowScreens()
  }

  /// Lets GTK's own dialog, which is shown where there is no portal, be as narrow as a phone's screen.
  ///
  /// The field of the name asks for 50 characters, and with it the dialog for 700 points; its buttons are then beyond
  /// the edge. The native dialog does not tell its widgets, so that they are found among the windows.
  private static func fitToNarrowScreens() {
    guard let windows = gtk_window_get_toplevels() else { return }
    for i in 0..<g_list_model_get_n_items(windows) {
      guard let window = g_list_model_get_item(windows, i) else { continue }
      defer { g_object_unref(window) }
      guard g_type_check_instance_is_a(window.cast(), gtk_file_chooser_dialog_get_type()) != 0
      else { continue }
      for entry in Widget(window).descendants
      where g_type_check_instance_is_a(entry.cast(), gtk_entry_get_type()) != 0 {
        let field = Editable(entry)
        guard field.widthInCharacters > narrowName else { continue }
        field.maximumWidthInCharacters = field.widthInCharacters
        field.widthInCharacters = narrowName
      }
    }
  }

  /// In characters.
  private static let narrowName = 8

  private var choice: Choice? {
    guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
    defer { g_object_unref(file.raw) }
    guard let path = takePath(g_file_get_path(file)) else { return nil }
    let chosen = gtk_file_chooser_get_filter(dialog)
    let isOn =
      hasOption
      && gtk_file_chooser_get_choice(dialog, Self.option).map { String(cString: $0) } == "true"
    return Choice(
      path: path, filter: filters.firstIndex { $0 == chosen }, isOptionOn: isOn)
  }
}
