import CGtk
import Gtk
import GtkInk
import InkModel

/// Asks what a drawing is on; the canvas shows every choice while it is made.
///
/// 1. Shown over a window with the settings that the drawing has.
/// 2. ``onTry`` tells of each choice. Nothing is changed yet.
/// 3. ``onChoose`` tells the settings agreed to; a dialog that is closed otherwise tries `nil`.
final class PaperDialog {
  /// Settings to show, or `nil` for those the drawing has.
  var onTry: (DrawingSettings?) -> Void = { _ in }
  /// The settings agreed to, and whether new drawings shall have them too.
  var onChoose: (DrawingSettings, Bool) -> Void = { _, _ in }

  private typealias Widget = UnsafeMutablePointer<GtkWidget>

  private let dialog: Widget
  private var settings: DrawingSettings
  /// What pages would be, while there are none.
  private var pages: (size: PageSize, count: Int)
  private var isForNewDrawings = false
  /// Controls are being set, not used.
  private var isFilling = false

  /// What the keyboard begins with.
  private var first: Widget!
  private var spacing: Widget!
  private var spacingRow: Widget!
  private var lineRow: Widget!
  private var otherLine: PaperSwatch!
  private var lineButtons: [Widget] = []
  private var countRow: Widget!
  private var sidesRow: Widget!
  private var turnRow: Widget!
  private var width: Widget!
  private var height: Widget!
  private var turns: [Widget] = []

  init(parent: UnsafeMutablePointer<GtkWindow>, _ settings: DrawingSettings) {
    self.settings = settings
    if case .pages(let size, let count) = settings.layout {
      pages = (size, count)
    } else {
      pages = (StandardPage.a4.size, 1)
    }
    dialog = Self.makeDialog(parent)
    build(over: parent)
    adapt()
    RawSignal.connectInt(dialog, "response") { [weak self] in self?.respond($0) }
  }

  func present() {
    gtk_widget_grab_focus(first)
    gtk_window_present(dialog.cast())
  }

  private static func makeDialog(_ parent: UnsafeMutablePointer<GtkWindow>) -> Widget {
    // Whether the buttons are in the header bar can only be said when it is made.
    var yes = GValue()
    g_value_init(&yes, GType(6 << 2))  // G_TYPE_INT
    g_value_set_int(&yes, 1)
    let name = g_strdup("use-header-bar")
    defer { g_free(name) }
    var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
    guard
      let made = g_object_new_with_properties(gtk_dialog_get_type(), 1, &names, &yes)
    else { preconditionFailure("GLib could not make a GtkDialog") }
    let dialog: Widget = made.cast()
    gtk_window_set_title(dialog.cast(), tr("Paper"))
    gtk_window_set_transient_for(dialog.cast(), parent)
    gtk_window_set_modal(dialog.cast(), 1)
    gtk_dialog_add_button(dialog.cast(), tr("_Cancel"), GTK_RESPONSE_CANCEL.rawValue)
    let apply = gtk_dialog_add_button(dialog.cast(), tr("_Apply"), GTK_RESPONSE_APPLY.rawValue)
    gtk_widget_add_css_class(apply, "suggested-action")
    gtk_dialog_set_default_response(dialog.cast(), GTK_RESPONSE_APPLY.rawValue)
    return dialog
  }

  private func respond(_ response: Int32) {
    if response == GTK_RESPONSE_APPLY.rawValue {
      onChoose(settings, isForNewDrawings)
    } else {
      onTry(nil)
    }
    gtk_window_destroy(dialog.cast())
  }

  // MARK: Controls

  private func build(over parent: UnsafeMutablePointer<GtkWindow>) {
    let page = Form.page()
    buildSheet(in: page)
    buildPages(in: page)
    buildColors(in: page)
    let high = Int(gtk_widget_get_height(parent.widget))
    let tallest = max(high > 0 ? high - 70 : 640, 260)
    let scroller = Form.scrolled(page, tallest: tallest)
    gtk_widget_set_vexpand(scroller, 1)
    // As high from the start as with all rows but the rarest: it must not grow out of the screen.
    gtk_widget_set_visible(sidesRow, 0)
    var (least, natural): (CInt, CInt) = (0, 0)
    gtk_widget_measure(page, GTK_ORIENTATION_VERTICAL, 400, &least, &natural, nil, nil)
    gtk_scrolled_window_set_min_content_height(
      scroller.opaque, min(natural, CInt(tallest)))
    gtk_box_append(gtk_dialog_get_content_area(dialog.cast()).cast(), scroller)
    let wide = Int(gtk_widget_get_width(parent.widget))
    gtk_window_set_default_size(dialog.cast(), CInt(wide > 0 ? min(wide, 420) : 420), -1)
  }

  private func buildSheet(in page: Widget) {
    let group = Form.group(nil, in: page)
    let patterns = PaperPattern.allCases
    let tiles = Form.radio(
      patterns.map { pattern in
        let tile = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)!
        gtk_box_append(tile.cast(), PaperSwatch.pattern(pattern))
        let label = gtk_label_new(PaperNames.name(pattern))!
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_box_append(tile.cast(), label)
        return (tile, PaperNames.name(pattern))
      }, selected: patterns.firstIndex(of: settings.paper.pattern), style: "tile"
    ) { [weak self] in self?.choose(patterns[$0]) }
    gtk_box_set_homogeneous(tiles.box.cast(), 1)
    Accessible.name(tiles.box, tr("Pattern"))
    Form.wideRow(tiles.box, in: group)
    first = tiles.buttons[patterns.firstIndex(of: settings.paper.pattern) ?? 0]

    let mm = Length.millimetre
    let range = (Paper.spacings.lowerBound / mm)...(Paper.spacings.upperBound / mm)
    spacing = Form.number(range, step: 0.5, digits: 1) { [weak self] value in
      self?.change { $0.paper.spacing = value * mm }
    }
    spacingRow = Form.row(tr("Spacing (mm)"), spacing, in: group)

    buildLines(in: group)

    let tints = [nil] + Paper.tints.map(Optional.some)
    let sheets = Form.radio(
      zip(tints, PaperNames.tints).map { tint, name in
        (PaperSwatch.color(tint ?? PaperStyle.light.color), name)
      }, selected: tints.firstIndex(of: settings.paper.tint), style: "swatch"
    ) { [weak self] i in self?.change { $0.paper.tint = tints[i] } }
    Form.row(tr("Sheet"), sheets.box, in: group)
  }

  /// The colours of lines: some that every ink stands out from, and any other.
  private func buildLines(in group: Widget) {
    let colors = Paper.lineColors
    otherLine = PaperSwatch.other(nil)
    let lines = Form.radio(
      zip(colors, PaperNames.lineColors).map { (PaperSwatch.color($0), $1) }
        + [(otherLine.widget, tr("Another color"))],
      selected: nil, style: "swatch"
    ) { [weak self] i in
      guard colors.indices.contains(i) else { return }
      self?.change { $0.paper.lineColor = colors[i] }
    }
    lineButtons = lines.buttons
    if let other = lineButtons.last {
      // When it is the one that is pressed already, too.
      RawSignal.connect(other, "clicked") { [weak self] in self?.askForLineColor() }
    }
    lineRow = Form.row(tr("Lines"), lines.box, in: group)
  }

  private func askForLineColor() {
    guard !isFilling else { return }
    let chooser = gtk_color_chooser_dialog_new(tr("Color of the Lines"), dialog.cast())!
    gtk_window_set_modal(chooser.cast(), 1)
    gtk_color_chooser_set_use_alpha(chooser.opaque, 0)
    var now = settings.paper.lineColor.gdk
    gtk_color_chooser_set_rgba(chooser.opaque, &now)
    RawSignal.connectInt(chooser, "response") { [weak self] response in
      var rgba = GdkRGBA()
      gtk_color_chooser_get_rgba(chooser.opaque, &rgba)
      gtk_window_destroy(chooser.cast())
      guard let self else { return }
      if response == GTK_RESPONSE_OK.rawValue {
        func byte(_ v: Float) -> UInt8 { UInt8((min(max(v, 0), 1) * 255).rounded()) }
        self.change {
          $0.paper.lineColor = Color(
            red: byte(rgba.red), green: byte(rgba.green), blue: byte(rgba.blue))
        }
      }
      self.adapt()
    }
    gtk_window_present(chooser.cast())
  }

  private func buildPages(in page: Widget) {
    let group = Form.group(tr("Pages"), in: page)
    let sizes = StandardPage.allCases
    var selected = 0
    if case .pages(let size, _) = settings.layout {
      selected =
        StandardPage(size).flatMap { sizes.firstIndex(of: $0) }.map { $0 + 1 }
        ?? sizes.count + 1
    }
    let kinds = [tr("Endless canvas")] + sizes.map { PaperNames.name($0) } + [tr("Custom")]
    let kind = Form.choice(kinds, selected: selected) { [weak self] i in
      self?.chooseSize(i)
    }
    Form.row(tr("Size"), kind, in: group)

    let turned = Form.radio(
      [
        (gtk_image_new_from_icon_name("plumbago-portrait-symbolic")!, tr("Upright")),
        (gtk_image_new_from_icon_name("plumbago-landscape-symbolic")!, tr("Landscape")),
      ], selected: pages.size.isLandscape ? 1 : 0, style: "linked"
    ) { [weak self] in self?.turn(toLandscape: $0 == 1) }
    turns = turned.buttons
    turnRow = Form.row(tr("Orientation"), turned.box, in: group)

    let mm = Length.millimetre
    let range = (PageSize.sides.lowerBound / mm)...(PageSize.sides.upperBound / mm)
    width = Form.number(range, step: 1, digits: 1) { [weak self] in
      self?.changeSides(width: $0 * mm, nil)
    }
    height = Form.number(range, step: 1, digits: 1) { [weak self] in
      self?.changeSides(width: nil, $0 * mm)
    }
    Accessible.name(width, tr("Width (mm)"))
    Accessible.name(height, tr("Height (mm)"))
    let sides = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_box_append(sides.cast(), width)
    gtk_box_append(sides.cast(), height)
    sidesRow = Form.row(tr("Width and height (mm)"), sides, in: group)

    let count = Form.number(1...Double(PageLayout.mostPages), step: 1, digits: 0) {
      [weak self] value in
      guard let self, !self.isFilling else { return }
      self.pages.count = Int(value)
      self.changePages()
    }
    gtk_spin_button_set_value(count.opaque, Double(pages.count))
    countRow = Form.row(tr("Number of pages"), count, in: group)
  }

  private func buildColors(in page: Widget) {
    let group = Form.group(nil, in: page)
    Form.row(
      tr("Exact colors"), note: tr("Light paper and unchanged colors in the dark style, too"),
      Form.toggle(settings.keepsColors) { [weak self] isOn in
        self?.change { $0.keepsColors = isOn }
      }, in: group)
    Form.row(
      tr("For new drawings, too"),
      Form.toggle(false) { [weak self] in self?.isForNewDrawings = $0 }, in: group)
  }

  // MARK: Choices

  private func choose(_ pattern: PaperPattern) {
    change {
      // Someone who set a spacing keeps it; the usual one follows the pattern.
      if $0.paper.spacing == $0.paper.pattern.usualSpacing {
        $0.paper.spacing = pattern.usualSpacing
      }
      $0.paper.pattern = pattern
    }
    adapt()
  }

  private func chooseSize(_ i: Int) {
    let sizes = StandardPage.allCases
    if i == 0 {
      change { $0.layout = .infinite }
    } else {
      if sizes.indices.contains(i - 1) {
        let size = sizes[i - 1].size
        pages.size = pages.size.isLandscape ? size.turned : size
      }
      isCustom = i > sizes.count
      changePages()
    }
    adapt()
  }

  private lazy var isCustom: Bool = {
    guard case .pages(let size, _) = settings.layout else { return false }
    return StandardPage(size) == nil
  }()

  private func turn(toLandscape: Bool) {
    guard !isFilling, pages.size.isLandscape != toLandscape else { return }
    pages.size = pages.size.turned
    changePages()
    adapt()
  }

  private func changeSides(width: Double?, _ height: Double?) {
    guard !isFilling else { return }
    pages.size = PageSize(
      width: width ?? pages.size.width, height: height ?? pages.size.height)
    changePages()
    adapt()
  }

  private func changePages() {
    change { $0.layout = .pages(pages.size, count: pages.count) }
  }

  private func change(_ body: (inout DrawingSettings) -> Void) {
    guard !isFilling else { return }
    let before = settings
    body(&settings)
    if settings != before { onTry(settings) }
  }

  /// Shows the rows that mean something now, with what they hold.
  private func adapt() {
    isFilling = true
    defer { isFilling = false }
    let hasLines = settings.paper.pattern != .plain
    let hasPages = settings.layout != .infinite
    for (row, isShown) in [
      (spacingRow, hasLines), (lineRow, hasLines), (turnRow, hasPages), (countRow, hasPages),
      (sidesRow, hasPages && isCustom),
    ] {
      gtk_widget_set_visible(row, isShown ? 1 : 0)
    }
    let line = settings.paper.lineColor
    let known = Paper.lineColors.firstIndex(of: line)
    otherLine.content = .other(known == nil ? line : nil)
    gtk_toggle_button_set_active(lineButtons[known ?? lineButtons.count - 1].cast(), 1)
    let mm = Length.millimetre
    gtk_spin_button_set_value(spacing.opaque, settings.paper.spacing / mm)
    gtk_spin_button_set_value(width.opaque, pages.size.width / mm)
    gtk_spin_button_set_value(height.opaque, pages.size.height / mm)
    gtk_toggle_button_set_active(turns[pages.size.isLandscape ? 1 : 0].cast(), 1)
  }
}
