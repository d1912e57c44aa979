import CGtk

/// Names and descriptions of widgets for screen readers.
public enum Accessible {
  /// Names a widget.
  public static func name(_ widget: some WidgetProtocol, _ text: String) {
    set(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }

  /// Says more about a widget than its name does.
  public static func describe(_ widget: some WidgetProtocol, _ text: String) {
    set(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  private static func set(
    _ widget: some WidgetProtocol, _ property: GtkAccessibleProperty, _ text: String
  ) {
    var value = GValue()
    g_value_init(&value, .string)
    g_value_set_string(&value, text)
    var properties = [property]
    gtk_accessible_update_property_value(widget.opaque, 1, &properties, &value)
    g_value_unset(&value)
  }
}
