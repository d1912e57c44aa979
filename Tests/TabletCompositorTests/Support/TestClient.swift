import CWaylandServer
import Glibc
import TabletCompositor

/// One event as a client heard it.
struct Event: CustomStringConvertible {
  enum Value: Hashable {
    case number(Double)
    case text(String?)
    case object(OpaquePointer?)
    case words([UInt32])
    case descriptor(Int32)
  }
  var object: OpaquePointer
  var interface: String
  var name: String
  var values: [Value]

  func number(_ i: Int) -> Double {
    if case .number(let v) = values[i] { return v }
    return .nan
  }

  func int(_ i: Int) -> Int { Int(number(i)) }

  func text(_ i: Int) -> String? {
    if case .text(let v) = values[i] { return v }
    return nil
  }

  func object(_ i: Int) -> OpaquePointer? {
    if case .object(let v) = values[i] { return v }
    return nil
  }

  func words(_ i: Int) -> [UInt32] {
    if case .words(let v) = values[i] { return v }
    return []
  }

  var description: String { "\(interface).\(name)\(values)" }
}

/// A Wayland client inside the test: it notes every event and answers only what it must.
final class TestClient {
  let display: OpaquePointer
  private(set) var events: [Event] = []
  private var globals: [String: (name: UInt32, version: UInt32)] = [:]
  private var registry: OpaquePointer?
  let compositor: OpaquePointer
  let subcompositor: OpaquePointer
  let shm: OpaquePointer
  let base: OpaquePointer
  let seat: OpaquePointer
  private(set) var pools: [UnsafeMutableRawPointer: Int] = [:]
  /// Called with each event right after it was noted.
  var onEvent: (Event) -> Void = { _ in }

  private struct Missing: Error {}

  init(_ screen: Screen) throws {
    let path = screen.folder.runtime + "/" + screen.socketName
    guard let display = wl_display_connect(path) else { throw Missing() }
    self.display = display
    guard let registry = wl_display_get_registry(display) else { throw Missing() }
    self.registry = registry
    // Enough to bind: the general listening begins below, once everything is initialised.
    final class Found {
      var globals: [String: (name: UInt32, version: UInt32)] = [:]
    }
    let found = Found()
    var listener = wl_registry_listener(
      global: { data, _, name, interface, version in
        guard let data, let interface else { return }
        Unmanaged<Found>.fromOpaque(data).takeUnretainedValue()
          .globals[String(cString: interface)] = (name, version)
      }, global_remove: { _, _, _ in })
    wl_registry_add_listener(registry, &listener, Unmanaged.passUnretained(found).toOpaque())
    wl_display_roundtrip(display)
    globals = found.globals
    func bind(_ interface: UnsafePointer<wl_interface>?) throws -> OpaquePointer {
      guard let interface, let global = found.globals[String(cString: interface.pointee.name)],
        let object = wl_registry_bind(
          registry, global.name, interface, min(global.version, UInt32(interface.pointee.version)))
      else { throw Missing() }
      return OpaquePointer(object)
    }
    compositor = try bind(cwayland_wl_compositor())
    subcompositor = try bind(cwayland_wl_subcompositor())
    shm = try bind(cwayland_wl_shm())
    base = try bind(cwayland_xdg_wm_base())
    seat = try bind(cwayland_wl_seat())
    for object in [compositor, subcompositor, shm, base, seat] { listen(object) }
    roundtrip()
  }

  deinit {
    for (memory, size) in pools { munmap(memory, size) }
    wl_display_disconnect(display)
  }

  /// Binds another global.
  func bind(_ interface: UnsafePointer<wl_interface>?) throws -> OpaquePointer {
    guard let interface, let global = globals[String(cString: interface.pointee.name)],
      let object = wl_registry_bind(
        registry, global.name, interface, min(global.version, UInt32(interface.pointee.version)))
    else { throw Missing() }
    return listen(OpaquePointer(object))
  }

  // MARK: Events

  /// From now on notes what an object says.
  @discardableResult
  func listen(_ proxy: OpaquePointer) -> OpaquePointer {
    wl_proxy_add_dispatcher(
      proxy,
      { implementation, target, _, message, arguments in
        guard let implementation, let target, let message, let arguments else { return 0 }
        Unmanaged<TestClient>.fromOpaque(implementation).takeUnretainedValue()
          .note(OpaquePointer(target), message.pointee, arguments)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    return proxy
  }

  private func note(
    _ proxy: OpaquePointer, _ message: wl_message, _ arguments: UnsafeMutablePointer<wl_argument>
  ) {
    var values: [Event.Value] = []
    for letter in String(cString: message.signature) {
      let a = arguments[values.count]
      switch letter {
      case "i": values.append(.number(Double(a.i)))
      case "u": values.append(.number(Double(a.u)))
      case "f": values.append(.number(wl_fixed_to_double(a.f)))
      case "s": values.append(.text(a.s.map { String(cString: $0) }))
      case "h": values.append(.descriptor(a.h))
      case "a":
        let words = a.a.map { array in
          (0..<array.pointee.size / 4).map {
            array.pointee.data.load(fromByteOffset: $0 * 4, as: UInt32.self)
          }
        }
        values.append(.words(words ?? []))
      case "n":
        // The new object's own events follow at once.
        if let made = a.o { listen(made) }
        values.append(.object(a.o))
      case "o": values.append(.object(a.o))
      default: break  // Versions and marks for null.
      }
    }
    let event = Event(
      object: proxy, interface: String(cString: wl_proxy_get_class(proxy)),
      name: String(cString: message.name), values: values)
    events.append(event)
    if event.interface == "xdg_wm_base", event.name == "ping" {
      xdg_wm_base_pong(base, UInt32(event.int(0)))
    }
    onEvent(event)
  }

  /// Sends what is waiting and reads everything that the compositor has sent until now.
  func roundtrip() { wl_display_roundtrip(display) }

  /// Reads events until `condition` holds; false after `turns` reads of a frame's length.
  func wait(turns: Int = 600, until condition: () -> Bool) -> Bool {
    for _ in 0..<turns {
      if condition() { return true }
      wl_display_flush(display)
      var ready = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 17) > 0 { wl_display_dispatch(display) }
      wl_display_dispatch_pending(display)
    }
    return condition()
  }

  func forget() { events = [] }

  func events(_ name: String, of object: OpaquePointer? = nil) -> [Event] {
    events.filter { $0.name == name && (object == nil || $0.object == object) }
  }

  /// The names of what an interface's objects said, in order.
  func names(_ interface: String) -> [String] {
    events.filter { $0.interface == interface }.map(\.name)
  }

  // MARK: Buffers

  /// A buffer of one colour, 0xAARRGGBB, premultiplied.
  func buffer(
    _ width: Int, _ height: Int, _ color: UInt32, paint: ((Int, Int) -> UInt32)? = nil
  ) -> Buffer {
    let size = width * height * 4
    let file = cwayland_memory_file("buffer", nil, size, 0)
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
    pools[memory] = size
    let pixels = memory.bindMemory(to: UInt32.self, capacity: width * height)
    for y in 0..<height {
      for x in 0..<width { pixels[y * width + x] = paint?(x, y) ?? color }
    }
    let pool = wl_shm_create_pool(shm, file, Int32(size))
    let proxy = wl_shm_pool_create_buffer(
      pool, 0, Int32(width), Int32(height), Int32(width * 4), WL_SHM_FORMAT_ARGB8888.rawValue)!
    wl_shm_pool_destroy(pool)
    close(file)
    return Buffer(proxy: listen(proxy), width: width, height: height, pixels: pixels)
  }

  struct Buffer {
    let proxy: OpaquePointer
    let width: Int
    let height: Int
    let pixels: UnsafeMutablePointer<UInt32>

    func fill(_ box: PixelBox, _ color: UInt32) {
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX { pixels[y * width + x] = color }
      }
    }
  }

  // MARK: Surfaces

  func surface() -> OpaquePointer { listen(wl_compositor_create_surface(compositor)!) }

  /// Attaches, declares all of it as damaged, and commits.
  func show(_ buffer: Buffer, on surface: OpaquePointer, scale: Int = 1) {
    wl_surface_set_buffer_scale(surface, Int32(scale))
    wl_surface_attach(surface, buffer.proxy, 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, Int32(buffer.width), Int32(buffer.height))
    wl_surface_commit(surface)
  }

  /// A window of the client, shown in one colour.
  func window(_ width: Int, _ height: Int, _ color: UInt32, parent: TestWindow? = nil) -> TestWindow
  {
    let window = makeWindow(parent: parent)
    wl_surface_commit(window.surface)
    roundtrip()
    acknowledge(window.xdgSurface)
    show(buffer(width, height, color), on: window.surface)
    roundtrip()
    acknowledge(window.xdgSurface)
    return window
  }

  /// A window that has not been committed yet.
  func makeWindow(parent: TestWindow? = nil) -> TestWindow {
    let surface = surface()
    let xdgSurface = listen(xdg_wm_base_get_xdg_surface(base, surface)!)
    let toplevel = listen(xdg_surface_get_toplevel(xdgSurface)!)
    if let parent { xdg_toplevel_set_parent(toplevel, parent.toplevel) }
    return TestWindow(surface: surface, xdgSurface: xdgSurface, toplevel: toplevel)
  }

  /// Acknowledges the newest configure of a window or popup.
  func acknowledge(_ xdgSurface: OpaquePointer) {
    if let event = events("configure", of: xdgSurface).last {
      xdg_surface_ack_configure(xdgSurface, UInt32(event.int(0)))
    }
  }

  struct TestWindow {
    let surface: OpaquePointer
    let xdgSurface: OpaquePointer
    let toplevel: OpaquePointer
  }

  /// A region of one box.
  func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> OpaquePointer {
    let region = wl_compositor_create_region(compositor)!
    if width > 0 { wl_region_add(region, Int32(x), Int32(y), Int32(width), Int32(height)) }
    return region
  }

  /// A surface inside another one.
  func subsurface(
    of parent: OpaquePointer, at x: Int, _ y: Int
  ) -> (surface: OpaquePointer, role: OpaquePointer) {
    let surface = surface()
    let role = listen(wl_subcompositor_get_subsurface(subcompositor, surface, parent)!)
    wl_subsurface_set_position(role, Int32(x), Int32(y))
    return (surface, role)
  }

  // MARK: Devices

  func pointer() -> OpaquePointer { listen(wl_seat_get_pointer(seat)!) }
  func keyboard() -> OpaquePointer { listen(wl_seat_get_keyboard(seat)!) }
  func touch() -> OpaquePointer { listen(wl_seat_get_touch(seat)!) }

  /// Listens to tablets.
  @discardableResult
  func tabletSeat() throws -> OpaquePointer {
    let manager = try bind(cwayland_zwp_tablet_manager_v2())
    let seat = listen(zwp_tablet_manager_v2_get_tablet_seat(manager, seat)!)
    roundtrip()
    return seat
  }
}
