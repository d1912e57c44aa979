import ReaderProtocol

/// Finds the lines that a script paints: the middle of what is stroked, and the edge of what is only filled.
///
/// What is no line is left out: pictures, and a ground that fills all before anything else is there. Groups are taken
/// with the opacity that they are painted with; of a clip its box counts, of a gradient the mean colour.
struct PaintedLines {
  private let ground: LineBox
  private let part: LineBox
  private let pictureFromSurface: ForeignTransform
  private var operands: [Operand] = []
  private var names: [String: Operand] = ["identity": .list([1, 0, 0, 1, 0, 0])]
  private var surfaces: [Surface] = []
  private var contexts: [Context] = []
  /// Of all surfaces.
  private var lineCount = 0
  private var pointCount = 0

  private enum Operand {
    case number(Double)
    case name(String)
    case list([Double])
    case source(Source)
    /// Indexes.
    case surface(Int)
    case context(Int)
    case other
  }

  private struct Surface {
    var lines: [ForeignLine] = []
    var pointCount = 0
    /// It has pixels of its own.
    var isPicture = false
  }

  private enum Source {
    case color(ScriptColor)
    case gradient([ScriptColor])
    /// With the map to it from the surface that is painted on.
    case surface(Int, ForeignTransform)
  }

  private struct Context {
    let surface: Int
    var source = Source.color(.black)
    var matrix = ForeignTransform.identity
    var width = 2.0
    var dashes: [Double] = []
    var dashOffset = 0.0
    /// Lines end where they end, without a cap beyond.
    var isButt = true
    /// What is painted shows.
    var covers = true
    var path = LinePath()
    var clip: LineBox?
    /// The lines of the path's edge, if it was filled.
    var edge: Range<Int>?
    /// The path was stroked.
    var isStroked = false
  }

  /// Operators that put down nothing of their source (cairo_operator_t).
  private static let erasing: Set<String> = ["CLEAR", "DEST", "DEST_IN", "DEST_OUT", "IN"]
  /// Of lines around what is only filled, in points.
  private static let edgeWidth = 0.75
  /// The thinnest line.
  private static let leastWidth = 0.1
  /// How often a line may be there, in the groups that it is in, each of which has its own copy.
  private static let groupFactor = 8
  /// More than any operator takes.
  private static let mostOperands = 10_000
  /// More groups than any picture needs.
  private static let mostSurfaces = 100_000

  /// - Parameters:
  ///   - size: Of the whole picture.
  ///   - part: Outside of which there are no lines.
  ///   - pictureFromSurface: Of the outermost surface.
  init(of size: ForeignSize, in part: LineBox, pictureFromSurface: ForeignTransform) {
    let slack = Self.groundSlack
    ground = LineBox(x0: slack, y0: slack, x1: size.width - slack, y1: size.height - slack)
    // Coordinates are rounded to parts of a point.
    self.part = LineBox(
      x0: part.x0 - Self.partSlack, y0: part.y0 - Self.partSlack, x1: part.x1 + Self.partSlack,
      y1: part.y1 + Self.partSlack)
    self.pictureFromSurface = pictureFromSurface
  }

  /// How much of an edge a ground may leave bare, in points.
  private static let groundSlack = 0.5
  private static let partSlack = 0.02

  /// Of the outermost surface, in the order in which they are painted.
  var lines: [ForeignLine] { surfaces.first?.lines ?? [] }

  // MARK: Operands

  mutating func take(_ token: CairoScript.Token) throws(ReaderFailure) {
    switch token {
    case .number(let number): operands.append(.number(number))
    case .name(let name): operands.append(.name(name))
    case .list(let numbers): operands.append(.list(numbers))
    case .other: operands.append(.other)
    case .word(let word):
      if let known = names[word] {
        operands.append(known)
      } else if !runOnStack(word), !runOnSource(word) {
        try runOnContext(word)
      }
    }
    guard operands.count <= Self.mostOperands, surfaces.count <= Self.mostSurfaces,
      names.count <= Self.mostSurfaces
    else { throw .tooLarge }
  }

  private mutating func popNumber() -> Double? {
    guard case .number(let number)? = operands.last else { return nil }
    operands.removeLast()
    return number
  }

  /// As many as are wanted, or none.
  private mutating func popNumbers(_ count: Int) -> [Double]? {
    var numbers: [Double] = []
    for operand in operands.suffix(count) {
      if case .number(let number) = operand { numbers.append(number) }
    }
    guard numbers.count == count else { return nil }
    operands.removeLast(count)
    return numbers
  }

  private mutating func popName() -> String? {
    guard case .name(let name)? = operands.last else { return nil }
    operands.removeLast()
    return name
  }

  private mutating func popTransform() -> ForeignTransform? {
    guard case .list(let n)? = operands.last, n.count == 6 else { return nil }
    operands.removeLast()
    return ForeignTransform(n[0], n[1], n[2], n[3], n[4], n[5])
  }

  private mutating func popSource() -> Source? {
    guard case .source(let source)? = operands.last else { return nil }
    operands.removeLast()
    return source
  }

  private mutating func pushSurface(isPicture: Bool = false) {
    surfaces.append(Surface(isPicture: isPicture))
    operands.append(.surface(surfaces.count - 1))
  }

  // MARK: Operators

  /// Runs an operator of the stack, or one that makes something to paint on.
  private mutating func runOnStack(_ word: String) -> Bool {
    switch word {
    case "dup": if let last = operands.last { operands.append(last) }
    case "exch": if operands.count > 1 { operands.swapAt(operands.count - 1, operands.count - 2) }
    case "pop": _ = operands.popLast()
    case "def":
      guard operands.count > 1, let value = operands.popLast(), let name = popName() else { break }
      names[name] = value
    case "undef": if let name = popName() { names[name] = nil }
    case "surface", "record":
      // Of what the dictionary says.
      _ = operands.popLast()
      pushSurface()
    case "image":
      _ = operands.popLast()
      pushSurface(isPicture: true)
    case "similar":
      _ = popName()
      _ = popNumbers(2)
      _ = operands.popLast()
      pushSurface()
    case "context":
      guard case .surface(let surface)? = operands.popLast() else { break }
      contexts.append(Context(surface: surface))
      operands.append(.context(contexts.count - 1))
    default: return false
    }
    return true
  }

  /// Runs an operator that makes a source, or changes one.
  private mutating func runOnSource(_ word: String) -> Bool {
    func color(_ n: [Double]) -> Source {
      .color(ScriptColor(red: n[0], green: n[1], blue: n[2], alpha: n[3]))
    }
    var made: Source?
    switch word {
    case "rgb": made = popNumbers(3).map { color($0 + [1]) }
    case "rgba": made = popNumbers(4).map { color($0) }
    case "g": made = popNumber().map { color([$0, $0, $0, 1]) }
    case "ga": made = popNumbers(2).map { color([$0[0], $0[0], $0[0], $0[1]]) }
    case "a": made = popNumber().map { color([0, 0, 0, $0]) }
    case "linear": made = popNumbers(4).map { _ in .gradient([]) }
    case "radial": made = popNumbers(6).map { _ in .gradient([]) }
    case "add-color-stop":
      guard let n = popNumbers(5), case .gradient(let stops)? = popSource() else { break }
      made = .gradient(stops + [ScriptColor(red: n[1], green: n[2], blue: n[3], alpha: n[4])])
    case "pattern":
      guard case .surface(let surface)? = operands.last else { break }
      operands.removeLast()
      made = .surface(surface, .identity)
    case "set-extend", "set-filter": _ = popName()
    case "set-matrix":
      // Of a source, if there is one.
      guard operands.count > 1, case .source(let source) = operands[operands.count - 2],
        let matrix = popTransform()
      else { return false }
      guard case .surface(let surface, _) = source else { break }
      operands.removeLast()
      made = .surface(surface, matrix)
    default: return false
    }
    if let made { operands.append(.source(made)) }
    return true
  }

  /// Runs an operator of the context that is painted on; drops what it, or an operator that is not known, leaves over.
  private mutating func runOnContext(_ word: String) throws(ReaderFailure) {
    let position = operands.lastIndex { if case .context = $0 { true } else { false } }
    guard let position, case .context(let index) = operands[position] else {
      operands = []
      return
    }
    var context = contexts[index]
    let pathFromOperands = context.surface == 0 ? pictureFromSurface : .identity
    // Not copied when it changes.
    contexts[index].path = LinePath()
    switch word {
    case "n":
      context.path = LinePath()
      context.edge = nil
      context.isStroked = false
    case "m": if let n = popNumbers(2) { context.path.move(to: pathFromOperands(n[0], n[1])) }
    case "l": if let n = popNumbers(2) { context.path.line(to: pathFromOperands(n[0], n[1])) }
    case "c":
      if let n = popNumbers(6) {
        context.path.curve(
          pathFromOperands(n[0], n[1]), pathFromOperands(n[2], n[3]),
          to: pathFromOperands(n[4], n[5]))
      }
    case "h": context.path.close()
    case "rectangle":
      if let n = popNumbers(4) {
        context.path.move(to: pathFromOperands(n[0], n[1]))
        context.path.line(to: pathFromOperands(n[0] + n[2], n[1]))
        context.path.line(to: pathFromOperands(n[0] + n[2], n[1] + n[3]))
        context.path.line(to: pathFromOperands(n[0], n[1] + n[3]))
        context.path.close()
      }
    case "set-matrix": context.matrix = popTransform() ?? context.matrix
    case "scale":
      if let n = popNumbers(2) {
        context.matrix = context.matrix * ForeignTransform(n[0], 0, 0, n[1], 0, 0)
      }
    case "translate":
      if let n = popNumbers(2) {
        context.matrix = context.matrix * ForeignTransform(1, 0, 0, 1, n[0], n[1])
      }
    case "set-source": context.source = popSource() ?? context.source
    case "set-line-width": context.width = popNumber() ?? context.width
    case "set-dash":
      context.dashOffset = popNumber() ?? 0
      if case .list(let dashes)? = operands.last { context.dashes = dashes }
    case "set-line-cap": context.isButt = popName() == "LINE_CAP_BUTT"
    case "set-operator": context.covers = !Self.erasing.contains(popName() ?? "")
    case "clip", "clip+":
      let box = context.path.box
      context.clip = context.clip.map { $0.intersection(box) } ?? box
    case "reset-clip": context.clip = nil
    case "fill", "fill+": try fill(&context)
    case "stroke", "stroke+": try stroke(&context)
    case "paint": try paint(&context, opacity: 1)
    case "paint-with-alpha":
      if let opacity = popNumber() { try paint(&context, opacity: opacity) }
    case "mask":
      guard let mask = popSource() else { break }
      if case .color(let color) = mask {
        try paint(&context, opacity: color.alpha)
      } else {
        try paint(&context, opacity: 1)
      }
    default: break
    }
    guard context.path.pointCount <= ReaderLimits.linePoints else { throw .tooLarge }
    contexts[index] = context
    operands.removeLast(operands.count - position - 1)
  }

  // MARK: Painting

  private func color(of source: Source) -> ScriptColor? {
    switch source {
    case .color(let color): color
    case .gradient(let stops): .mean(of: stops)
    // A pattern has no colour of its own.
    case .surface(let surface, _):
      surfaces[surface].isPicture ? nil : .mean(of: surfaces[surface].lines.map { .init($0.color) })
    }
  }

  private mutating func fill(_ context: inout Context) throws(ReaderFailure) {
    guard context.covers, let color = color(of: context.source) else { return }
    let first = surfaces[context.surface].lines.count
    if first == 0, context.surface == 0, isGround(context.path) { return }
    // The edge of what is filled and stroked is the stroke, whichever comes first.
    guard !context.isStroked else { return }
    for piece in context.path.pieces where !LinePath.isFlat(piece) {
      // A fill ends where it began.
      try add(piece + [piece[0]], Self.edgeWidth, color, &context)
    }
    context.edge = first..<surfaces[context.surface].lines.count
  }

  private mutating func stroke(_ context: inout Context) throws(ReaderFailure) {
    guard context.covers, let color = color(of: context.source) else { return }
    // The edge of what is filled and stroked is the stroke.
    if let edge = context.edge, edge.upperBound == surfaces[context.surface].lines.count {
      remove(edge, from: context.surface)
    }
    context.edge = nil
    context.isStroked = true
    let m = context.matrix
    let width = max(
      context.width * abs(m.a * m.d - m.b * m.c).squareRoot(), Self.leastWidth)
    for piece in context.path.pieces {
      for dash in dashes(of: piece, context) { try add(dash, width, color, &context) }
    }
  }

  /// What its dashes leave of a line, by lengths in the space that it was drawn in.
  private func dashes(of piece: [LinePath.Point], _ context: Context) -> [[LinePath.Point]] {
    let pathFromUser =
      context.surface == 0 ? pictureFromSurface * context.matrix : context.matrix
    guard !context.dashes.isEmpty, let userFromPath = pathFromUser.inverse else { return [piece] }
    let k = abs(pathFromUser.a * pathFromUser.d - pathFromUser.b * pathFromUser.c).squareRoot()
    let dashes = LinePath.dashes(
      of: piece.map { userFromPath($0.x, $0.y) }, context.dashes, offset: context.dashOffset,
      least: LinePath.leastDash / k)
    guard let dashes else { return [piece] }
    return dashes.map { dash in
      // The ends of ink are round, and would fill the gaps.
      (context.isButt ? LinePath.trimmed(dash, by: context.width / 2) : dash)
        .map { pathFromUser($0.x, $0.y) }
    }
  }

  /// Whether it is a rectangle that fills all of the picture.
  private func isGround(_ path: LinePath) -> Bool {
    guard path.pieces.count == 1, let piece = path.pieces.first, 4...5 ~= piece.count,
      ground.x0 < ground.x1, ground.y0 < ground.y1, path.box.contains(ground)
    else { return false }
    return zip(piece, piece.dropFirst() + [piece[0]]).allSatisfy { a, b in
      abs(a.x - b.x) < Self.partSlack || abs(a.y - b.y) < Self.partSlack
    }
  }

  /// Paints a surface over all; of anything else that covers all there is no line.
  private mutating func paint(_ context: inout Context, opacity: Double) throws(ReaderFailure) {
    guard context.covers, case .surface(let source, let matrix) = context.source,
      source != context.surface, let surfaceFromSource = matrix.inverse
    else { return }
    let targetFromSource =
      context.surface == 0 ? pictureFromSurface * surfaceFromSource : surfaceFromSource
    let scale = abs(
      targetFromSource.a * targetFromSource.d - targetFromSource.b * targetFromSource.c
    ).squareRoot()
    for line in surfaces[source].lines {
      let points = line.points.map { targetFromSource(Double($0.x), Double($0.y)) }
      var color = ScriptColor(line.color)
      color.alpha *= opacity
      try add(points, line.width * scale, color, &context)
    }
  }

  private mutating func remove(_ edge: Range<Int>, from surface: Int) {
    lineCount -= edge.count
    let points = surfaces[surface].lines[edge].reduce(0) { $0 + $1.points.count }
    pointCount -= points
    surfaces[surface].pointCount -= points
    surfaces[surface].lines.removeSubrange(edge)
  }

  private mutating func add(
    _ points: [LinePath.Point], _ width: Double, _ color: ScriptColor, _ context: inout Context
  ) throws(ReaderFailure) {
    let rgba = color.rgba
    guard rgba & 0xFF != 0, width > 0, width < ReaderLimits.pageSide else { return }
    let clip = context.surface == 0 ? context.clip?.intersection(part) ?? part : context.clip
    for line in clip.map({ $0.parts(of: points) }) ?? [points] where !line.isEmpty {
      // Not a number fails each comparison.
      guard
        line.allSatisfy({
          abs($0.x) <= ReaderLimits.pageSide && abs($0.y) <= ReaderLimits.pageSide
        })
      else { continue }
      lineCount += 1
      pointCount += line.count
      surfaces[context.surface].pointCount += line.count
      guard surfaces[0].lines.count < ReaderLimits.lines,
        surfaces[0].pointCount <= ReaderLimits.linePoints,
        lineCount <= ReaderLimits.lines * Self.groupFactor,
        pointCount <= ReaderLimits.linePoints * Self.groupFactor
      else { throw .tooLarge }
      surfaces[context.surface].lines.append(
        ForeignLine(
          points: line.map { ForeignLine.Point(x: Float($0.x), y: Float($0.y)) }, width: width,
          color: rgba))
    }
  }
}

extension CairoScript {
  func run(on painting: inout PaintedLines) throws(ReaderFailure) {
    try forEach { token throws(ReaderFailure) in try painting.take(token) }
  }
}

/// With straight alpha, all 0 … 1.
struct ScriptColor {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  static let black = ScriptColor(red: 0, green: 0, blue: 0, alpha: 1)

  init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  init(_ rgba: UInt32) {
    func channel(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }

  /// Each counts as much as it is opaque; black where there are none.
  static func mean(of colors: [ScriptColor]) -> ScriptColor {
    let weight = colors.reduce(0) { $0 + $1.alpha }
    guard weight > 0 else { return colors.isEmpty ? .black : colors[0] }
    func mean(_ channel: KeyPath<ScriptColor, Double>) -> Double {
      colors.reduce(0) { $0 + $1[keyPath: channel] * $1.alpha } / weight
    }
    return ScriptColor(
      red: mean(\.red), green: mean(\.green), blue: mean(\.blue),
      alpha: weight / Double(colors.count))
  }

  var rgba: UInt32 {
    [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) }
  }
}
