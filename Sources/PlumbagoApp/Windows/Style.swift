import CGtk

/// The few rules that GTK's own theme does not have.
enum Style {
  private static let css = """
    .banner {
      background-color: @theme_bg_color;
      border-bottom: 1px solid @borders;
      padding: 6px 12px;
    }
    .drawing-title > button { padding: 2px 12px; border-radius: 8px; }
    .drawing-title > button arrow { min-width: 0; min-height: 0; opacity: 0; margin: 0; }
    headerbar .subtitle { font-size: smaller; opacity: 0.7; }
    """

  static func install() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider?.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider?.raw)
  }
}
