import Glibc

/// A private D-Bus session bus.
///
/// It ends with its owner, even where the owner is killed.
final class SessionBus: Sendable {
  let address: String
  private let processID: Int32
  private let life: Int32

  init(environment: [String: String]) throws(ScreenError) {
    _ = try Spawn.find("dbus-daemon")
    let input = try Spawn.pipe()
    let output = try Spawn.pipe()
    let log = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer {
      close(input.read)
      close(output.write)
      close(output.read)
      close(log)
    }
    // The shell ends the daemon when our end of its standard input closes.
    let script =
      "dbus-daemon --session --nofork --print-address=1 & bus=$!; exec >/dev/null; read _; "
      + "kill $bus"
    do throws(ScreenError) {
      processID = try Spawn.start(
        "/bin/sh", ["-c", script], environment, folder: nil, input: input.read,
        output: output.write, error: log)
    } catch {
      close(input.write)
      throw error
    }
    life = input.write
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.read, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    address = String(decoding: bytes, as: UTF8.self)
    guard !bytes.isEmpty else {
      throw .launch("dbus-daemon", reason: "it did not tell its address")
    }
  }

  /// Ends the bus with every service that it started.
  func stop() {
    close(life)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    Glibc.kill(-processID, SIGKILL)
  }
}
