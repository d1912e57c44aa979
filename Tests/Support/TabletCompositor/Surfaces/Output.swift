import CWaylandServer

/// The one monitor: a logical size, an integer scale and a refresh rate.
final class Output {
  private unowned let server: Server
  /// In logical pixels; the mode that clients see is this times ``scale``.
  private(set) var size: PixelSize
  /// What clients are told: a whole number, the next above ``density``.
  private(set) var scale: Int
  /// Physical pixels for one logical one; not whole where the screen is set between two scales.
  private(set) var density: Double
  /// Hertz.
  private(set) var refresh: Double
  private var objects: [OutputObject] = []

  init(_ server: Server, size: PixelSize, scale: Int, refresh: Double) {
    self.server = server
    self.size = size
    self.scale = scale
    density = Double(scale)
    self.refresh = refresh
  }

  var bounds: PixelBox { PixelBox(x: 0, y: 0, width: size.width, height: size.height) }

  func bind(_ client: OpaquePointer, version: Int, id: UInt32) {
    let object = OutputObject(server, client: client, version: version, id: id)
    objects.append(object)
    describe(to: object)
    // Surfaces that showed before the client bound the output.
    for surface in server.surfaces where surface.client == client && surface.contents != nil {
      if let s = surface.resource, let o = object.resource { wl_surface_send_enter(s, o) }
    }
  }

  func removed(_ object: OutputObject) { objects.removeAll { $0 === object } }

  func resources(of client: OpaquePointer) -> [OpaquePointer] {
    objects.compactMap { $0.client == client ? $0.resource : nil }
  }

  /// Tells a surface's client that the surface is on this output.
  func announce(to surface: Surface) {
    guard let s = surface.resource else { return }
    for output in resources(of: surface.client) { wl_surface_send_enter(s, output) }
  }

  /// In physical pixels.
  var mode: PixelSize {
    PixelSize(
      width: Int((Double(size.width) * density).rounded()),
      height: Int((Double(size.height) * density).rounded()))
  }

  func change(size: PixelSize? = nil, density: Double? = nil, refresh: Double? = nil) {
    self.size = size ?? self.size
    self.density = density ?? self.density
    scale = Int(self.density.rounded(.up))
    self.refresh = refresh ?? self.refresh
    for object in objects { describe(to: object) }
  }

  private func describe(to object: OutputObject) {
    guard let r = object.resource else { return }
    // 96 dots an inch at scale 1.
    wl_output_send_geometry(
      r, 0, 0, Int32(Double(size.width) / 96 * 25.4), Int32(Double(size.height) / 96 * 25.4),
      Int32(WL_OUTPUT_SUBPIXEL_NONE.rawValue), "Plumbago", "Headless",
      Int32(WL_OUTPUT_TRANSFORM_NORMAL.rawValue))
    wl_output_send_mode(
      r, WL_OUTPUT_MODE_CURRENT.rawValue | WL_OUTPUT_MODE_PREFERRED.rawValue,
      Int32(mode.width), Int32(mode.height), Int32((refresh * 1000).rounded()))
    if object.version >= 2 { wl_output_send_scale(r, Int32(scale)) }
    if object.version >= 4 {
      wl_output_send_name(r, "HEADLESS-1")
      wl_output_send_description(r, "Headless test screen")
    }
    if object.version >= 2 { wl_output_send_done(r) }
  }
}

/// A client's `wl_output`.
final class OutputObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_output(), version: version, id: id)
  }

  override func resourceDestroyed() { server.output.removed(self) }
}
