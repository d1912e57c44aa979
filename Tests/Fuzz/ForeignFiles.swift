import ForeignReading
import Glibc
import InkModel
import InkTestSupport
import ReaderProtocol
import SampleDocuments

extension Fuzzer {
  /// A PDF document with bytes and words changed: shown, its ink of ours taken out, and written anew with more ink.
  @Sendable static func documents(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var bytes = PDFCorpus.all.randomElement(using: &g)?.bytes ?? []
    if g.once(in: 3) {
      try folder.write(SampleDocument.textPages(2), "good.pdf")
      try ask(folder["good.pdf"]) { (reader) throws(ForeignError) in
        _ = try reader.open()
        bytes = try reader.annotate(plan(for: 2), companion: companion, password: "").bytes
      }
    }
    if g.once(in: 2) { Mutation.changeText(&bytes, &g) }
    if g.once(in: 2) { Mutation.change(&bytes, times: 1...20, &g) }
    try folder.write(bytes, "a.pdf")
    try ask(folder["a.pdf"]) { (reader) throws(ForeignError) in
      let facts = try reader.open()
      try show(facts, by: reader)
      guard facts.kind == .document else { return }
      if let lifted = try reader.liftInk(password: "", { _ in true }), lifted.document.isEmpty {
        throw .garbage
      }
      let written = try reader.annotate(
        plan(for: min(facts.pageCount, 3)), companion: companion, password: "")
      if written.bytes.isEmpty { throw .garbage }
    }
  }

  /// Ink on each page, and a page more.
  private static func plan(for count: Int) -> AnnotationPlan {
    let ink = PlannedAnnotation(
      .ink, appearance: 0, box: ForeignBox(x: 10, y: 10, width: 100, height: 100),
      lines: [[10, 10, 50, 60, 110, 110]], color: [0, 0, 1, 1], width: 2, name: "a", text: "ink",
      data: [1, 2, 3])
    return AnnotationPlan(
      pages: (0..<count).map { PlannedPage(.own($0), quarterTurns: $0, annotations: [ink]) }
        + [PlannedPage(.added(0))],
      date: "D:20260102030405Z")
  }

  /// A picture with bytes and words changed: shown, and told as lines where it consists of shapes.
  @Sendable static func pictures(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var bytes = Array(shapes(&g).utf8)
    if g.once(in: 2) { Mutation.changeText(&bytes, &g) }
    try folder.write(bytes, "a.svg")
    try ask(folder["a.svg"]) { (reader) throws(ForeignError) in
      let facts = try reader.open()
      try show(facts, by: reader)
      guard facts.kind == .shapes else { return }
      let (w, h) = (facts.size.width, facts.size.height)
      let parts = [
        Rect(x: 0, y: 0, width: w, height: h), Rect(x: w / 3, y: 0, width: w / 9, height: h),
      ]
      for part in parts {
        for line in try reader.lines(in: part) {
          let isFinite = line.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
          guard isFinite, line.width > 0, line.width.isFinite else { throw .garbage }
        }
      }
    }
  }

  /// A document of one page.
  private static let companion = Array(
    SampleDocument.text(content: "0 0 9 9 re f", box: "[0 0 100 100]").utf8)

  /// Has a reader of a file asked, which may refuse, crash in another's library or take too long.
  private static func ask(
    _ path: String, _ body: (ReaderProcess) throws(ForeignError) -> Void
  ) throws {
    guard let program = getenv("PLUMBAGO_BINARY").map({ String(cString: $0) }) else {
      throw Failure("PLUMBAGO_BINARY is not set")
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure("\(path) cannot be read") }
    defer { close(file) }
    var reader: ReaderProcess?
    do throws(ForeignError) {
      let own = try ReaderProcess(program: program + "-reader", file: file)
      reader = own
      try body(own)
    } catch {
      switch error {
      case .refused, .tooSlow: return
      case .crashed:
        // Swift's own way to end: that is our code, not a library's.
        let signal = reader?.signal ?? 0
        if signal == SIGILL || signal == SIGTRAP { throw Failure("the reader trapped") }
      case .noReader, .garbage, .noBytes, .cancelled: throw Failure("the reader: \(error)")
      }
    }
  }

  private static func show(
    _ facts: ForeignFacts, by reader: ReaderProcess
  ) throws(ForeignError) {
    let sizes = try reader.sizes(of: 0..<facts.pageCount)
    for page in 0..<min(facts.pageCount, 3) {
      let (w, h) = (sizes[page].width, sizes[page].height)
      guard w > 0, h > 0, w.isFinite, h.isFinite else { throw .garbage }
      _ = try reader.render(
        page, in: Rect(x: 0, y: 0, width: w, height: h), scale: min(200 / max(w, h), 2))
      _ = try reader.text(of: page)
      _ = try reader.links(on: page)
    }
    _ = try reader.outline()
  }

  private static func shapes(_ g: inout SeededGenerator) -> String {
    let numbers: [Double] = (0..<24).map { _ in
      g.once(in: 20) ? Wild.double(&g) : .random(in: -50...150, using: &g)
    }
    func n(_ i: Int) -> String { String(numbers[i]) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(n(0))"
       height="60mm" viewBox="0 0 100 \(n(1))"><defs>
      <linearGradient id="a"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-opacity=".5"/></linearGradient>
      <clipPath id="b"><circle cx="\(n(2))" cy="20" r="30"/></clipPath>
      <mask id="c"><rect width="50" height="50" fill="#888"/></mask>
      <pattern id="d" width="\(n(3))" height="4" patternUnits="userSpaceOnUse"><path d="M0 0 L4 4" stroke="#00f"/></pattern>
      <g id="e"><path d="M\(n(4)) \(n(5)) C 1 2 \(n(6)) 4 5 6 s 9 9 \(n(7)) 3 a 5 9 30 1 0 7 \(n(8)) z"/></g></defs>
      <style>.f { stroke: #0a0; stroke-width: \(n(9)); stroke-dasharray: \(n(10)) 3 \(n(11)) }</style>
      <g transform="rotate(\(n(12))) scale(\(n(13)) 2) skewX(9)" clip-path="url(#b)" opacity=".7">
      <path class="f" d="M0 0 H\(n(14)) V9 h-3 q 1 2 3 4 T \(n(15)) 9" fill="url(#a)"/>
      <use xlink:href="#e" x="\(n(16))" fill="url(#d)" stroke="#000" stroke-linejoin="round"/></g>
      <g mask="url(#c)"><ellipse cx="20" cy="\(n(17))" rx="\(n(18))" ry="9" stroke="url(#a)" stroke-width="3"/>
      <text x="\(n(19))" y="30" font-size="\(n(20))">Text</text></g>
      <polyline points="0,0 \(n(21)),5 \(n(22)) \(n(23))" fill="none" stroke="blue" stroke-linecap="square"/></svg>
      """
  }
}
