import CWaylandServer
import Glibc
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// Starting programs, and judging how they ran.
  @Suite struct ProgramTests {
    private func shell(_ screen: Screen, _ script: String) throws -> Program {
      try screen.launch("/bin/sh", ["-c", script])
    }

    @Test func `what a program writes and how it exits is known`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let program = try shell(screen, "echo out; echo err >&2; exit 3")
      #expect(try program.waitForExit() == .exited(3))
      #expect(program.standardOutput == "out\n" && program.standardError == "err\n")
      #expect(program.usage.map { $0.peakMemory > 0 } == true)
      try program.expectQuiet()
    }

    @Test(
      arguments: [
        "(app:1): Gtk-WARNING **: 12:00:00.000: Theme parsing error",
        "(app:1): GLib-GObject-CRITICAL **: 12:00:00.000: g_object_ref: assertion failed",
        "(app:1): Gdk-Message: 12:00:00.000: Error 71 (Protocol error) dispatching to Wayland",
        "Gtk-Message: 12:00:00.000: Failed to load module",
        "main.swift:3: Fatal error: Unexpectedly found nil",
        "Simultaneous accesses to 0x1234, but modification requires exclusive access.",
        "==1==ERROR: AddressSanitizer: heap-use-after-free",
      ])
    func `a warning or worse fails a test`(line: String) throws {
      let screen = try Screen()
      defer { screen.close() }
      let program = try screen.launch("/bin/sh", ["-c", "echo fine; echo \"$1\" >&2", "sh", line])
      try program.waitForExit()
      #expect(throws: ScreenError.notQuiet("sh", lines: [line])) { try program.expectQuiet() }
      try program.expectQuiet(allowing: [String(line.prefix(20))])
    }

    @Test func `a real warning of GTK fails a test`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let css = "$XDG_CONFIG_HOME/gtk-4.0"
      try shell(screen, "mkdir \(css) && echo 'window { colour: red }' > \(css)/gtk.css")
        .waitForExit()
      let program = try screen.launch("gtk4-demo", ["--run=paint"])
      _ = try screen.waitForWindow()
      try screen.waitUntilStill()
      let warned = throws_(ScreenError.self) { try program.expectQuiet() }
      guard case .notQuiet(_, let lines)? = warned else {
        Issue.record("no complaint, but: \(program.standardError)")
        return
      }
      #expect(lines.contains { $0.contains("Gtk-WARNING") })
    }

    private func throws_<E: Error>(_ type: E.Type, _ body: () throws -> Void) -> E? {
      do { try body() } catch { return error as? E }
      return nil
    }

    @Test func `a crash is reported, and ends whatever waits for the program`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let program = try shell(screen, "echo last words >&2; kill -SEGV $$")
      let error = throws_(ScreenError.self) { _ = try screen.waitForWindow(timeout: 60) }
      guard case .ended("sh", let how, let output)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(how.contains("Segmentation fault") && output.contains("last words"))
      #expect(program.status == .killed(signal: SIGSEGV))
      #expect(throws: ScreenError.self) { try program.expectQuiet() }
    }

    @Test func `an exit with an error ends whatever waits for the program`() throws {
      let screen = try Screen()
      defer { screen.close() }
      _ = try shell(screen, "echo no display >&2; exit 1")
      let error = throws_(ScreenError.self) { _ = try screen.waitForWindow(timeout: 60) }
      guard case .ended("sh", let how, "no display")? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(how.hasPrefix("exited with 1"))
    }

    @Test func `a program that the test kills has not crashed`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let program = try screen.launch("gtk4-demo", ["--run=paint"])
      _ = try screen.waitForWindow()
      program.kill()
      #expect(program.status == .killed(signal: SIGKILL))
      try screen.waitForWindows(0)
      try program.expectQuiet()
    }

    @Test func `a window that does not come fails with a picture of the screen`() throws {
      let screen = try Screen(size: PixelSize(width: 64, height: 48))
      defer { screen.close() }
      let error = throws_(ScreenError.self) { _ = try screen.waitForWindow(timeout: 0.05) }
      guard case .timeout("a window", 0.05, let path?)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let picture = try Picture(png: path)
      #expect(picture.width == 64 && picture.height == 48)
      unlink(path)
    }

    @Test func `a picture that does not stand still fails`() throws {
      let screen = try Screen()
      defer { screen.close() }
      _ = try screen.launch("gtk4-demo", ["--run=spinner"])
      _ = try screen.waitForWindow()
      let error = throws_(ScreenError.self) {
        try screen.waitUntilStill(for: 5, timeout: 1)
      }
      guard case .timeout("the picture to stand still", _, let path)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      if let path { unlink(path) }
    }

    @Test func `programs have a private home that outlives them but not the screen`() throws {
      let screen = try Screen()
      let folder = screen.folder.path
      let first = try shell(
        screen, "echo kept > \"$XDG_DATA_HOME/note\"; echo \"$HOME|$DISPLAY|$WAYLAND_DISPLAY\"")
      try first.waitForExit()
      #expect(first.standardOutput == "\(screen.folder.home)||wayland-0\n")
      let second = try shell(
        screen, "cat \"$XDG_DATA_HOME/note\"; test -S \"$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY\"")
      #expect(try second.waitForExit() == .exited(0))
      #expect(second.standardOutput == "kept\n")
      screen.close()
      #expect(access(folder, F_OK) != 0)
    }

    @Test func `trouble with the protocol fails a test`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let program = try shell(screen, "sleep 60")
      let client = try TestClient(screen)
      let window = client.window(20, 20, 0xFFFF_FFFF)
      try program.expectQuiet()
      wl_surface_set_buffer_scale(window.surface, 0)
      client.roundtrip()
      #expect(wl_display_get_error(client.display) != 0)
      #expect(throws: ScreenError.protocolTrouble(["wl_surface: a scale below 1"])) {
        try program.expectQuiet()
      }
      // The client was ended, its window with it.
      try screen.waitForWindows(0)
    }

    @Test func `programs share a session bus of their own`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let ask =
        "dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / "
        + "org.freedesktop.DBus.GetId"
      let one = try shell(screen, ask)
      let two = try shell(screen, ask)
      try one.waitForExit()
      try two.waitForExit()
      #expect(!one.standardOutput.isEmpty && one.standardOutput == two.standardOutput)
      let outside = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }
      #expect(screen.environment["DBUS_SESSION_BUS_ADDRESS"] != outside)
    }

    @Test func `closing the screen ends what runs on it`() throws {
      let screen = try Screen()
      let program = try shell(screen, "sleep 600 & echo $!; wait")
      while program.standardOutput.isEmpty { pause(0.01) }
      let child = try #require(Int32(program.standardOutput.prefix { $0.isNumber }))
      screen.close()
      #expect(program.status == .killed(signal: SIGKILL))
      // Gone, or waiting to be reaped by the system.
      let state = readText("/proc/\(child)/stat")?.split(separator: ")").last?.prefix(2)
      #expect(state == nil || state == " Z")
    }

    private func readText(_ path: String) -> String? {
      let file = open(path, O_RDONLY)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 1024)
      let n = read(file, &buffer, buffer.count)
      return n > 0 ? String(decoding: buffer[..<n], as: UTF8.self) : nil
    }
  }
}
