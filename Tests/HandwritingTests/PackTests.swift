import Glibc
import Testing

@testable import Handwriting

struct PackTests {
  @Test func `a missing pack is an error that names the file`() {
    #expect(throws: HandwritingError.packMissing(path: "/nowhere/en/network.bin", code: ENOENT)) {
      try LanguagePack(.english, at: "/nowhere/en")
    }
  }

  /// Opens a pack of which one file is what `change` makes of it.
  func open(_ file: String, _ change: (inout [UInt8]) -> Void) throws(HandwritingError) {
    let folder = Files.temporaryFolder()
    defer { Files.remove(folder) }
    var parts = [
      "network.bin": Files.bytes(Files.goldens + "/network.bin"),
      "language.bin": Files.bytes(Files.english + "/language.bin"),
    ]
    change(&parts[file]!)
    for (name, bytes) in parts { Files.write(bytes, to: folder + "/" + name) }
    _ = try LanguagePack(.english, at: folder)
  }

  static func isDamage(_ error: any Error) -> Bool {
    switch error as? HandwritingError {
    case .packDamaged, .packTooNew: true
    default: false
    }
  }

  @Test(arguments: [0, 1, 7, 8, 12, 16, 20, 100, 5000, 23_000, 23_407])
  func `a network cut short is refused`(length: Int) {
    #expect { try open("network.bin") { $0 = Array($0[..<length]) } } throws: { Self.isDamage($0) }
  }

  @Test(arguments: 0..<40)
  func `a flipped bit anywhere in the network is noticed`(k: Int) {
    var g = SeededGenerator(state: UInt64(k))
    #expect {
      try open("network.bin") {
        $0[Int.random(in: 0..<$0.count, using: &g)] ^= 1 << UInt8.random(in: 0..<8, using: &g)
      }
    } throws: { Self.isDamage($0) }
  }

  @Test(arguments: 0..<6)
  func `a flipped bit anywhere in the language is noticed`(k: Int) {
    var g = SeededGenerator(state: 99 + UInt64(k))
    #expect {
      try open("language.bin") {
        $0[Int.random(in: 0..<$0.count, using: &g)] ^= 1 << UInt8.random(in: 0..<8, using: &g)
      }
    } throws: { Self.isDamage($0) }
  }

  @Test func `a pack for a newer engine says so`() {
    #expect { try open("network.bin") { $0[8] = 9 } } throws: {
      if case .packTooNew(_, 9) = $0 as? HandwritingError { return true }
      return false
    }
  }

  @Test func `errors are sentences`() {
    let errors: [HandwritingError] = [
      .packMissing(path: "/p", code: 2), .packDamaged(path: "/p", reason: "it is empty"),
      .packTooNew(path: "/p", version: 3), .cancelled,
    ]
    for e in errors {
      #expect(e.description.hasSuffix(".") && e.description.first?.isUppercase == true)
    }
  }
}
