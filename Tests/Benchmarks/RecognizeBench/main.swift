import ComposedPages
import Glibc
import Handwriting
import InkModel
import RecordedHands

// Reads ink in JSON lines ({"s":[[x,y,dx,dy,…],…]}) on standard input and writes what the engine makes of
// each, in order: {"candidates":[{"text","score"}],"greedy","ms"}. The last line has the time to open the pack and
// the memory used. training/accuracy.py makes tables of it.
//
//   recognize-bench PACK [--context KIND] [--alphabet CHARACTERS] [--top N] [--set name=value,…] [--sweep FILE]
//
//   recognize-bench PACK --pages
//
// With --pages the items are lines and words with "text" and "writer" (a number), sorted by writer: they are put together
// to pages, lines of words from the words, and the only line that is written has how many words are found on them
// and what is read of sketches.
//
// With --sweep the network sees each item once and the search runs with every line of FILE (name=value,…) as
// its settings: a line {"variant":…} and one line an item for each. training/tune.py chooses among them.

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> String? {
  guard let i = arguments.firstIndex(of: name), i + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(i...i + 1) }
  return arguments[i + 1]
}

func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) / 1e6
}

func fail(_ message: String) -> Never {
  let line = message + "\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
  exit(1)
}

let kind = option("--context").flatMap(RecognitionContext.Kind.init(rawValue:)) ?? .line
let alphabet = option("--alphabet").map { Set($0) }
let top = option("--top").flatMap { Int($0) } ?? 5
@MainActor func changed(_ settings: DecoderSettings, _ list: String) -> DecoderSettings {
  var settings = settings
  for pair in list.split(separator: ",") {
    let parts = pair.split(separator: "=")
    guard parts.count == 2, let v = Float(parts[1]) else { fail("--set wants name=value") }
    switch parts[0] {
    case "beam": settings.beam = Int(v)
    case "reach": settings.reach = v
    case "classFloor": settings.classFloor = v
    case "languageWeight": settings.languageWeight = v
    case "characterBonus": settings.characterBonus = v
    case "lexiconShare": settings.lexiconShare = v
    case "pairWeight": settings.pairWeight = v
    case "letterWeight": settings.letterWeight = v
    case "caseWeight": settings.caseWeight = v
    case "capitalShare": settings.capitalShare = v
    case "loneLetterShare": settings.loneLetterShare = v
    case "smallNameCost": settings.smallNameCost = v
    case "digitBias": settings.digitBias = v
    case "markBias": settings.markBias = v
    case "doubt": settings.doubt = v
    case "mostAugmentedFrames": settings.mostAugmentedFrames = Int(v)
    case "temperature": settings.temperature = v
    default: fail("no setting \(parts[0])")
    }
  }
  return settings
}
let settings = changed(.usual(for: kind), option("--set") ?? "")
let sweep = option("--sweep")
let makesPages = arguments.firstIndex(of: "--pages").map { arguments.remove(at: $0) } != nil
guard let folder = arguments.first else {
  fail("usage: recognize-bench PACK [options] < ink.jsonl")
}

func lines(of path: String) -> [Substring]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
}

func strokes(_ line: String) -> [WrittenStroke] {
  guard let ink = try? InkLine(line) else { fail("not ink: \(line.prefix(60))") }
  return ink.strokes
}

func quoted(_ s: String) -> String {
  "\"" + s.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    + "\""
}

/// The most memory this process had; what getrusage says may be its parent's.
func peakKiB() -> Int {
  for line in lines(of: "/proc/self/status") ?? [] where line.hasPrefix("VmHWM:") {
    return Int(line.filter(\.isNumber)) ?? 0
  }
  return 0
}

do {
  let before = now()
  let pack = try LanguagePack(.english, at: folder)
  let load = now() - before
  let reader = LineReader(pack: pack)
  if let sweep {
    var seen: [SeenInk?] = []
    while let line = readLine() {
      seen.append(try reader.outputs(for: strokes(line)))
    }
    guard let variants = lines(of: sweep) else { fail("cannot read \(sweep)") }
    let context = RecognitionContext(kind, alphabet: alphabet)
    for variant in variants {
      print("{\"variant\":\(quoted(String(variant)))}")
      let settings = changed(settings, String(variant))
      for ink in seen {
        let texts =
          try ink.map {
            try reader.texts(of: $0, context: context, settings: settings, limit: top)
          } ?? []
        print(
          "[\(texts.map { "[\(quoted($0.text)),\($0.score)]" }.joined(separator: ","))]")
      }
    }
    exit(0)
  }
  if makesPages {
    var items: [RecordedWriting] = []
    while let line = readLine() { items.append(try RecordedWriting(json: line)) }
    print(try pageFigures(of: items, pack: pack))
    exit(0)
  }
  let recognizer = HandwritingRecognizer(pack: pack)
  while let line = readLine() {
    let ink = strokes(line)
    let context = RecognitionContext(kind, alphabet: alphabet)
    let start = now()
    let candidates =
      kind == .text
      ? try await recognizer.recognize(ink, context: context, limit: top).candidates
      : try reader.read(
        ink, line: Array(ink.indices), context: context, limit: top, settings: settings)
    let ms = now() - start
    let greedy = kind == .text ? "" : try reader.greedy(ink)
    let list = candidates.map { "{\"text\":\(quoted($0.text)),\"score\":\($0.score)}" }
    print(
      "{\"candidates\":[\(list.joined(separator: ","))],\"greedy\":\(quoted(greedy)),\"ms\":\(ms)}"
    )
  }
  print("{\"load_ms\":\(load),\"peak_kib\":\(peakKiB())}")
} catch {
  fail("\(error)")
}
