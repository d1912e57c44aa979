import InkModel
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
    let time = MonotonicClock.system.now
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
    for name in FilePaths.names(in: folder) {
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

  /// The first line of a file of the kernel's; empty where there is none.
  private static func text(_ path: String) -> String {
    String((FilePaths.text(of: path) ?? "").prefix { $0 != "\n" })
  }
}
