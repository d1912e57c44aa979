import CGtk

/// The few rules that GTK's own theme does not have.
enum Style {
  private static let css = """
    window.drawing > headerbar {
      background-image: none;
      background-color: @theme_bg_color;
      border-bottom: 1px solid alpha(@theme_fg_color, 0.1);
      box-shadow: none;
      min-height: 46px;
      padding: 0 6px;
    }
    window.drawing > headerbar button.bar-button, window.drawing > headerbar .bar-button > button,
    window.drawing > headerbar windowcontrols > button {
      background-image: none;
      background-color: transparent;
      border-color: transparent;
      box-shadow: none;
      text-shadow: none;
      -gtk-icon-shadow: none;
      border-radius: 8px;
      min-width: 34px;
      min-height: 34px;
      padding: 0;
      margin: 5px 1px;
      transition: none;
    }
    window.drawing > headerbar button.bar-button:hover, window.drawing > headerbar .bar-button > button:hover,
    window.drawing > headerbar windowcontrols > button:hover { background-color: alpha(@theme_fg_color, 0.07); }
    window.drawing > headerbar button.bar-button:active, window.drawing > headerbar .bar-button > button:active,
    window.drawing > headerbar windowcontrols > button:active { background-color: alpha(@theme_fg_color, 0.16); }
    window.drawing > headerbar button.bar-button:checked, window.drawing > headerbar .bar-button > button:checked,
    window.drawing > headerbar windowcontrols > button:checked {
      background-color: alpha(@theme_selected_bg_color, 0.22);
      color: @theme_fg_color;
    }
    window.drawing > headerbar button.bar-button:focus-visible, window.drawing > headerbar .bar-button > button:focus-visible,
    window.drawing > headerbar windowcontrols > button:focus-visible {
      outline: 2px solid alpha(@theme_selected_bg_color, 0.7);
      outline-offset: -2px;
    }
    window.drawing > headerbar .drawing-title > button { padding: 0 12px; }
    window.drawing > headerbar .drawing-title arrow {
      min-width: 0; min-height: 0; opacity: 0; margin: 0; -gtk-icon-size: 0;
    }
    window.drawing > headerbar separator { margin: 12px 6px; background: alpha(@theme_fg_color, 0.15); }
    window.drawing > headerbar .subtitle { font-size: smaller; opacity: 0.65; }
    /* Room for a hand that writes. As padding: where the text itself is taller than its line, GTK 4.8 does not
       find the handles of a selection where it shows them. */
    .name-form > entry { min-width: 240px; padding-top: 8px; padding-bottom: 8px; }
    .name-form > button { min-height: 34px; margin: 7px 0; }
    /* GTK 4.8's own theme gives the page numbers of the shortcuts a width below 0, and warns. */
    stackswitcher.circular > button > label { margin: 0; padding: 0; }
    .form-row.reading-row { min-height: 24px; padding: 3px 12px; }
    .reading { font-feature-settings: "tnum"; }
    .zoom-row > button { min-height: 30px; min-width: 40px; padding: 0 6px; }
    .banner {
      background-color: mix(@theme_bg_color, @theme_selected_bg_color, 0.12);
      border-bottom: 1px solid alpha(@theme_fg_color, 0.12);
      padding: 8px 12px;
    }
    """

  static func install() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, css + "\n" + Form.css, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider?.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider?.raw)
  }
}
