import Glibc
import Synchronization

/// Whether the computer runs on its battery, as the kernel tells.
///
/// By `/sys/class/power_supply` (https://docs.kernel.org/power/power_supply_class.html), which needs no service and is there in a sandbox, too.
/// A computer that tells nothing has no battery.
nonisolated enum PowerSupply {
  /// Seconds for which an answer holds: some firmware takes long for one.
  private static let holdTime = 5.0

  private static let last = Mutex<(time: Double, answer: Bool)?>(nil)

  /// For a thread other than the main one.
  static var isOnBattery: Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    return last.withLock { last in
      if let last, time - last.time < holdTime { return last.answer }
      let answer = isOnBattery(by: "/sys/class/power_supply")
      last = (time, answer)
      return answer
    }
  }

  /// - Parameter folder: With a folder for each supply.
  static func isOnBattery(by folder: String) -> Bool {
    var drains = false
    for name in names(in: folder) {
      let supply = folder + "/" + name
      // Of a pen or a mouse.
      guard text(supply + "/scope") != "Device" else { continue }  // untranslated: the kernel's
      if text(supply + "/type") == "Battery" {  // untranslated: the kernel's
        let drained = "Discharging"  // untranslated: the kernel's
        if text(supply + "/status") == drained { drains = true }
      } else if text(supply + "/online") == "1" {
        return false
      }
    }
    return drains
  }

  private static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The first line of a file of the kernel's; empty where there is none.
  private static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)].prefix { $0 != 10 }, as: UTF8.self)
  }
}
