import Glibc
import InkModel

@testable import Handwriting

/// Files of this repository that the tests read, found from this file.
enum Files {
  static let root = String(#filePath.dropLast("/Tests/HandwritingTests/TestPack.swift".count))
  static let goldens = root + "/Tests/HandwritingTests/Goldens"
  static let english = root + "/data/recognition/en"

  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let n = fread(&chunk, 1, chunk.count, file), n > 0 { all += chunk[..<n] }
    return all
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// An empty folder of its own, which the caller removes.
  static func temporaryFolder() -> String {
    var name = Array("/tmp/handwriting-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return "/tmp" }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func remove(_ folder: String) {
    for file in ["network.bin", "language.bin"] { unlink(folder + "/" + file) }
    rmdir(folder)
  }
}

/// Packs that the tests share: opening one takes a while without optimisation.
enum Packs {
  /// As shipped.
  static let english = Result { () throws(HandwritingError) in
    try LanguagePack(.english, at: Files.english)
  }

  /// A tiny network that was never trained, with the shipped language: quick, for tests of everything but reading.
  static let untrained = Result { () throws(HandwritingError) -> LanguagePack in
    let folder = Files.temporaryFolder()
    defer { Files.remove(folder) }
    Files.write(Files.bytes(Files.goldens + "/network.bin"), to: folder + "/network.bin")
    Files.write(Files.bytes(Files.english + "/language.bin"), to: folder + "/language.bin")
    return try LanguagePack(.english, at: folder)
  }
}

/// Numbers from a seed, the same on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Ink from formulas: a wave that resembles joined writing, with a dot and a bar written late.
func wave(letters: Double = 6, size: Double = 30, at origin: Point = .zero) -> [WrittenStroke] {
  let main = stride(from: 0.0, to: letters, by: 0.05).map { t in
    Point(origin.x + size * (1.3 * t + 0.6 * sin(6.3 * t)), origin.y + size * sin(7 * t))
  }
  return [
    WrittenStroke(main),
    WrittenStroke([Point(origin.x + 2 * size, origin.y - 1.7 * size)]),
    WrittenStroke([
      Point(origin.x + 4 * size, origin.y - 0.5 * size),
      Point(origin.x + 5 * size, origin.y - 0.6 * size),
    ]),
  ]
}
