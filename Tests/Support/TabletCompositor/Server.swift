import CWaylandServer
import Glibc
import InkModel

/// Seconds on the monotonic clock, the clock of every time in this module.
func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
}

/// The compositor itself: the display, its globals, its refresh timer.
///
/// Everything here and below lives on one thread, the one of ``ServerThread``.
final class Server {
  let display: OpaquePointer
  let loop: OpaquePointer
  private(set) var globals: [Global] = []
  var surfaces: [Surface] = []
  private(set) var output: Output!
  private(set) var shell: Shell!
  private(set) var seat: Seat!
  private(set) var tablets: TabletHub!
  private(set) var gestures: GestureDevice!
  private(set) var dataExchange: DataExchange!
  private(set) var inputMethod: InputMethodDevice!
  var log = CommitLog()
  var bufferRelease = BufferRelease.immediately
  /// Buffers that go back to their clients at the next refresh.
  var releaseAtRefresh: [AttachedBuffer] = []
  var backgroundColor = Pixel(0x9A9996)
  /// Called after anything that a waiting test may be waiting for.
  var onEvent: () -> Void = {}
  /// What clients did wrong, or wanted in vain.
  private(set) var complaints: [String] = []

  private var surfaceCount = 0
  private var sceneIsDirty = false
  private var refreshTimer: Int32 = -1
  private var refreshSource: OpaquePointer?
  private(set) var refreshCount: UInt64 = 0

  init(
    size: PixelSize, scale: Int, refresh: Double, keyboardLayout: String,
    withholding withheld: Set<String>, hasInputMethod: Bool
  ) throws(ScreenError) {
    guard let display = wl_display_create(), let loop = wl_display_get_event_loop(display) else {
      throw .system("making a Wayland display", code: errno)
    }
    self.display = display
    self.loop = loop
    output = Output(self, size: size, scale: scale, refresh: refresh)
    shell = Shell(self)
    seat = try Seat(self, keyboardLayout: keyboardLayout)
    tablets = TabletHub(self)
    gestures = GestureDevice(self)
    dataExchange = DataExchange(self)
    inputMethod = InputMethodDevice(self)
    wl_display_init_shm(display)
    cwayland_widen_client_buffers(display)
    // GTK takes another context for its fields where a compositor has one.
    let none: Set<String> = hasInputMethod ? [] : ["zwp_text_input_manager_v3"]
    addGlobals(but: withheld.union(none))
    try startRefresh()
  }

  private func addGlobals(but withheld: Set<String>) {
    func offer(
      _ interface: UnsafePointer<wl_interface>?, _ version: Int,
      _ bind: @escaping (OpaquePointer, Int, UInt32) -> Void
    ) {
      if let name = interface?.pointee.name, withheld.contains(String(cString: name)) { return }
      globals.append(Global(display, interface, version: version, bind: bind))
    }
    offer(cwayland_wl_compositor(), 5) { [unowned self] in
      _ = CompositorObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_wl_subcompositor(), 1) { [unowned self] in
      _ = SubcompositorObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_wl_output(), 4) { [unowned self] in
      output.bind($0, version: $1, id: $2)
    }
    offer(cwayland_wl_seat(), 7) { [unowned self] in
      _ = SeatObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_wl_data_device_manager(), 3) { [unowned self] in
      _ = DataDeviceManagerObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_xdg_wm_base(), 5) { [unowned self] in
      _ = WMBaseObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_wp_viewporter(), 1) { [unowned self] in
      _ = ViewporterObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_zxdg_exporter_v1(), 1) { [unowned self] in
      _ = ExporterObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_wp_presentation(), 1) { [unowned self] in
      _ = PresentationObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_zwp_pointer_gestures_v1(), 3) { [unowned self] in
      _ = PointerGesturesObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_zwp_tablet_manager_v2(), 1) { [unowned self] in
      _ = TabletManagerObject(self, client: $0, version: $1, id: $2)
    }
    offer(cwayland_zwp_text_input_manager_v3(), 1) { [unowned self] in
      _ = TextInputManagerObject(self, client: $0, version: $1, id: $2)
    }
  }

  /// Ends every client's connection and frees the display.
  ///
  /// Nothing may be asked of it afterwards.
  func shutDown() {
    wl_display_destroy_clients(display)
    if let refreshSource { wl_event_source_remove(refreshSource) }
    if refreshTimer >= 0 { close(refreshTimer) }
    wl_display_destroy(display)
  }

  // MARK: Numbers

  func nextSerial() -> UInt32 { wl_display_next_serial(display) }

  func nextSurfaceNumber() -> Int {
    surfaceCount += 1
    return surfaceCount
  }

  // MARK: Events

  func somethingHappened() { onEvent() }

  func complain(_ sentence: String) {
    complaints.append(sentence)
    onEvent()
  }

  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// Surfaces came, went or moved: what is under the pointer may be another one.
  func sceneChanged() {
    sceneIsDirty = true
    onEvent()
  }

  /// Called once after each turn of the loop.
  func turnEnded() {
    if sceneIsDirty {
      sceneIsDirty = false
      log.sceneChangedAt = now()
      seat.pointer.refocus()
    }
    wl_display_flush_clients(display)
  }

  /// When the current commit reached the compositor; copying its pixels takes time of its own.
  var commitBegan = 0.0

  /// `damage` in surface coordinates; `changedInBuffer` in buffer pixels.
  func committed(_ surface: Surface, damage: [PixelBox], changedInBuffer: PixelBox) {
    log.add(surface, damage: damage, changedInBuffer: changedInBuffer, scene: scene)
    onEvent()
  }

  func surfaceDestroyed(_ surface: Surface) {
    surfaces.removeAll { $0 === surface }
    seat.surfaceDestroyed(surface)
    tablets.surfaceDestroyed(surface)
    inputMethod.surfaceDestroyed(surface)
    sceneChanged()
  }

  var scene: Scene { Scene(server: self) }

  // MARK: Refresh

  private func startRefresh() throws(ScreenError) {
    refreshTimer = timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC))
    guard refreshTimer >= 0 else { throw .system("making the refresh timer", code: errno) }
    refreshSource = wl_event_loop_add_fd(
      loop, refreshTimer, UInt32(WL_EVENT_READABLE),
      { _, _, data in
        if let data { Unmanaged<Server>.fromOpaque(data).takeUnretainedValue().refresh() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    armRefresh()
  }

  private func armRefresh() {
    let interval = Int(1e9 / output.refresh)
    let period = timespec(tv_sec: interval / 1_000_000_000, tv_nsec: interval % 1_000_000_000)
    var setting = itimerspec(it_interval: period, it_value: period)
    timerfd_settime(refreshTimer, 0, &setting, nil)
  }

  /// The monitor takes a new frame: what was committed until now is shown, and clients may draw
  /// the next one.
  private func refresh() {
    var expirations: UInt64 = 0
    guard read(refreshTimer, &expirations, 8) == 8 else { return }
    refreshCount += expirations
    let time = now()
    log.refreshed(at: time)
    let milliseconds = UInt32(truncatingIfNeeded: Int(time * 1000))
    for buffer in releaseAtRefresh { buffer.release() }
    releaseAtRefresh = []
    // A window that is out of sight is not asked for frames.
    for surface in surfaces where shell.toplevel(of: surface)?.isMinimized != true {
      let callbacks = surface.frameCallbacks
      surface.frameCallbacks = []
      for callback in callbacks { callback.done(milliseconds) }
      let feedbacks = surface.feedbacks
      surface.feedbacks = []
      for feedback in feedbacks {
        feedback.presented(at: time, refresh: 1 / output.refresh, sequence: refreshCount)
      }
    }
    onEvent()
  }

  func changeOutput(size: PixelSize? = nil, density: Double? = nil, refresh: Double? = nil) {
    output.change(size: size, density: density, refresh: refresh)
    if refresh != nil { armRefresh() }
    shell.outputChanged()
    sceneChanged()
  }
}
