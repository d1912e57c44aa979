import CGtk

/// What happens to the widgets of the program, whoever makes them.
///
/// GTK lists windows, but neither popovers nor the views that menus make themselves: hooks on signals
/// find all.
public enum AllWidgets {
  /// Calls `body` as a signal is emitted of a widget of some types, before the handlers that are
  /// connected to it; for good.
  ///
  /// - Parameters:
  ///   - signal: One that all of them have from the same class, as `"map"`.
  ///   - types: One at least.
  public static func on(
    _ signal: String, of types: [GType], _ body: @escaping (Widget) -> Void
  ) {
    // Signals exist only after their class is initialized, which the reference to the class does.
    let type = types.first ?? gtk_widget_get_type()
    g_type_class_unref(g_type_class_ref(type))
    g_signal_add_emission_hook(
      g_signal_lookup(signal, type), 0,
      { _, count, values, data in
        guard count > 0, let widget = g_value_get_object(values)?.widget else { return 1 }
        Retained<Hook>.from(data)?.value.call(Widget(widget))
        return 1
      }, Retained(Hook(types: types, body: body)).retained(),
      { Retained<Hook>.release($0) })
  }

  private struct Hook {
    var types: [GType]
    var body: (Widget) -> Void

    func call(_ widget: Widget) {
      if types.contains(where: { widget.isA($0) }) { body(widget) }
    }
  }
}
