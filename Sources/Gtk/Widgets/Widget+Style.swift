import CGtk
import InkModel

extension WidgetProtocol {
  /// The color of its text, as style sheets give it.
  public var foreground: Color {
    var rgba = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(cast()), &rgba)
    return Color(rgba)
  }

  /// A color that the theme has a name for, as `theme_selected_bg_color`; `nil` where it has none.
  public func themeColor(_ name: String) -> Color? {
    var rgba = GdkRGBA()
    let context = gtk_widget_get_style_context(cast())
    guard gtk_style_context_lookup_color(context, name, &rgba) != 0 else { return nil }
    return Color(rgba)
  }
}

extension Color {
  init(_ rgba: GdkRGBA) {
    func byte(_ v: Float) -> UInt8 { UInt8((min(max(v, 0), 1) * 255).rounded()) }
    self.init(
      red: byte(rgba.red), green: byte(rgba.green), blue: byte(rgba.blue), alpha: byte(rgba.alpha))
  }
}

extension WidgetProtocol {
  /// Style rules for this widget alone, in the place of those set before.
  ///
  /// - Parameter css: Rules whose selectors match the widget itself.
  public func setOwnStyle(_ css: String) {
    let key = "plumbago-own-style"
    if let known = g_object_get_data(object, key) {
      gtk_css_provider_load_from_data(known.cast(), css, -1)
      return
    }
    guard let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider(
      gtk_widget_get_style_context(cast()), provider.opaque,
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_set_data_full(object, key, provider.raw, { g_object_unref($0) })
  }
}
