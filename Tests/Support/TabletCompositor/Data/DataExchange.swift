import CWaylandServer
import Glibc
import InkModel

/// `wl_data_device_manager`: copy and paste, and drag and drop.
final class DataDeviceManagerObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_data_device_manager(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "create_data_source":
      _ = DataSourceObject(server, client: client, version: version, id: request.newID(0))
    case "get_data_device":
      server.dataExchange.add(
        DataDeviceObject(server, client: client, version: version, id: request.newID(0)))
    default: super.handle(request)
    }
  }
}

/// Something that can be pasted or dropped: of a client, or of the test.
protocol DataProvider: AnyObject {
  var types: [String] { get }
  /// Writes the data of a type to a descriptor, which is its to close.
  func send(_ type: String, to descriptor: Int32)
  /// Something else replaced it.
  func cancelled()
}

/// A client's `wl_data_source`.
final class DataSourceObject: ProtocolObject, DataProvider {
  private(set) var types: [String] = []
  private(set) var actions: UInt32 = 0

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_data_source(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "offer": types.append(request.string(0) ?? "")
    case "set_actions": actions = request.uint(0)
    default: super.handle(request)
    }
  }

  func send(_ type: String, to descriptor: Int32) {
    if let resource {
      wl_data_source_send_send(resource, type, descriptor)
      // The message has its own copy of the descriptor.
    }
    close(descriptor)
  }

  func cancelled() {
    if let resource { wl_data_source_send_cancelled(resource) }
  }

  override func resourceDestroyed() { server.dataExchange.providerWent(self) }
}

/// Data that a test put on the clipboard, or drops.
final class TestData: DataProvider {
  /// Who it was dropped on has taken it.
  var isFinished = false
  private let contents: [(type: String, bytes: [UInt8])]
  init(_ contents: [(type: String, bytes: [UInt8])]) { self.contents = contents }

  var types: [String] { contents.map(\.type) }

  func send(_ type: String, to descriptor: Int32) {
    let bytes = contents.first { $0.type == type }?.bytes ?? []
    // A reader that is slow must not hold up the compositor: a thread of its own writes.
    PipeWriter.write(bytes, to: descriptor)
  }

  func cancelled() {}
}

/// A client's `wl_data_device`.
final class DataDeviceObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_data_device(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_selection":
      server.dataExchange.setSelection(request.object(0, as: DataSourceObject.self))
    case "start_drag":
      if let icon = request.object(2, as: Surface.self), icon.role == nil {
        icon.role = CursorRole.icon
      }
      server.dataExchange.startDrag(
        request.object(0, as: DataSourceObject.self), of: client, by: request.uint(3))
    default: super.handle(request)
    }
  }

  override func resourceDestroyed() { server.dataExchange.remove(self) }
}

/// A `wl_data_offer`: what a client was told can be pasted or dropped.
final class DataOfferObject: ProtocolObject {
  private weak var provider: (any DataProvider)?
  private let isDrag: Bool
  private(set) var acceptedType: String?
  private(set) var action: UInt32 = 0

  init(
    _ server: Server, client: OpaquePointer, version: Int, provider: any DataProvider, isDrag: Bool
  ) {
    self.provider = provider
    self.isDrag = isDrag
    super.init(server, client: client, cwayland_wl_data_offer(), version: version, id: 0)
  }

  func announceTypes() {
    guard let resource, let provider else { return }
    for type in provider.types { wl_data_offer_send_offer(resource, type) }
    if isDrag, version >= 3 { wl_data_offer_send_source_actions(resource, actions) }
  }

  /// What its source allows; data of a test is copied.
  private var actions: UInt32 {
    (provider as? DataSourceObject)?.actions ?? WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue
  }

  override func handle(_ request: Request) {
    defer { if isDrag { server.somethingHappened() } }
    switch request.name {
    case "accept":
      acceptedType = request.string(1)
      if isDrag, let source = (provider as? DataSourceObject)?.resource {
        wl_data_source_send_target(source, acceptedType)
      }
    case "receive":
      guard let provider else {
        close(request.descriptor(1))
        return
      }
      provider.send(request.string(0) ?? "", to: request.descriptor(1))
    case "finish":
      (provider as? TestData)?.isFinished = true
      if let source = provider as? DataSourceObject, source.version >= 3, let r = source.resource {
        wl_data_source_send_dnd_finished(r)
      }
    case "set_actions": choose(among: request.uint(0), preferred: request.uint(1))
    default: super.handle(request)
    }
  }

  private func choose(among wanted: UInt32, preferred: UInt32) {
    guard let resource, provider != nil else { return }
    let possible = wanted & actions
    let first = [
      preferred, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue,
      WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE.rawValue,
      WL_DATA_DEVICE_MANAGER_DND_ACTION_ASK.rawValue,
    ].first { $0 != 0 && possible & $0 != 0 }
    let chosen = first ?? 0
    guard chosen != action else { return }
    action = chosen
    if version >= 3 { wl_data_offer_send_action(resource, chosen) }
    if let source = provider as? DataSourceObject, source.version >= 3, let r = source.resource {
      wl_data_source_send_action(r, chosen)
    }
  }
}

/// The clipboard and the drag in progress.
final class DataExchange {
  private unowned let server: Server
  private var devices: [DataDeviceObject] = []
  private(set) var selection: (any DataProvider)?
  private var drag: Drag?

  private struct Drag {
    var source: (any DataProvider)?
    /// `nil` where a test drags.
    var client: OpaquePointer?
    weak var target: Surface?
    var offers: [DataOfferObject] = []
  }

  init(_ server: Server) { self.server = server }

  // MARK: Clients

  func add(_ device: DataDeviceObject) {
    devices.append(device)
    if server.seat.keyboard.focus?.client == device.client { offerSelection(to: device) }
  }

  func remove(_ device: DataDeviceObject) { devices.removeAll { $0 === device } }

  private func devices(of client: OpaquePointer) -> [DataDeviceObject] {
    devices.filter { $0.client == client && $0.resource != nil }
  }

  private func makeOffer(
    of provider: any DataProvider, to device: DataDeviceObject, isDrag: Bool
  ) -> DataOfferObject? {
    let offer = DataOfferObject(
      server, client: device.client, version: device.version, provider: provider, isDrag: isDrag)
    guard let d = device.resource, let o = offer.resource else { return nil }
    wl_data_device_send_data_offer(d, o)
    offer.announceTypes()
    return offer
  }

  // MARK: Selection

  func setSelection(_ provider: (any DataProvider)?) {
    guard provider !== selection else { return }
    selection?.cancelled()
    selection = provider
    if let client = server.seat.keyboard.focus?.client { focused(client) }
    server.somethingHappened()
  }

  /// The client that gets the keyboard is told what it could paste.
  func focused(_ client: OpaquePointer) {
    for device in devices(of: client) { offerSelection(to: device) }
  }

  private func offerSelection(to device: DataDeviceObject) {
    guard let resource = device.resource else { return }
    guard let selection else { return wl_data_device_send_selection(resource, nil) }
    let offer = makeOffer(of: selection, to: device, isDrag: false)
    wl_data_device_send_selection(resource, offer?.resource)
  }

  func providerWent(_ provider: DataSourceObject) {
    if selection === provider { setSelection(nil) }
    if drag?.source === provider { drag?.source = nil }
  }

  // MARK: Drag and drop

  /// - Parameter serial: Of the press that drags.
  func startDrag(_ source: DataSourceObject?, of client: OpaquePointer, by serial: UInt32) {
    // One at a time, whatever else presses.
    guard drag == nil, let p = server.seat.beginDrag(by: serial) else {
      source?.cancelled()
      return
    }
    drag = Drag(source: source, client: client)
    dragMoved(to: p, time: now())
  }

  /// A test drags data over a point, as from another program.
  func drag(_ data: TestData, over p: Point) {
    drag = Drag(source: data)
    dragMoved(to: p, time: now())
    dragMoved(to: p, time: now())
  }

  /// What is dragged.
  var draggedData: (any DataProvider)? { drag?.source }

  /// Whether the surface under the drag takes what is dragged.
  var isDragAccepted: Bool {
    drag?.offers.contains { $0.acceptedType != nil && ($0.version < 3 || $0.action != 0) } ?? false
  }

  func dragMoved(to p: Point, time: Double) {
    guard let drag else { return }
    var target = server.scene.pick(p)
    // Without a source the drag stays inside its own client.
    if drag.source == nil, target?.client != drag.client { target = nil }
    if target !== drag.target {
      leaveTarget()
      if let target { enter(target, at: p) }
      return
    }
    guard let target, let local = server.scene.local(p, in: target) else { return }
    for device in devices(of: target.client) {
      if let resource = device.resource {
        wl_data_device_send_motion(
          resource, eventTime(time), wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
      }
    }
  }

  private func enter(_ target: Surface, at p: Point) {
    guard let s = target.resource, let local = server.scene.local(p, in: target) else { return }
    let serial = server.nextSerial()
    drag?.target = target
    for device in devices(of: target.client) {
      let offer = (drag?.source).flatMap { makeOffer(of: $0, to: device, isDrag: true) }
      if let offer { drag?.offers.append(offer) }
      if let resource = device.resource {
        wl_data_device_send_enter(
          resource, serial, s, wl_fixed_from_double(local.x), wl_fixed_from_double(local.y),
          offer?.resource)
      }
    }
  }

  private func leaveTarget() {
    if let target = drag?.target {
      for device in devices(of: target.client) {
        if let resource = device.resource { wl_data_device_send_leave(resource) }
      }
    }
    drag?.target = nil
    drag?.offers = []
  }

  /// A test drags no more.
  func endDrag() {
    leaveTarget()
    drag = nil
  }

  /// The button, the finger or the tip that dragged was released.
  func drop() {
    guard let drag else { return }
    let accepted = drag.source == nil || isDragAccepted
    let source = drag.source as? DataSourceObject
    if let target = drag.target, accepted {
      for device in devices(of: target.client) {
        if let resource = device.resource { wl_data_device_send_drop(resource) }
      }
      if let source, source.version >= 3, let r = source.resource {
        wl_data_source_send_dnd_drop_performed(r)
      }
    } else {
      source?.cancelled()
    }
    leaveTarget()
    self.drag = nil
  }
}
