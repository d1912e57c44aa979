import CGtk
import Glibc

/// Printing by the desktop's dialog, through the portal in a sandbox (GtkPrintOperation).
///
/// 1. Made with the number of pages and what paints one; ``options`` are on a page of the dialog, where there are any.
/// 2. ``run(over:)`` shows the dialog and returns at once. ``onDone`` is told how it ended.
///
/// Ranges, copies and several pages a sheet are the dialog's and the printer's.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class PrintOperation {
  public enum Outcome: Hashable, Sendable {
    case sent
    case cancelled
    /// With the desktop's sentence.
    case failed(String)
  }

  /// One page of paper, as far as the printer reaches.
  public struct Page {
    /// A `cairo_t` whose origin is the corner of what can be printed, in points.
    public var context: OpaquePointer
    /// In points.
    public var width: Double
    public var height: Double
    /// Counted from 0.
    public var number: Int
  }

  /// Told once, when the job was sent or the file it prints into was written, or that neither was.
  public var onDone: (Outcome) -> Void = { _ in }
  /// Told of the file that was printed into, once it is whole; not of what a printer got, nor where GTK tells no file.
  public var onWritten: (_ path: String) -> Void = { _ in }
  /// Whether a page is printed on paper that lies across; asked when the dialog was answered.
  public var isLandscape: (Int) -> Bool = { _ in false }
  /// Tells how many pages there are, once the dialog was answered.
  public var pageCount: () -> Int = { 1 }
  /// Paints a page, and calls `then` when that is done, now or later.
  public var paint: (Page, _ then: @escaping () -> Void) -> Void = { _, then in then() }
  /// Shows how the paper will look, until ``Preview/end()``; nothing is sent.
  ///
  /// Without it GTK starts another program.
  public var preview: ((Preview) -> Void)?
  /// Widgets of a page of the dialog: a label and what makes them; not used where ``usesPortal``.
  public var options: (label: String, make: () -> Widget)?

  /// Whether the dialog is the portal's, which has no page for a program's options: in a sandbox, or where GTK is told so.
  public static let usesPortal =
    Sandbox.isFlatpak || variable("SNAP") != nil
    || variable("GTK_USE_PORTAL") == "1" || variable("GDK_DEBUG")?.contains("portals") ?? false

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private let operation: UnsafeMutablePointer<GtkPrintOperation>
  private let currentPage: Int?
  /// How many pages there are, once the dialog was answered.
  private var count = 1
  /// Of the last job: paper, printer and so on.
  private static var settings: OpaquePointer?
  /// Alive until it is done.
  private static var running: [PrintOperation] = []
  /// Alive until their files are whole.
  private static var writing: [PrintOperation] = []

  /// - Parameters:
  ///   - title: Of the job.
  ///   - fileName: Of what is printed into a file, without its ending.
  ///   - currentPage: What “Current Page” prints, counted from 0; `nil` where no page is the current one.
  public init(title: String, fileName: String, currentPage: Int? = nil) {
    operation = gtk_print_operation_new()
    self.currentPage = currentPage
    gtk_print_operation_set_job_name(operation, title)
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    gtk_print_operation_set_allow_async(operation, 1)
    if let currentPage { gtk_print_operation_set_current_page(operation, CInt(currentPage)) }
    let settings = Self.settings.flatMap { gtk_print_settings_copy($0) } ?? gtk_print_settings_new()
    // The file of the last job would be offered again, and be told of if a printer is chosen; its folder stays.
    if let file = Self.file(of: settings) {
      gtk_print_settings_set(
        settings, GTK_PRINT_SETTINGS_OUTPUT_DIR, takeString(g_path_get_dirname(file)))
    }
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, nil)
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, fileName)
    gtk_print_operation_set_print_settings(operation, settings)
    if let settings { g_object_unref(settings.raw) }
  }

  isolated deinit { g_object_unref(operation.raw) }

  public func run(over parent: some WindowProtocol) {
    let object = UnsafeMutableRawPointer(operation)
    Signal<Void, UnsafeMutableRawPointer?>(object, "begin-print").connect { [weak self] _ in
      guard let self else { return }
      self.count = max(self.pageCount(), 1)
      gtk_print_operation_set_n_pages(self.operation, CInt(self.count))
    }
    Signal<Void, UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?>(
      object, "request-page-setup"
    ).connect { [weak self] _, number, setup in
      guard let self, let setup, self.isLandscape(number) else { return }
      gtk_page_setup_set_orientation(setup.cast(), GTK_PAGE_ORIENTATION_LANDSCAPE)
    }
    Signal<Void, UnsafeMutableRawPointer?, Int>(object, "draw-page").connect {
      [weak self] context, number in
      guard let self, let context else { return }
      self.paint(number, context.cast())
    }
    Signal<Void, Int>(object, "done").connect { [weak self] result in self?.done(result) }
    if let preview {
      Signal<Bool, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?>(
        object, "preview"
      ).connect { [weak self] shown, context, _ in
        guard let self, let shown, let context else { return false }
        // GTK asks for one and paints nothing on it before it is told to.
        let unused = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
        let cr = cairo_create(unused)
        gtk_print_context_set_cairo_context(context.cast(), cr, 72, 72)
        cairo_destroy(cr)
        cairo_surface_destroy(unused)
        // The pages are counted before it is ready.
        Signal<Void, UnsafeMutableRawPointer?>(shown, "ready").connect { [weak self] _ in
          guard let self, self.isRunning else { return }
          preview(Preview(of: self, shown, context.cast()))
        }
        return true
      }
    }
    if let options, !Self.usesPortal {
      gtk_print_operation_set_custom_tab_label(operation, options.label)
      Signal<Widget>(object, "create-custom-widget").connect { options.make() }
    }
    Self.running.append(self)
    var error: UnsafeMutablePointer<GError>?
    let result = gtk_print_operation_run(
      operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent.cast(), &error)
    // A failure is told by “done”, too, and asked for there.
    if let error { g_error_free(error) }
    if result == GTK_PRINT_OPERATION_RESULT_ERROR { done(Int(result.rawValue)) }
  }

  private func paint(_ number: Int, _ context: OpaquePointer) {
    guard let cr = gtk_print_context_get_cairo_context(context) else { return }
    var isDone = false
    var isDeferred = false
    let page = Page(
      context: cr, width: gtk_print_context_get_width(context),
      height: gtk_print_context_get_height(context), number: number)
    paint(page) { [weak self] in
      isDone = true
      guard isDeferred, let self else { return }
      gtk_print_operation_draw_page_finish(self.operation)
    }
    guard !isDone else { return }
    isDeferred = true
    gtk_print_operation_set_defer_drawing(operation)
  }

  /// Ends it; nothing more is sent.
  public func cancel() { gtk_print_operation_cancel(operation) }

  private var isRunning: Bool { Self.running.contains { $0 === self } }

  private func done(_ result: Int) {
    guard isRunning else { return }
    defer { Self.running.removeAll { $0 === self } }
    switch result {
    case Int(GTK_PRINT_OPERATION_RESULT_APPLY.rawValue):
      guard let settings = gtk_print_operation_get_print_settings(operation) else {
        return onDone(.sent)
      }
      g_object_ref(settings.raw)
      if let old = Self.settings { g_object_unref(old.raw) }
      Self.settings = settings
      if let file = Self.file(of: settings) { tellOnceWritten(file) } else { onDone(.sent) }
    case Int(GTK_PRINT_OPERATION_RESULT_ERROR.rawValue):
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(operation, &error)
      let message = error.map { String(cString: $0.pointee.message) } ?? ""
      if let error { g_error_free(error) }
      onDone(.failed(message))
    default: onDone(.cancelled)
    }
  }

  /// The file that settings print into; `nil` for a printer, or where GTK does not tell.
  private static func file(of settings: OpaquePointer?) -> String? {
    guard let settings,
      let uri = gtk_print_settings_get(settings, GTK_PRINT_SETTINGS_OUTPUT_URI)
    else { return nil }
    return takeString(g_filename_from_uri(uri, nil, nil))
  }

  /// Tells how it ended once GTK has written a file, which it does after the job was sent, or could not.
  private func tellOnceWritten(_ path: String) {
    guard gtk_print_operation_is_finished(operation) == 0 else { return tellIfWhole(path) }
    Self.writing.append(self)
    Signal<Void>(UnsafeMutableRawPointer(operation), "status-changed").connect { [weak self] in
      guard let self, Self.writing.contains(where: { $0 === self }),
        gtk_print_operation_is_finished(self.operation) != 0
      else { return }
      Self.writing.removeAll { $0 === self }
      self.tellIfWhole(path)
    }
  }

  private func tellIfWhole(_ path: String) {
    guard gtk_print_operation_get_status(operation) == GTK_PRINT_STATUS_FINISHED else {
      // GTK need not have an error of its own then, and may be asked for one only where it has.
      let status = gtk_print_operation_get_status_string(operation)
      return onDone(.failed(status.map { String(cString: $0) } ?? ""))
    }
    onDone(.sent)
    onWritten(path)
  }

  /// The sheets that would come out as the dialog was answered.
  private var sheets: PrintedSheets {
    guard let settings = gtk_print_operation_get_print_settings(operation) else {
      return PrintedSheets(PrintedSheets.Choice(), of: count)
    }
    return PrintedSheets(PrintedSheets.Choice(settings, currentPage: currentPage), of: count)
  }

  /// The sheets of a preview, which goes on until ``end()``.
  @MainActor
  public final class Preview {
    /// Which pages come out on which sheets, and where.
    public let layout: PrintedSheets

    private let operation: PrintOperation
    private let preview: UnsafeMutableRawPointer
    private let setup: OpaquePointer
    /// How paper lies for pages that do not say it.
    private let orientation: GtkPageOrientation
    private var isEnded = false

    fileprivate init(
      of operation: PrintOperation, _ preview: UnsafeMutableRawPointer, _ context: OpaquePointer
    ) {
      let copy: OpaquePointer = gtk_page_setup_copy(gtk_print_context_get_page_setup(context))
      self.operation = operation
      self.preview = preview
      setup = copy
      orientation = gtk_page_setup_get_orientation(copy)
      layout = operation.sheets
    }

    isolated deinit { g_object_unref(setup.raw) }

    /// The paper of a page, as it lies.
    public func paper(of page: Int) -> PrintedSheets.Paper {
      let lies = operation.isLandscape(page) ? GTK_PAGE_ORIENTATION_LANDSCAPE : orientation
      gtk_page_setup_set_orientation(setup, lies)
      let points = GTK_UNIT_POINTS
      return PrintedSheets.Paper(
        width: gtk_page_setup_get_paper_width(setup, points),
        height: gtk_page_setup_get_paper_height(setup, points),
        margins: PrintedSheets.Margins(
          top: gtk_page_setup_get_top_margin(setup, points),
          bottom: gtk_page_setup_get_bottom_margin(setup, points),
          left: gtk_page_setup_get_left_margin(setup, points),
          right: gtk_page_setup_get_right_margin(setup, points)),
        isAcross: [GTK_PAGE_ORIENTATION_LANDSCAPE, GTK_PAGE_ORIENTATION_REVERSE_LANDSCAPE]
          .contains(lies),
        isTurned: [
          GTK_PAGE_ORIENTATION_REVERSE_PORTRAIT, GTK_PAGE_ORIENTATION_REVERSE_LANDSCAPE,
        ].contains(lies))
    }

    /// Ends it; the operation is done, and nothing was sent.
    public func end() {
      guard !isEnded else { return }
      isEnded = true
      gtk_print_operation_preview_end_preview(preview.cast())
      // GTK tells no end of a preview.
      operation.done(Int(GTK_PRINT_OPERATION_RESULT_CANCEL.rawValue))
    }
  }
}
