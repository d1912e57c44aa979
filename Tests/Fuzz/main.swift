import Glibc

/// What `scripts/fuzz` runs for each kind of input; it says what the options are.
func fuzz() async -> Int32 {
  var fuzzer = Fuzzer()
  var rest = CommandLine.arguments.dropFirst()
  while let word = rest.popFirst() {
    switch (word, rest.first) {
    case ("--kinds", _):
      print(Fuzzer.kinds.map(\.name).joined(separator: "\n"))
      return 0
    case ("--seed", .some(let value)): fuzzer.seed = UInt64(value) ?? 1
    case ("--seconds", .some(let value)): fuzzer.seconds = Double(value) ?? 1
    case ("--inputs", .some(let value)): fuzzer.most = Int(value) ?? .max
    case ("--keep", .some(let value)): fuzzer.folder = value
    case (let name, _) where Fuzzer.kinds.contains { $0.name == name }:
      fuzzer.kind = Fuzzer.kinds.first { $0.name == name }
      continue
    default:
      print("ink-fuzz: “\(word)” is unknown; see scripts/fuzz")
      return 2
    }
    rest = rest.dropFirst()
  }
  return await fuzzer.run()
}

exit(await fuzz())
