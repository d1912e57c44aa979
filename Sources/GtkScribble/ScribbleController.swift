import CGtk
import Gtk
import GtkInk
import Handwriting
import InkModel
import Scribble

/// Lets the pen write into every text field of a window, or of a popover, which has a surface of its own.
///
/// Gets each event before any widget does. A pen that touches a field writes there, and GTK does not get the
/// events; mouse, fingers and erasers are left to GTK, except that touches of the resting hand are rejected
/// while somebody writes. Fields need no code for this (``install(opening:settings:texts:isOn:)``).
///
/// Invariants:
/// 1. When a press is taken, its motions and its release are handled here and nowhere else, until a handle of GTK's turns
///    out to be dragged: GTK gets the press then, and what follows.
/// 2. New ink is of one field at a time. Where another field is written in before the ink of the first is read, the
///    reading is committed to the first field when it is ready, which neither gives that the focus nor scrolls.
/// 3. A stroke that continues ink which is not read yet belongs to that ink's field, whatever lies under it. A tap on
///    something that takes presses, where no dot or full stop would be, is that thing's: it gets press and release once
///    the text is committed.
/// 4. GTK handles a press, a key or a request to close after the text is committed, but at the latest after ``DelayedEvents/longest``
///    seconds. The main thread never waits.
/// 5. A stroke that begins on a handle of a selection is ink, unless it is a ``HandleStroke/drag``: then it drags the handle,
///    and no ink of it is left.
/// 6. Other readings of words can be chosen as long as ``ScribbleSession/Settings/memory`` says, whatever field is written
///    in next.
/// 7. A stroke that begins beside a field of one line (``TextFields/lineField(beside:in:)``) is that field's where it is more
///    than a tap. Until then nothing of the field changes; a tap, however long, is GTK's.
/// 8. Strokes that were drawn beside a field, and with which a stroke in it goes on, are ink of the field once that is more than
///    a tap (``StrokesBeside``). Where nothing is read they are back where they were drawn.
/// 9. A first stroke that begins beside a field, and of which more lies in another one, is the other's as it lifts
///    (``BesideFields``). The program is told that the first writing is finished, and then that the second begins.
public final class ScribbleController {
  /// How far outside a field a further stroke may begin, in points, once something is written in it.
  static let reach = 28.0
  /// Seconds after a pen's last event in which a touch beside ink that is not read yet counts as a palm.
  static let restingTime = 0.5

  /// The texts that it shows.
  public struct Texts: Sendable {
    /// The name of the list of readings that a word offers, for screen readers.
    public var otherReadings = "Other readings"
    /// Offers a word letter by letter.
    public var asWritten: @Sendable (String) -> String = { "As written: \($0)" }

    public init() {}
  }

  private static let key = "plumbago-scribble"
  static var texts = Texts()
  /// Words that were chosen in this session where they were read as others.
  static var favored: [String] = []
  /// The readings that a word offers now, and the controller of its window.
  static var readings: (popover: ReadingsPopover, controller: ScribbleController)?
  /// What shows that a field took nothing of what was written in it last.
  static var refusal: FieldRefusal?
  static var open: @Sendable () -> HandwritingRecognizer? = { nil }
  static var isOn: () -> Bool = { false }
  static var settings: () -> ScribbleSession.Settings = { .init() }
  static var recognizer: Task<HandwritingRecognizer?, Never>?
  /// The controller of the window that was written in last.
  static weak var latest: ScribbleController?

  /// The window or popover, which owns this controller.
  let native: UnsafeMutablePointer<GtkWidget>
  var writing: Writing?
  /// Of fields that the pen has left: their ink is being recognised, or their words can still be read otherwise.
  var earlier: [Writing] = []
  /// The tool that writes, or drags a handle, while its tip is down.
  var contact: OpaquePointer?
  /// Its stroke began on a handle, and may yet drag that.
  var handlePress: HandlePress?
  /// What was drawn beside the field, with which its stroke goes on; none once it is more than a tap.
  var strokesBeside = StrokesBeside.none
  /// Whether it drags a handle.
  var dragsHandle = false
  /// Its stroke was a flick, which scrolls.
  var swipe: PenSwipe?
  /// The press of the stroke under the pen, where it is one of invariant 3 or 7: a tap, until it moves.
  var undecided: KeptEvent?
  /// Whether the stroke under the pen is one of invariant 7, which may yet be a tap.
  var beginsBeside = false
  /// The press of such a tap, while it waits to be delivered.
  var handedOn: KeptEvent?
  /// Touches that are rejected as palms.
  var palms: Set<OpaquePointer> = []
  /// When a pen's last event was, in seconds; `nil` where none is in proximity.
  var lastPenTime: Double?
  /// When the field below a hovering pen was looked for last, in seconds.
  var lastHover = 0.0
  static let growth = FieldGrowth()

  /// Lets all windows of the program, present and future, take handwriting.
  ///
  /// The default display then carries data named `plumbago-scribble`, by which an input-method module sees that the
  /// program has handwriting of its own.
  ///
  /// - Parameters:
  ///   - opening: Opens the recogniser, once, off the main thread, as a pen first hovers over a field; by default with
  ///     the language pack that is installed; `nil` where there is none: then ink disappears without becoming text.
  ///   - settings: Asked when a pen begins to write in a field.
  ///   - texts: What it shows, in the language of the program.
  ///   - isOn: Asked at each touch of a pen; always by default.
  public static func install(
    opening: @escaping @Sendable () -> HandwritingRecognizer? = { LanguagePacks.recognizer() },
    settings: @escaping () -> ScribbleSession.Settings = { .init() }, texts: Texts = Texts(),
    isOn: @escaping () -> Bool = { true }
  ) {
    open = opening
    self.texts = texts
    self.settings = settings
    self.isOn = isOn
    guard !isInstalled else { return }
    isInstalled = true
    AllWidgets.on("map", of: [gtk_window_get_type(), gtk_popover_get_type()]) {
      attach(to: $0.widget)
    }
    // Before its program is asked, which may read what was written, or let the window go.
    AllWidgets.on("close-request", of: [gtk_window_get_type()]) { endWriting(in: $0) }
    // After GTK has shown it, and before its first frame.
    AllWidgets.on("show", of: [gtk_popover_get_type()]) { opened($0.widget) }
    if let display = gdk_display_get_default() {
      // An input-method module of the same kind leaves the program alone then.
      g_object_set_data(Object(display).object, key, display.raw)
    }
    attachToMapped()
  }

  private static var isInstalled = false

  /// A popover has been opened, perhaps since the text of a field has changed: of one that is written in, or was left.
  private static func opened(_ popover: UnsafeMutablePointer<GtkWidget>) {
    // GTK opens a completion some time after the text has changed: the pen may have come down by then.
    if isWriting, Suggestions.isCompletion(popover) { return gtk_popover_popdown(popover.cast()) }
    for controller in controllers.values {
      controller.writing?.opened(popover)
      for writing in controller.earlier { writing.opened(popover) }
    }
    Suggestions.holdInWaiting(popover)
  }

  /// Called at the pause after text that was written has come into a field, or as the field goes before that; with its
  /// text widget.
  public static var onText: (Widget) -> Void = { _ in }

  /// Whether strokes in progress are shown ahead of frames; asked at each report of a pen.
  public static var fastInk: () -> FastInk = { .automatic }

  // MARK: Windows

  /// Attaches to the windows and popovers that are mapped already.
  private static func attachToMapped() {
    let windows = Kept(taking: Object(g_object_ref(gtk_window_get_toplevels().raw)))
    for i in 0..<g_list_model_get_n_items(windows.object.opaque) {
      guard let item = g_list_model_get_item(windows.object.opaque, i) else { continue }
      attachToMapped(in: item.widget)
      g_object_unref(item)
    }
  }

  private static func attachToMapped(in widget: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_widget_get_mapped(widget) != 0 else { return }
    if widget.isA(gtk_window_get_type()) || widget.isA(gtk_popover_get_type()) {
      attach(to: widget)
    }
    var child = gtk_widget_get_first_child(widget)
    while let each = child {
      attachToMapped(in: each)
      child = gtk_widget_get_next_sibling(each)
    }
  }

  private static func attach(to native: UnsafeMutablePointer<GtkWidget>) {
    guard g_object_get_data(native.object, key) == nil else { return }
    let controller = ScribbleController(native)
    g_object_set_data_full(
      native.object, key, Retained(controller).retained(),
      { Retained<ScribbleController>.release($0) })
    let events = LegacyController(phase: .capture)
    events.onEvent { [weak controller] in controller?.handle($0) ?? false }
    Widget(native).add(events)
    Widget(native).mapped.connect { [weak controller] in controller?.mapped() }
    Widget(native).unmapped.connect { [weak controller] in controller?.unmapped() }
    // The widget is mapped, or this is called from its first “map”.
    controller.mapped()
  }

  private init(_ native: UnsafeMutablePointer<GtkWidget>) {
    self.native = native
  }

  var surface: OpaquePointer?

  func mapped() {
    guard surface == nil, let surface = gtk_native_get_surface(native.opaque) else { return }
    self.surface = surface
    Self.controllers[surface] = self
    Self.delayedEvents.add(surface)
  }

  private func unmapped() {
    forget()
    for other in earlier { other.drop() }
    earlier = []
    palms = []
    if lastPenTime != nil { PenInput.left() }
    lastPenTime = nil
    guard let surface else { return }
    self.surface = nil
    Self.controllers[surface] = nil
    Self.delayedEvents.remove(surface)
  }
}
