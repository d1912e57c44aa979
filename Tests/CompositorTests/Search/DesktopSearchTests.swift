import CGtk
import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the desktop's search is told over the bus, as GNOME's shell asks.
  @Suite struct DesktopSearchTests {
    /// The library with two drawings, and the desktop's side of the bus.
    private struct Desktop {
      let bench: FileBench
      let connection: OpaquePointer

      /// - Parameters:
      ///   - settings: What is set before.
      ///   - name: The library's folder, chosen where it is not the standard one.
      init(_ settings: [String: String] = [:], in name: String = LibraryBench.folder) async throws {
        bench = try FileBench(size: PixelSize(width: 1000, height: 700))
        let folder = bench.path(name)
        var settings = settings
        if name != LibraryBench.folder { settings["library-folder"] = "'\(folder)'" }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await FindingTests.meeting().save(to: folder + "/Meeting.plumbago")
        try await bench.drawing("\(name)/Milk bottle.plumbago", strokes: 2)
        if !settings.isEmpty { try App.writeSettings(settings, for: bench.screen) }
        // As the desktop has the bus start it: the file says where the program is, the session where its screen is.
        let services = bench.screen.folder.data + "/dbus-1/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        let variables = App.environment.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }
          .map { "\($0)=\($1)" }.joined(separator: " ")
        try """
        [D-BUS Service]
        Name=org.plumbago.Plumbago
        Exec=/usr/bin/env \(variables) \(App.binary) --gapplication-service

        """.write(
          toFile: services + "/org.plumbago.Plumbago.service", atomically: true, encoding: .utf8)
        // Any program starts the session's bus.
        _ = try bench.screen.launch("true").waitForExit()
        let address = try #require(bench.screen.environment["DBUS_SESSION_BUS_ADDRESS"])
        let flags = GDBusConnectionFlags(
          G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let made = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
        connection = try #require(made)
      }

      /// Calls a method; arguments as GVariant's text format has them.
      @discardableResult
      func call(_ method: String, _ arguments: String) throws -> OpaquePointer {
        // Not within a macro, which would keep pointers to the texts.
        let answer = g_dbus_connection_call_sync(
          connection, "org.plumbago.Plumbago", "/org/plumbago/Plumbago/SearchProvider",
          "org.gnome.Shell.SearchProvider2", method,
          g_variant_parse(nil, arguments, nil, nil, nil), nil, G_DBUS_CALL_FLAGS_NONE, 20000, nil,
          nil)
        return try #require(answer, "\(method) \(arguments)")
      }

      /// The texts that a method returns.
      func results(_ method: String, _ arguments: String) throws -> [String] {
        let answer = try call(method, arguments)
        let list = g_variant_get_child_value(answer, 0)
        return (0..<g_variant_n_children(list)).map {
          String(cString: g_variant_get_string(g_variant_get_child_value(list, $0), nil))
        }
      }

      /// The results of a search, once there are so many.
      func wait(for count: Int, of terms: String) throws -> [String] {
        let deadline = Date().addingTimeInterval(30)
        var found = try results("GetInitialResultSet", "(\(terms),)")
        while found.count != count, Date() < deadline {
          pause(0.2)
          found = try results("GetInitialResultSet", "(\(terms),)")
        }
        return found
      }

      /// A text as GVariant's format has it.
      static func quoted(_ text: String) -> String {
        let value = g_variant_ref_sink(g_variant_new_string(text))
        let printed = g_variant_print(value, 0)
        defer { g_free(printed) }
        return printed.map { String(cString: $0) } ?? "''"
      }

      func quit() throws {
        for window in bench.screen.windows { window.close() }
        try bench.screen.waitForWindows(0)
        bench.screen.close()
      }
    }

    @Test func `the desktop finds what is written, and opens it lit up`() async throws {
      let desktop = try await Desktop()
      // Nothing was read yet: that begins with the first question, and no window opens for it.
      let found = try desktop.wait(for: 2, of: "['milk']")
      #expect(found.count == 2 && desktop.bench.screen.windows.isEmpty)
      // Among those found before, what has another word, too.
      let list = found.map { Desktop.quoted($0) }.joined(separator: ", ")
      let both = try desktop.results(
        "GetSubsearchResultSet", "([\(list)], ['milk', 'remember'])")
      #expect(both.count == 1)
      let one = try #require(both.first)
      #expect(try desktop.results("GetSubsearchResultSet", "(@as [], ['milk'])").isEmpty)
      let metas = try desktop.call("GetResultMetas", "([\(Desktop.quoted(one))],)")
      let printed = g_variant_print(metas, 0).map { String(cString: $0) } ?? ""
      #expect(printed.contains("'name': <'Meeting'>"), "\(printed)")
      #expect(printed.contains("'description': <'Page 2: Remember the milk'>"), "\(printed)")
      #expect(printed.contains("'id': <") && printed.contains("'gicon': <"))

      try desktop.call("ActivateResult", "(\(Desktop.quoted(one)), ['remember', 'milk'], uint32 0)")
      let window = try desktop.bench.screen.waitForWindow()
      let tree = try AccessibleTree(desktop.bench.screen)
      try tree.wait(for: "1 of 1")
      try desktop.bench.screen.waitUntilStill()
      #expect(window.title == "Meeting – Plumbago")
      #expect(FindingTests.lit(desktop.bench.screen).count > 300)

      // All results are in the library.
      try desktop.call("LaunchSearch", "(['milk'], uint32 0)")
      try tree.wait(for: "Search the library")
      try tree.wait(for: "Remember the milk")
      try tree.wait(for: "Milk bottle")
      #expect(desktop.bench.screen.windows.count == 1)
      try desktop.quit()
    }

    @Test func `the desktop finds what is in a library of another folder`() async throws {
      let desktop = try await Desktop(in: "Chosen")
      let found = try desktop.wait(for: 2, of: "['milk']")
      #expect(found.count == 2)
      try desktop.quit()
    }

    @Test func `the preferences have the desktop find nothing`() async throws {
      let desktop = try await Desktop(["desktop-search": "false"])
      #expect(try desktop.results("GetInitialResultSet", "(['bottle'],)").isEmpty)
      pause(8)
      #expect(try desktop.results("GetInitialResultSet", "(['bottle'],)").isEmpty)
      try desktop.quit()
    }

    @Test func `what makes no sense is answered, and opens nothing`() async throws {
      let desktop = try await Desktop()
      #expect(try desktop.results("GetInitialResultSet", "(@as [],)").isEmpty)
      #expect(try desktop.results("GetInitialResultSet", "(['', ' '],)").isEmpty)
      let metas = try desktop.call("GetResultMetas", "(['nonsense'],)")
      #expect(g_variant_n_children(g_variant_get_child_value(metas, 0)) == 0)
      try desktop.call("ActivateResult", "('nonsense', ['x'], uint32 0)")
      pause(1)
      #expect(desktop.bench.screen.windows.isEmpty)
      try desktop.quit()
    }
  }
}
