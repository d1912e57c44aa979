import CWaylandServer

/// One protocol object of one client: the Swift side of a `wl_resource`.
///
/// The resource keeps its object alive; when the client destroys it, or goes away, `resource`
/// becomes `nil`, ``resourceDestroyed()`` is called once, and the object lives on only where
/// somebody still holds it. Requests come in by name, through ``handle(_:)``.
class ProtocolObject {
  unowned let server: Server
  let client: OpaquePointer
  /// `nil` once destroyed.
  ///
  /// Events must not be sent then; ``live`` makes that easy.
  private(set) var resource: OpaquePointer?
  /// The version that the client bound: events newer than it must not be sent.
  let version: Int
  private let interfaceName: String

  /// `id` 0 makes a new object on the server's side, as for `tool_added`.
  init(
    _ server: Server, client: OpaquePointer, _ interface: UnsafePointer<wl_interface>?,
    version: Int, id: UInt32
  ) {
    self.server = server
    self.client = client
    self.version = version
    interfaceName = interface.map { String(cString: $0.pointee.name) } ?? "?"
    resource = wl_resource_create(client, interface, Int32(version), id)
    guard let resource else {
      wl_client_post_no_memory(client)
      return
    }
    wl_resource_set_dispatcher(
      resource,
      { _, target, opcode, message, arguments in
        guard let target, let message, let arguments,
          let data = wl_resource_get_user_data(OpaquePointer(target))
        else { return 0 }
        let object = Unmanaged<ProtocolObject>.fromOpaque(data).takeUnretainedValue()
        // A request may destroy the object that it was sent to.
        withExtendedLifetime(object) {
          object.handle(
            Request(
              name: String(cString: message.pointee.name), opcode: opcode, arguments: arguments))
        }
        return 0
      }, nil, Unmanaged.passRetained(self).toOpaque(),
      { resource in
        guard let data = wl_resource_get_user_data(resource) else { return }
        let object = Unmanaged<ProtocolObject>.fromOpaque(data)
        object.takeUnretainedValue().forgetResource()
        object.release()
      })
  }

  /// A request of the client.
  ///
  /// Objects whose only request destroys them need not override it.
  func handle(_ request: Request) {
    switch request.name {
    case "destroy", "release": destroy()
    default:
      server.complain(
        "a client asked for \(interfaceName).\(request.name), which this compositor does not have")
    }
  }

  /// Called once, when the resource has gone; it can no longer be sent to.
  func resourceDestroyed() {}

  final func destroy() {
    if let resource { wl_resource_destroy(resource) }
  }

  /// Tells the client that it broke the protocol, which ends it.
  final func postError(_ code: UInt32, _ message: String) {
    guard let resource else { return }
    server.complain("\(interfaceName): \(message)")
    cwayland_post_error(resource, code, message)
  }

  private func forgetResource() {
    resource = nil
    resourceDestroyed()
  }
}

/// A request to an object, with its arguments in the protocol's order.
struct Request {
  let name: String
  let opcode: UInt32
  let arguments: UnsafeMutablePointer<wl_argument>

  func int(_ i: Int) -> Int { Int(arguments[i].i) }
  func uint(_ i: Int) -> UInt32 { arguments[i].u }
  func fixed(_ i: Int) -> Double { wl_fixed_to_double(arguments[i].f) }
  func newID(_ i: Int) -> UInt32 { arguments[i].n }
  /// The descriptor is the receiver's to close.
  func descriptor(_ i: Int) -> Int32 { arguments[i].h }
  func string(_ i: Int) -> String? { arguments[i].s.map { String(cString: $0) } }
  func resource(_ i: Int) -> OpaquePointer? { arguments[i].o }

  /// The object that argument `i` names, `nil` where it is null or no longer there.
  func object<T: ProtocolObject>(_ i: Int, as type: T.Type = T.self) -> T? {
    guard let resource = arguments[i].o, let data = wl_resource_get_user_data(resource)
    else { return nil }
    return Unmanaged<ProtocolObject>.fromOpaque(data).takeUnretainedValue() as? T
  }

  /// A rectangle in four consecutive arguments: x, y, width, height.
  func box(_ i: Int) -> PixelBox {
    PixelBox(x: int(i), y: int(i + 1), width: int(i + 2), height: int(i + 3))
  }
}

/// Something a client can bind in the registry.
final class Global {
  private let bind: (OpaquePointer, Int, UInt32) -> Void
  private var global: OpaquePointer?

  /// `bind` gets the client, the version it asked for, and the new object's id.
  init(
    _ display: OpaquePointer, _ interface: UnsafePointer<wl_interface>?, version: Int,
    bind: @escaping (OpaquePointer, Int, UInt32) -> Void
  ) {
    self.bind = bind
    global = wl_global_create(
      display, interface, Int32(version), Unmanaged.passUnretained(self).toOpaque()
    ) { client, data, version, id in
      guard let client, let data else { return }
      Unmanaged<Global>.fromOpaque(data).takeUnretainedValue().bind(client, Int(version), id)
    }
  }
}

/// Calls back once when a resource that is not a ``ProtocolObject`` (a `wl_shm` buffer) goes.
final class DestroyListener {
  private struct Box {
    var listener: wl_listener
    var owner: UnsafeMutableRawPointer?
  }
  private let box: UnsafeMutablePointer<Box>
  private var action: (() -> Void)?

  init(_ resource: OpaquePointer, _ action: @escaping () -> Void) {
    self.action = action
    box = .allocate(capacity: 1)
    box.initialize(to: Box(listener: wl_listener(), owner: nil))
    box.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    let listener = UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self)
    listener.pointee.notify = { listener, _ in
      guard let listener else { return }
      let box = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: Box.self)
      guard let owner = box.pointee.owner else { return }
      let this = Unmanaged<DestroyListener>.fromOpaque(owner).takeUnretainedValue()
      let action = this.action
      this.action = nil
      // libwayland walks on from the node it noted before: taking this one out is allowed.
      action?()
    }
    wl_resource_add_destroy_listener(resource, listener)
  }

  deinit {
    if action != nil {
      let listener = UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self)
      withUnsafeMutablePointer(to: &listener.pointee.link) { wl_list_remove($0) }
    }
    box.deallocate()
  }
}

/// Fills a `wl_array` with 32-bit words for the length of `body`.
func withWordArray(_ words: [UInt32], _ body: (UnsafeMutablePointer<wl_array>) -> Void) {
  var array = wl_array()
  wl_array_init(&array)
  defer { wl_array_release(&array) }
  for word in words {
    wl_array_add(&array, 4)?.storeBytes(of: word, as: UInt32.self)
  }
  body(&array)
}
