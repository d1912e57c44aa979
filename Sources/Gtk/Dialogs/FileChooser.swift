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
  }

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

  public func setCurrentName(_ name: String) { gtk_file_chooser_set_current_name(dialog, name) }

  /// Adds a choice to the dialog; without options it is yes or no, `"true"` and `"false"`.
  public func addChoice(
    _ id: String, label: String, options: [(id: String, label: String)]?, selected: String
  ) {
    func list(_ texts: [String]) -> [UnsafePointer<CChar>?] {
      texts.map { UnsafePointer(g_strdup($0)) } + [nil]
    }
    func free(_ list: [UnsafePointer<CChar>?]) {
      for text in list { g_free(UnsafeMutableRawPointer(mutating: text)) }
    }
    if let options {
      var (ids, labels) = (list(options.map(\.id)), list(options.map(\.label)))
      gtk_file_chooser_add_choice(dialog, id, label, &ids, &labels)
      free(ids)
      free(labels)
    } else {
      gtk_file_chooser_add_choice(dialog, id, label, nil, nil)
    }
    gtk_file_chooser_set_choice(dialog, id, selected)
  }

  /// The value of a choice.
  public func choice(_ id: String) -> String? {
    gtk_file_chooser_get_choice(dialog, id).map { String(cString: $0) }
  }

  /// Shows it; `then` is given the choice, `nil` where it was cancelled.
  public func show(_ then: @escaping (Choice?) -> Void) {
    Signal<Void, Int>(dialog, "response").connect { [weak self] response in
      then(response == Int(GTK_RESPONSE_ACCEPT.rawValue) ? self?.choice : nil)
    }
    gtk_native_dialog_show(dialog.cast())
  }

  private var choice: Choice? {
    guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
    defer { g_object_unref(file.raw) }
    guard let path = takePath(g_file_get_path(file)) else { return nil }
    let chosen = gtk_file_chooser_get_filter(dialog)
    return Choice(path: path, filter: filters.firstIndex { $0 == chosen })
  }
}
