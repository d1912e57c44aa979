import CGtk
import InkModel

/// A widget or a dialog in which a colour is chosen.
public protocol ColorChooserProtocol: WidgetProtocol {}

extension ColorChooserProtocol {
  /// Opaque unless ``usesAlpha``.
  public var color: Color {
    get {
      var rgba = GdkRGBA()
      gtk_color_chooser_get_rgba(cast(), &rgba)
      func byte(_ v: Float) -> UInt8 { UInt8((min(max(v, 0), 1) * 255).rounded()) }
      return Color(
        red: byte(rgba.red), green: byte(rgba.green), blue: byte(rgba.blue), alpha: byte(rgba.alpha)
      )
    }
    nonmutating set {
      var rgba = GdkRGBA(
        red: Float(newValue.red) / 255, green: Float(newValue.green) / 255,
        blue: Float(newValue.blue) / 255, alpha: Float(newValue.alpha) / 255)
      gtk_color_chooser_set_rgba(cast(), &rgba)
    }
  }

  public var usesAlpha: Bool {
    get { gtk_color_chooser_get_use_alpha(cast()) != 0 }
    nonmutating set { gtk_color_chooser_set_use_alpha(cast(), newValue ? 1 : 0) }
  }
}

/// Palette and editor as a widget.
nonisolated public struct ColorChooserWidget: ColorChooserProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ColorChooserWidget {
  public init() { self.init(gtk_color_chooser_widget_new()) }

  /// Whether any colour can be made, instead of the palette.
  public var showsEditor: Bool {
    get { bool("show-editor") }
    nonmutating set { set("show-editor", newValue) }
  }
}

/// The same as a dialog.
nonisolated public struct ColorChooserDialog: DialogProtocol, ColorChooserProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ColorChooserDialog {
  public init(_ title: String, parent: (some WindowProtocol)?) {
    self.init(gtk_color_chooser_dialog_new(title, parent?.cast()))
  }
}
