import Glibc

/// What `scripts/soak` runs; it says what the options are.
func soak() async -> Int32 {
  var options = Soak.Options()
  var rest = CommandLine.arguments.dropFirst()
  while let word = rest.popFirst() {
    switch word {
    case "--minutes":
      guard let minutes = rest.popFirst().flatMap({ Double($0) }), minutes > 0 else { return 2 }
      options.seconds = minutes * 60
    case "--seed":
      guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { return 2 }
      options.seed = seed
    case "--short":
      // Too short for caches to have filled: only whether soaking works, and no wild growth.
      options.seconds = 25
      options.growth = 3
    default:
      print("ink-soak: \(word) is unknown; see scripts/soak")
      return 2
    }
  }
  guard let binary = getenv("PLUMBAGO_BINARY").map({ String(cString: $0) }) else {
    print("ink-soak: PLUMBAGO_BINARY is not set")
    return 2
  }
  do {
    var soak = try Soak(options, binary: binary)
    try await soak.run()
    print("Soak: passed")
    return 0
  } catch {
    print("Soak: FAILED with seed \(options.seed): \(error)")
    return 1
  }
}

exit(await soak())
