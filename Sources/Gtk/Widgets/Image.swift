import CGtk

/// An icon of the theme.
nonisolated public struct Image: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Image {
  public init(icon name: String) { self.init(gtk_image_new_from_icon_name(name)) }

  /// In widget points; -1 for the theme's.
  public var pixelSize: Int {
    get { Int(gtk_image_get_pixel_size(cast())) }
    nonmutating set { gtk_image_set_pixel_size(cast(), CInt(newValue)) }
  }

  public func setIcon(_ name: String?) { gtk_image_set_from_icon_name(cast(), name) }
}
