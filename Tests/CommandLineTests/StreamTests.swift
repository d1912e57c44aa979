import Foundation
import RepositoryFiles
import Testing

/// What happens to what is said when nobody can hear it.
@Suite struct StreamTests {
  @Test func `a standard output that is full or closed is an error`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    for arguments in [["info", "a.plumbago"], ["--help"], ["--version"]] {
      let full = try Plumbago.shell(
        "exec \"$plumbago\" \"$@\" > /dev/full", arguments, in: folder)
      #expect(full.status == 1)
      #expect(
        full.standardError
          == "plumbago: Standard output cannot be written: No space left on device\n")
      let closed = try Plumbago.shell("exec \"$plumbago\" \"$@\" >&-", arguments, in: folder)
      #expect(closed.status == 1)
      #expect(
        closed.standardError
          == "plumbago: Standard output cannot be written: Bad file descriptor\n")
    }
  }

  @Test func `a reader that went away ends the program quietly, as it does any other`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    // The reader is gone before the program begins. The program has the signal as a shell would leave it:
    // GLib's sockets, which other tests use, ignore it for all that this process starts.
    let run = try Plumbago.shell(
      """
      mkfifo pipe
      { exec 3< pipe; exec 3<&-; } &
      exec 4> pipe
      wait
      env --default-signal=PIPE "$plumbago" info a.plumbago >&4
      echo $?
      """, in: folder)
    #expect(run.standardOutput == "141\n")
    #expect(run.standardError.isEmpty)
  }

  @Test func `nothing that is said ends up in a drawing`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let before = try folder.bytes("a.plumbago")
    // With standard output and error closed the next file that is opened would get their numbers.
    for command in [
      "info a.plumbago", "recover a.plumbago a.plumbago", "export a.plumbago a.plumbago.png",
      "replay missing.stylus a.plumbago",
    ] {
      _ = try Plumbago.shell(
        "exec <&- >&- 2>&-; exec \"$plumbago\" \(command)", in: folder)
      #expect(try folder.bytes("a.plumbago") == before)
    }
  }

  @Test func `no subcommand speaks to a display that is there`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let display = try ListeningSocket(folder.path("wayland-7"))
    let environment =
      "exec env XDG_RUNTIME_DIR=\"$PWD\" WAYLAND_DISPLAY=wayland-7 DISPLAY=:77 "
      + "DBUS_SESSION_BUS_ADDRESS=unix:path=\"$PWD/wayland-7\" \"$plumbago\" "
    for command in [
      "info a.plumbago", "export a.plumbago a.png", "--help", "--version",
      "recover a.plumbago b.plumbago", "replay '\(Plumbago.recording)' c.plumbago",
    ] {
      let run = try Plumbago.shell(environment + command, in: folder)
      #expect(run.status == 0, "\(run)")
    }
    #expect(!display.wasCalled)
    // The window does: so a call would have been seen.
    _ = try Plumbago.shell("timeout 2 \(environment.dropFirst(5))a.plumbago; true", in: folder)
    #expect(display.wasCalled)
  }
}

/// A socket that somebody may call.
final class ListeningSocket {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      throw POSIXError(.ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
    }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  deinit { close(descriptor) }

  /// Whether a call waits to be answered.
  var wasCalled: Bool {
    var p = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&p, 1, 0) == 1
  }
}
