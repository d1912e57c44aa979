import CGtk

/// Marks menus and drop-down lists of which rows are hidden, by classes for the style sheet.
///
/// The scrolled window of a menu has `more-above` and `more-below` while rows are hidden there.
/// GTK's own nodes for that are there as soon as a single point is hidden, as the space below the
/// words of the last row is where a screen is all but high enough.
public enum CutMenus {
  private static let key = "plumbago-cut-menu"
  private static var isInstalled = false
  /// Points that are hidden of a menu; fewer may be the space around the words of a row.
  private static let least = 8.0

  /// From now on, once and for all menus; to be called before any is shown.
  public static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    AllWidgets.on("map", of: [gtk_scrolled_window_get_type()]) {
      guard let popover = gtk_widget_get_ancestor($0.widget, gtk_popover_get_type()),
        gtk_widget_has_css_class(popover, "menu") != 0
      else { return }
      let scroller = ScrolledWindow(raw: $0.raw)
      attach(to: scroller)
      markSoon(scroller)
    }
  }

  private static func attach(to scroller: ScrolledWindow) {
    guard g_object_get_data(scroller.object, key) == nil else { return }
    g_object_set_data(scroller.object, key, scroller.raw)
    scroller.scrolled.connect { changed(scroller) }
    scroller.heightChanged.connect { changed(scroller) }
  }

  private static func changed(_ scroller: ScrolledWindow) {
    if scroller.isMapped { markSoon(scroller) }
  }

  /// After the allocation in which its height may change.
  private static func markSoon(_ scroller: ScrolledWindow) {
    let kept = Kept(scroller)
    MainLoop.after(0) { mark(kept.object) }
  }

  private static func mark(_ scroller: ScrolledWindow) {
    // It may be gone by now, and has no position then.
    guard scroller.isMapped else { return }
    let above = scroller.position
    let below = scroller.contentHeight - scroller.pageHeight - above
    scroller.setClass("more-above", above >= least)
    scroller.setClass("more-below", below >= least)
  }
}
