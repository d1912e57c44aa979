/// What `scripts/bench` is asked for.
struct Options {
  var json: String?
  var report: String?
  var rounds = 5
  var strokes = 10_000
  var scribble = Scribble()
  var writePage: String?
  var isShort = false
  /// Whether a missed goal is a failure.
  var isStrict = false
  var withMicro = true
  var only: Set<Contestant> = Set(Contestant.allCases)
  var pages: Set<PageKind> = Set(PageKind.allCases)
  var parts: Set<String> = [
    "scribble", "brushes", "open", "view", "layers", "library", "documents", "history", "search",
    "sweep",
    "steps", "load", "large-picture", "reading", "scribble-fields", "scribble-turns",
  ]

  static let help = """
    usage: scripts/bench [--report] [--json OUT] [--short] [--strict]
                         [--rounds N] [--strokes N] [--rate HZ]
                         [--only plumbago,plumbago-frames,control,xournalpp]
                         [--pages empty,full]
                         [--parts scribble,brushes,open,view,layers,library,documents,history,search,sweep,
                          steps,load,large-picture,reading,scribble-fields,scribble-turns]

    --report     also writes docs/benchmarks.md: what is measured and how, and the tables
    --json OUT   also writes everything that was measured as JSON ("-" for standard output)
    --short      two minutes: one round of two strokes and a page of 500, without Xournal++;
                 says whether measuring works, not how fast anything is
    --strict     exits with 1 where a goal is missed, once everything is measured and written;
                 --short has too little of some to tell, which is no miss
    --rounds N   programs take turns N times; each figure is the median over the rounds (5)
    --strokes N  strokes on the full page (10000)
    --rate HZ    samples a second from the pen (237)
    --write-page FILE
                 only writes the full page as a drawing
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let v = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return v
    }
    func number(_ option: String) throws -> Int {
      guard let n = Int(try value(option)), n > 0 else {
        throw BenchmarkError("\(option) takes a whole number above 0")
      }
      return n
    }
    func choices<T: RawRepresentable & Hashable>(_ option: String, _: T.Type) throws -> Set<T>
    where T.RawValue == String {
      Set(
        try value(option).split(separator: ",").map {
          guard let v = T(rawValue: String($0)) else {
            throw BenchmarkError("\(option) does not know \($0)")
          }
          return v
        })
    }
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = try value(word)
      case "--report": report = try value(word)
      case "--write-page": writePage = try value(word)
      case "--strict": isStrict = true
      case "--short":
        isShort = true
        rounds = 1
        strokes = 500
        scribble.strokes = 2
        only = [.plumbago, .frames, .control]
        parts = ["scribble", "open", "steps", "load", "scribble-fields", "scribble-turns"]
      case "--rounds": rounds = try number(word)
      case "--strokes": strokes = try number(word)
      case "--rate":
        scribble.rate = Double(try number(word))
        guard scribble.rate >= 60, scribble.rate <= 1000 else {
          throw BenchmarkError("--rate takes 60 to 1000")
        }
      case "--only": only = try choices(word, Contestant.self)
      case "--pages": pages = try choices(word, PageKind.self)
      case "--parts": parts = Set(try value(word).split(separator: ",").map(String.init))
      default: throw BenchmarkError("\(word) is unknown")
      }
    }
  }
}
