import Foundation
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// What the kernel's files say of the computer's power.
@Suite struct PowerSupplyTests {
  /// Whether a computer with these supplies, each with its files, runs on its battery.
  private func isOnBattery(_ supplies: [[String: String]]) throws -> Bool {
    let folder = try TemporaryFolder()
    for (i, files) in supplies.enumerated() {
      for (name, text) in files { try folder.write(text + "\n", to: "S\(i)/\(name)") }
    }
    return PowerSupply.isOnBattery(by: folder.url.path)
  }

  @Test func `a computer is on battery when one drains and no other supply is online`() throws {
    let draining = ["type": "Battery", "status": "Discharging"]
    let charging = ["type": "Battery", "status": "Charging"]
    let plugged = ["type": "Mains", "online": "1"]
    let unplugged = ["type": "Mains", "online": "0"]
    #expect(try isOnBattery([draining, unplugged]))
    #expect(try isOnBattery([draining]))
    #expect(try isOnBattery([["type": "Battery", "status": "Full"], draining]))
    #expect(try !isOnBattery([charging, plugged]))
    #expect(try !isOnBattery([draining, ["type": "USB", "online": "1"]]))
    #expect(try !isOnBattery([["type": "Battery", "status": "Not charging"], unplugged]))
  }

  @Test func `a pen's battery is not the computer's, and what tells nothing has none`() throws {
    #expect(
      try !isOnBattery([["type": "Battery", "status": "Discharging", "scope": "Device"]]))
    #expect(try !isOnBattery([]))
    #expect(try !isOnBattery([[:]]))
    #expect(!PowerSupply.isOnBattery(by: "/nowhere"))
  }
}
