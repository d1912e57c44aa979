import Glibc

/// Seconds on the monotonic clock, the compositor's too.
func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
}

/// Sleeps until a moment of that clock.
func sleep(until due: Double) {
  var t = timespec(tv_sec: Int(due), tv_nsec: Int((due - due.rounded(.down)) * 1e9))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nil) == EINTR {}
}

extension [Double] {
  /// The value below which `part` 0…1 of all values lie, by the nearest rank; `nil` without values.
  func quantile(_ part: Double) -> Double? {
    guard !isEmpty else { return nil }
    let ascending = sorted()
    let rank = Int((part * Double(count)).rounded(.up)) - 1
    return ascending[Swift.min(Swift.max(rank, 0), count - 1)]
  }

  var median: Double? { quantile(0.5) }
}

/// A distribution of times.
struct Spread {
  var median: Double
  var p95: Double
  var p99: Double
  var max: Double

  init?(_ values: [Double]) {
    guard let median = values.median, let p95 = values.quantile(0.95),
      let p99 = values.quantile(0.99), let max = values.max()
    else { return nil }
    (self.median, self.p95, self.p99, self.max) = (median, p95, p99, max)
  }

  /// Of several rounds, each figure's median: one noisy round spoils none of them.
  init?(rounds: [Spread]) {
    guard let median = rounds.map(\.median).median, let p95 = rounds.map(\.p95).median,
      let p99 = rounds.map(\.p99).median, let max = rounds.map(\.max).median
    else { return nil }
    (self.median, self.p95, self.p99, self.max) = (median, p95, p99, max)
  }

  /// As JSON, each value times `scale`.
  func json(scale: Double) -> JSON {
    .object([
      ("median", .number(median * scale)), ("p95", .number(p95 * scale)),
      ("p99", .number(p99 * scale)), ("max", .number(max * scale)),
    ])
  }
}

/// What the machine-readable result is made of.
enum JSON {
  case number(Double?)
  case text(String)
  case flag(Bool)
  case list([JSON])
  case object([(String, JSON)])

  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .number(nil): return "null"
    case .number(let v?):
      let rounded = (v * 1000).rounded() / 1000
      return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    case .flag(let v): return v ? "true" : "false"
    case .text(let s):
      var out = "\""
      for c in s.unicodeScalars {
        switch c {
        case "\"", "\\": out += "\\" + String(c)
        case "\n": out += "\\n"
        case _ where c.value < 32: out += " "
        default: out.unicodeScalars.append(c)
        }
      }
      return out + "\""
    case .list(let items):
      return "[" + items.map { $0.text(indent: inner) }.joined(separator: ", ") + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { "\(inner)\(JSON.text($0).text()): \($1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}
