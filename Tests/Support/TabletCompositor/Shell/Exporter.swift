import CWaylandServer

/// `zxdg_exporter_v1`: names windows, so that a dialog of another process can be theirs.
///
/// No other process is told of the names here: there is no importer.
final class ExporterObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_zxdg_exporter_v1(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "export":
      guard let surface = request.object(1, as: Surface.self) else { return }
      _ = ExportedObject(
        server, client: client, version: version, id: request.newID(0), surface: surface)
    default: super.handle(request)
    }
  }
}

/// A `zxdg_exported_v1`: the name of one window.
final class ExportedObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32, surface: Surface) {
    super.init(server, client: client, cwayland_zxdg_exported_v1(), version: version, id: id)
    let window = server.shell.toplevel(of: surface)?.number ?? 0
    if let resource { zxdg_exported_v1_send_handle(resource, "window-\(window)") }
  }
}
