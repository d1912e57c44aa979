import Glibc
import Handwriting
import InkModel

// Reads ink in JSON lines ({"s":[[x,y,dx,dy,…],…]}) on standard input and writes what the engine makes of
// each, in order: {"candidates":[{"text","score"}],"greedy","ms"}. The last line has the time to open the pack and
// the memory used. training/accuracy.py makes tables of it.
//
//   recognize-bench PACK [--context KIND] [--alphabet CHARACTERS] [--top N] [--single] [--set name=value,…]

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
var settings = DecoderSettings.usual(for: kind)
for pair in option("--set")?.split(separator: ",") ?? [] {
  let parts = pair.split(separator: "=")
  guard parts.count == 2, let v = Float(parts[1]) else { fail("--set wants name=value") }
  switch parts[0] {
  case "beam": settings.beam = Int(v)
  case "reach": settings.reach = v
  case "classFloor": settings.classFloor = v
  case "languageWeight": settings.languageWeight = v
  case "characterBonus": settings.characterBonus = v
  case "lexiconShare": settings.lexiconShare = v
  case "letterWeight": settings.letterWeight = v
  case "caseWeight": settings.caseWeight = v
  case "capitalShare": settings.capitalShare = v
  case "temperature": settings.temperature = v
  default: fail("no setting \(parts[0])")
  }
}
guard let folder = arguments.first else {
  fail("usage: recognize-bench PACK [options] < ink.jsonl")
}

func strokes(_ item: JSON) -> [WrittenStroke] {
  (item["s"]?.array ?? []).map { stroke in
    var points: [Point] = []
    var (x, y) = (0.0, 0.0)
    let v = stroke.array ?? []
    for i in stride(from: 0, to: v.count - 1, by: 2) {
      x += v[i].number ?? 0
      y += v[i + 1].number ?? 0
      points.append(Point(x, y))
    }
    return WrittenStroke(points)
  }
}

do {
  let before = now()
  let pack = try LanguagePack(.english, at: folder)
  let load = now() - before
  let reader = LineReader(pack: pack)
  let recognizer = HandwritingRecognizer(pack: pack)
  while let line = readLine() {
    guard let item = JSON(line) else { fail("not JSON: \(line.prefix(60))") }
    let ink = strokes(item)
    let context = RecognitionContext(kind, alphabet: alphabet)
    let start = now()
    let candidates =
      kind == .text
      ? try await recognizer.recognize(ink, context: context, limit: top).candidates
      : try reader.read(
        ink, line: Array(ink.indices), context: context, limit: top, settings: settings)
    let ms = now() - start
    let greedy = kind == .text ? "" : try reader.greedy(ink)
    let list = candidates.map { "{\"text\":\(JSON.quoted($0.text)),\"score\":\($0.score)}" }
    print(
      "{\"candidates\":[\(list.joined(separator: ","))],\"greedy\":\(JSON.quoted(greedy)),\"ms\":\(ms)}"
    )
  }
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  print("{\"load_ms\":\(load),\"peak_kib\":\(usage.ru_maxrss)}")
} catch {
  fail("\(error)")
}
