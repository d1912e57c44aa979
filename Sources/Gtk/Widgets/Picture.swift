import CGtk

/// A picture that is scaled to the room that there is.
nonisolated public struct Picture: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Picture {
  public init() { self.init(gtk_picture_new()) }

  /// Shows the picture of a file; nothing for `nil` and where it cannot be read.
  public func setFile(_ path: String?) { gtk_picture_set_filename(cast(), path) }

  public func setTexture(_ texture: Texture?) { gtk_picture_set_paintable(cast(), texture?.raw) }
}
