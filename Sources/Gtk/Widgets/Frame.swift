import CGtk

/// Something with a frame around it.
nonisolated public struct Frame: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Frame {
  public init(_ label: String? = nil) { self.init(gtk_frame_new(label)) }

  public var child: Widget? {
    get { gtk_frame_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_frame_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) { gtk_frame_set_child(cast(), child.cast()) }
}
