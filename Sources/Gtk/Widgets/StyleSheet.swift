import CGtk

/// CSS for all windows of a display.
public enum StyleSheet {
  /// With the priority of an application: above the theme, below the user's style sheet.
  public static func install(_ css: String) {
    install { gtk_css_provider_load_from_data($0, css, -1) }
  }

  /// - Parameter path: In a GResource.
  public static func install(resource path: String) {
    install { gtk_css_provider_load_from_resource($0, path) }
  }

  private static func install(_ load: (UnsafeMutablePointer<GtkCssProvider>?) -> Void) {
    guard let display = gdk_display_get_default() else { return }
    let provider = gtk_css_provider_new()
    load(provider)
    gtk_style_context_add_provider_for_display(
      display, provider?.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }
}

/// CSS for all windows of a display that no program's own outdoes, whatever its selectors; it can be changed.
public final class OverridingStyle {
  private var provider: UnsafeMutablePointer<GtkCssProvider>?

  public init() {}

  /// Takes the place of the rules before.
  public func set(_ css: String) {
    if provider == nil, let display = gdk_display_get_default() {
      provider = gtk_css_provider_new()
      gtk_style_context_add_provider_for_display(
        display, provider?.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
    }
    gtk_css_provider_load_from_data(provider, css, -1)
  }
}
