import CWaylandServer
import Glibc
import InkModel

/// A screen with a pen, in memory: a Wayland compositor of its own in which programs run, are
/// drawn on, and are captured.
///
///     let screen = try Screen(size: PixelSize(width: 1280, height: 800))
///     let app = try screen.launch("plumbago", ["--new-window"])
///     let window = try screen.waitForWindow()
///     let before = try screen.waitUntilStill()
///     screen.pen.stroke([Point(100, 100), Point(300, 100)])
///     let after = try screen.waitUntilStill()
///     #expect(after.difference(from: before).box.width > 190)
///     window.close()
///     #expect(try app.waitForExit() == .exited(0))
///     try app.expectQuiet()
///
/// 1. It begins with an empty screen, a seat (mouse, keyboard, touchscreen) and a tablet.
/// 2. ``launch(_:_:environment:)`` starts programs with a private home and session bus; the home
///    stays while the screen does, so a second start finds what the first one left.
/// 3. Calls on ``pen``, ``touch``, ``mouse`` and ``keyboard`` send events at once, to whatever is
///    under them; calls that take time return when the last event was sent.
/// 4. ``settle()`` waits until programs have read what was sent, ``waitUntilStill(for:timeout:)``
///    until they also have drawn.
/// 5. What fails throws a ``ScreenError``. A wait that was in vain leaves a picture of the screen in
///    the folder that `PLUMBAGO_TEST_PICTURES` names, else in the one for temporary files.
/// 6. ``close()``, or the end of its life, kills what still runs and deletes the home.
///
/// The screen has a logical size; its pictures have that times the scale in physical pixels.
/// Every time is in seconds on the monotonic clock.
///
/// Unchecked: the server is behind ``ServerThread``; the programs, the bus and the flags are
/// guarded by `lock`.
public final class Screen: @unchecked Sendable {
  let thread: ServerThread
  public let folder: SessionFolder
  /// The name of the Wayland socket in the session's runtime folder.
  public let socketName = "wayland-0"
  public let mouse: Mouse
  public let touch: TouchScreen
  public let touchpad: Touchpad
  public let keyboard: Keyboard
  /// Of use where the screen was made with one.
  public let inputMethod: InputMethod
  public let pad: TabletPad
  /// A pen with pressure, distance and tilt.
  public let pen: Pen
  /// The other end of that pen.
  public let eraser: Pen

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var programs: [Program] = []
  private var bus: SessionBus?
  private var isClosed = false

  /// - Parameters:
  ///   - size: in logical pixels.
  ///   - scale: physical pixels for one logical one.
  ///   - refresh: in hertz.
  ///   - keyboardLayout: as setxkbmap takes it, "us,ru" has two.
  ///   - withheld: interfaces that programs are not offered, "wl_subcompositor" for instance.
  ///   - hasInputMethod: whether programs are offered ``inputMethod``; GTK's fields use it then.
  public init(
    size: PixelSize = PixelSize(width: 1280, height: 800), scale: Int = 1, refresh: Double = 60,
    keyboardLayout: String = "us", withholding withheld: Set<String> = [],
    hasInputMethod: Bool = false
  ) throws(ScreenError) {
    let folder = try SessionFolder()
    let thread: ServerThread
    do throws(ScreenError) {
      let listening = try folder.listen(socketName)
      thread = try ServerThread { () throws(ScreenError) in
        let server = try Server(
          size: size, scale: scale, refresh: refresh, keyboardLayout: keyboardLayout,
          withholding: withheld, hasInputMethod: hasInputMethod)
        guard wl_display_add_socket_fd(server.display, listening) == 0 else {
          throw .system("offering the Wayland socket", code: errno)
        }
        return server
      }
    } catch {
      folder.remove()
      throw error
    }
    self.folder = folder
    self.thread = thread
    mouse = Mouse(thread: thread)
    touch = TouchScreen(thread: thread)
    touchpad = Touchpad(thread: thread)
    keyboard = Keyboard(thread: thread)
    inputMethod = InputMethod(thread: thread)
    pad = TabletPad(thread: thread)
    pen = Pen(thread, .usual(.pen, serial: 0x5041_0001))
    eraser = Pen(thread, .usual(.eraser, serial: 0x5041_0001))
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    close()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  private func locked<T, Failure: Error>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Kills what still runs, ends the session and deletes its home.
  ///
  /// Idempotent.
  public func close() {
    let (running, bus): ([Program], SessionBus?) = locked {
      guard !isClosed else { return ([], nil) }
      isClosed = true
      defer { self.bus = nil }
      return (programs, self.bus)
    }
    for program in running { program.killGroup() }
    bus?.stop()
    thread.stop()
    folder.remove()
  }

  // MARK: Programs

  /// The variables that programs on this screen get.
  public var environment: [String: String] {
    var e = Environment.all
    for name in e.keys where name.hasPrefix("XDG_") || name.hasPrefix("LC_") { e[name] = nil }
    for name in [
      "DISPLAY", "WAYLAND_SOCKET", "LANGUAGE", "DESKTOP_STARTUP_ID", "GTK_THEME",
      "DBUS_SESSION_BUS_ADDRESS", "GTK_IM_MODULE", "GTK_PATH", "AT_SPI_BUS_ADDRESS",
    ] { e[name] = nil }
    e["WAYLAND_DISPLAY"] = socketName
    e["XDG_RUNTIME_DIR"] = folder.runtime
    e["HOME"] = folder.home
    e["XDG_DATA_HOME"] = folder.data
    e["XDG_CONFIG_HOME"] = folder.config
    e["XDG_CACHE_HOME"] = folder.cache
    e["XDG_STATE_HOME"] = folder.state
    e["XDG_SESSION_TYPE"] = "wayland"
    e["GDK_BACKEND"] = "wayland"
    e["GSK_RENDERER"] = "cairo"
    // GTK prefers an input method that is installed to its own: on every machine there is none.
    e["GTK_EXE_PREFIX"] = folder.toolkit
    e["GSETTINGS_BACKEND"] = "memory"
    e["LANG"] = "C.UTF-8"
    if let bus = locked({ bus }) { e["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
    return e
  }

  /// Starts a program on this screen.
  ///
  /// - Parameters:
  ///   - name: a path, or the name of a product of this package or of a program on PATH.
  ///   - environment: variables to add to ``environment``; `nil` takes one away.
  ///   - folder: its working folder.
  public func launch(
    _ name: String, _ arguments: [String] = [], environment extra: [String: String?] = [:],
    folder workingFolder: String? = nil
  ) throws(ScreenError) -> Program {
    let path = try Spawn.find(name)
    try startBus()
    var variables = environment
    for (key, value) in extra { variables[key] = value }
    let thread = thread
    let program = try Program(
      path: path, arguments: arguments, environment: variables,
      folder: workingFolder ?? self.folder.home,
      onChange: { [weak thread] in thread?.advance() },
      complaints: { [weak thread] in thread?.run { $0.takeComplaints() } ?? [] })
    locked { programs.append(program) }
    return program
  }

  /// A program that crashed or exited with an error by itself.
  func failedProgram() -> Program? {
    locked { programs }.first { program in
      switch program.status {
      case .running, .exited(0): false
      case .exited, .killed: !program.wasEndedByTest
      }
    }
  }

  private func startBus() throws(ScreenError) {
    guard locked({ bus == nil }) else { return }
    let started = try SessionBus(environment: environment)
    locked { bus = started }
  }

  // MARK: The monitor

  /// In logical pixels.
  public var size: PixelSize { thread.run { $0.output.size } }
  /// The scale that programs are told: physical pixels for one logical one, unless
  /// ``setFractionalScale(_:)`` was called.
  public var scale: Int { thread.run { $0.output.scale } }
  /// Physical pixels for one logical one.
  public var density: Double { thread.run { $0.output.density } }
  /// Hertz.
  public var refresh: Double { thread.run { $0.output.refresh } }

  /// Turns to another scale; the logical size stays.
  public func setScale(_ scale: Int) {
    precondition(scale >= 1, "a scale below 1")
    thread.run { $0.changeOutput(density: Double(scale)) }
  }

  /// Turns to a scale between two whole ones.
  ///
  /// Programs are told the next whole scale, and what they draw is scaled down, as compositors do
  /// it for programs that know of no fractional scales.
  public func setFractionalScale(_ density: Double) {
    precondition(density > 0, "a scale must be above 0")
    thread.run { $0.changeOutput(density: density) }
  }

  /// Turns to another logical size.
  public func setSize(_ size: PixelSize) { thread.run { $0.changeOutput(size: size) } }

  /// Turns to another refresh rate, in hertz.
  public func setRefresh(_ refresh: Double) { thread.run { $0.changeOutput(refresh: refresh) } }

  /// When programs get their buffers back; at once unless set.
  public func setBufferRelease(_ release: BufferRelease) {
    thread.run { $0.bufferRelease = release }
  }

  /// The colour behind all windows.
  public func setBackground(_ color: Pixel) {
    thread.run { server in
      server.backgroundColor = color
      server.sceneChanged()
    }
  }

  // MARK: The tablet

  /// Another tool; two pens of different serial numbers are two pens to every program.
  public func makeTool(_ description: ToolDescription) -> Pen { Pen(thread, description) }

  /// Another tool with what its kind usually has.
  public func makeTool(_ kind: ToolDescription.Kind, serial: UInt64) -> Pen {
    Pen(thread, .usual(kind, serial: serial))
  }

  /// In which order a frame of tool events is sent; as Mutter does it unless set.
  public func setAxisOrder(_ order: AxisOrder) { thread.run { $0.tablets.order = order } }

  /// What the frame of a touching tip reports; position and axes unless set.
  public func setTipReport(_ report: TipReport) { thread.run { $0.tablets.tipReport = report } }

  /// Lets several tools be near the tablet at once, or only the newest, as nearly all tablets do.
  ///
  /// GTK 4.8.3 knows one tool of a tablet: it mixes up several, and crashes where one that is not
  /// the newest leaves before another one lifts.
  public func setSeveralTools(_ on: Bool) { thread.run { $0.tablets.allowsSeveralTools = on } }

  /// Pulls the tablet's cable.
  ///
  /// Politely, tools lift and leave first, and programs have acted upon that when the devices go.
  /// Otherwise the devices just go, whatever the tools are doing. (GTK 4.8.3 then has its own words
  /// about it, "gdk_seat_get_keyboard: assertion 'GDK_IS_SEAT (seat)' failed", in every program
  /// that the pen was on, and also where a tool leaves in the same moment.)
  public func unplugTablet(politely: Bool = true) {
    let time = now()
    if politely {
      thread.run { server in for tool in server.tablets.tools { tool.leave(time: time) } }
      // A program that does not answer loses its tablet all the same.
      try? settle(timeout: 5)
    }
    thread.run { $0.tablets.unplug() }
  }

  public func plugTablet() { thread.run { $0.tablets.plug() } }

  /// Takes the keyboard away from every window, as a lock screen does, or gives it back.
  public func withholdFocus(_ on: Bool = true) { thread.run { $0.shell.focusIsWithheld = on } }

  /// Plays what a hand did, each record at its time, on tools made for it; returns when the last
  /// record was sent.
  ///
  /// - Parameters:
  ///   - transform: from the recording's points to the screen's.
  ///   - rate: records a second instead of the recorded times.
  public func play(
    _ recording: StylusRecording, through transform: AffineTransform = .identity,
    rate: Double? = nil
  ) {
    guard let first = recording.records.first else { return }
    var hands: [StylusTool: Pen] = [:]
    let pacer = Pacer()
    for (i, record) in recording.records.enumerated() {
      let offset = rate.map { Double(i) / $0 } ?? (record.sample.time - first.sample.time)
      let time = pacer.wait(until: offset)
      let hand = hands[record.tool] ?? hand(for: record.tool)
      hands[record.tool] = hand
      hand.play(record, through: transform, time: time)
    }
  }

  private func hand(for tool: StylusTool) -> Pen {
    let kind: ToolDescription.Kind =
      switch tool.kind {
      case .pen: .pen
      case .eraser: .eraser
      case .brush: .brush
      case .pencil: .pencil
      case .airbrush: .airbrush
      case .lens: .lens
      case .mouse: .mouse
      case .finger: .finger
      }
    return makeTool(
      ToolDescription(
        kind, serial: tool.serial, hardwareID: tool.hardwareID,
        axes: [.pressure, .distance, .tilt, .rotation, .slider]))
  }
}
