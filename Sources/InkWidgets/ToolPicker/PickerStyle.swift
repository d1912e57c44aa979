import Gtk

/// The picker's CSS, installed once for the display.
enum PickerStyle {
  private static var isInstalled = false

  private static let css = """
    .tool-picker {
      background-color: mix(@theme_bg_color, @theme_base_color, 0.75);
      border-radius: 22px;
      border: 1px solid alpha(@theme_fg_color, 0.09);
      box-shadow: 0 1px 2px alpha(black, 0.12), 0 4px 10px alpha(black, 0.10), 0 12px 32px alpha(black, 0.14);
    }
    .tool-picker.folded { border-radius: 30px; }
    .tool-picker.compact {
      border-radius: 18px 18px 0 0;
      border-width: 1px 0 0 0;
      box-shadow: 0 -1px 2px alpha(black, 0.06), 0 -4px 18px alpha(black, 0.10);
    }
    .tool-picker.high-contrast { border: 2px solid @theme_fg_color; box-shadow: none; }
    button.picker-item {
      background: none;
      border: none;
      box-shadow: none;
      outline: none;
      padding: 0;
      margin: 0;
      min-width: 0;
      min-height: 0;
      border-radius: 12px;
      text-shadow: none;
      -gtk-icon-shadow: none;
      transition: none;
    }
    button.picker-item:hover { background-color: alpha(@theme_fg_color, 0.06); }
    button.picker-item:active { background-color: alpha(@theme_fg_color, 0.13); }
    button.picker-item:checked { background: none; }
    button.picker-item:checked:hover { background-color: alpha(@theme_fg_color, 0.06); }
    button.picker-item:focus-visible { box-shadow: inset 0 0 0 2px mix(@theme_selected_bg_color, @theme_fg_color, 0.45); }
    button.picker-item > .layer-name { font-size: smaller; padding: 0 3px; }
    .tool-picker.compact button.picker-item > .layer-name { padding: 0 6px; }
    button.picker-item:backdrop > .layer-name { color: @theme_fg_color; transition: none; }
    .tool-picker.folded button.picker-item { border-radius: 30px; }
    .tool-picker.high-contrast button.picker-item:checked { box-shadow: inset 0 0 0 2px @theme_fg_color; }
    .tool-picker-landing {
      border-radius: 22px;
      background-color: alpha(@theme_selected_bg_color, 0.14);
      box-shadow: inset 0 0 0 2px alpha(@theme_selected_bg_color, 0.5);
    }
    .selection-bar {
      background-color: mix(@theme_bg_color, @theme_base_color, 0.75);
      border-radius: 14px;
      border: 1px solid alpha(@theme_fg_color, 0.09);
      box-shadow: 0 1px 2px alpha(black, 0.12), 0 3px 8px alpha(black, 0.10), 0 8px 20px alpha(black, 0.12);
      padding: 2px;
    }
    .selection-bar.high-contrast { border: 2px solid @theme_fg_color; box-shadow: none; }
    .selection-bar > box > button { min-height: 44px; padding: 0 14px; border-radius: 11px; transition: none; }
    .selection-bar > button { min-width: 44px; min-height: 44px; padding: 0; border-radius: 11px; transition: none; }
    .selection-bar > .selection-grip { min-width: 20px; min-height: 44px; opacity: 0.55; }
    .canvas-text, .canvas-text > text { background: none; padding: 0; }
    button.text-option { min-width: 42px; min-height: 42px; padding: 0; border-radius: 12px; }
    button.text-option:checked { background: alpha(@theme_fg_color, 0.11); }
    .tool-badge {
      padding: 9px 18px;
      border-radius: 999px;
      font-weight: bold;
      color: white;
      background-color: rgba(41, 43, 51, 0.96);
      box-shadow: 0 1px 3px alpha(black, 0.12), 0 4px 14px alpha(black, 0.16);
    }
    .view-readout { padding: 5px 12px; font-feature-settings: "tnum"; }
    .size-ring {
      border-radius: 999px;
      box-shadow: 0 1px 3px alpha(black, 0.12), 0 6px 22px alpha(black, 0.16);
    }
    .size-ring.high-contrast { box-shadow: none; }
    button.ring-item {
      background: none; border: none; box-shadow: none; outline: none; padding: 0; margin: 0;
      min-width: 0; min-height: 0; border-radius: 999px; transition: none;
    }
    button.ring-item:checked { background: alpha(@theme_fg_color, 0.10); }
    button.ring-item:hover, button.ring-item.aimed { background: alpha(@theme_selected_bg_color, 0.28); }
    button.ring-item:active { background: alpha(@theme_selected_bg_color, 0.45); }
    button.ring-item:focus-visible { box-shadow: inset 0 0 0 2px mix(@theme_selected_bg_color, @theme_fg_color, 0.45); }
    .size-ring.high-contrast button.ring-item:checked { box-shadow: inset 0 0 0 2px @theme_fg_color; }
    popover.pen-tooltip > contents {
      padding: 4px 8px; min-width: 0; min-height: 0; border: none; border-radius: 9px;
      background-color: rgba(0, 0, 0, 0.8); box-shadow: none;
    }
    popover.pen-tooltip label { color: white; font-weight: normal; text-shadow: none; }
    popover.picker-options > contents { padding: 14px; border-radius: 16px; }
    popover.picker-options .heading { font-weight: bold; }
    popover.picker-options .caption { font-size: smaller; opacity: 0.7; }
    popover.picker-options .value { font-size: smaller; opacity: 0.7; font-feature-settings: "tnum"; }
    popover.picker-options button.size-dot { min-width: 42px; min-height: 42px; border-radius: 12px; }
    popover.picker-options button.size-dot:checked { background-color: alpha(@theme_fg_color, 0.11); }
    popover.picker-options button.kind { padding: 8px 12px; border-radius: 10px; }
    popover.picker-options button.kind:checked { background-color: alpha(@theme_fg_color, 0.13); }
    popover.swatch-menu button.kind:focus { background-color: alpha(@theme_fg_color, 0.13); }
    """

  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    StyleSheet.install(css)
  }
}
