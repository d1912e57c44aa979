/// A stroke while the tool is down.
///
/// 1. Made when the tool touches, with its ink.
/// 2. ``append(_:)`` takes samples whose axes are known; points in ``path`` never change.
/// 3. ``tip`` is where the tool is now, while its axes have not come yet; ``tail(ahead:)`` is the line
///    from the settled path to it, valid for one frame.
/// 4. ``finished(id:)`` makes the content to keep. A withdrawn stroke is simply dropped.
public struct WetStroke: Sendable {
  public let tool: StylusTool
  public let ink: Ink
  public let seed: UInt32
  /// What its samples are put onto, in canvas points, and so its path; `nil` for a free stroke.
  ///
  /// Along a circle the modeler gets the samples unrolled: its path is not what the modeler makes of ``samples``.
  public let guide: StrokeGuide?
  /// All samples taken, in canvas points, as they came, or on the guide.
  public private(set) var samples: [StylusSample] = []
  public private(set) var path = StrokePath()
  public var tip: StylusSample?
  private var modeler: StrokeModeler
  /// `nil` where the guide is no circle.
  private var unrolled: UnrolledCircle?
  public var stabilizer: Stabilizer { modeler.stabilizer }

  /// Where the tool touched, in canvas space.
  public var start: Point? { (samples.first ?? tip)?.position }

  public init(
    tool: StylusTool, ink: Ink, seed: UInt32, stabilizer: Stabilizer = .none,
    forceCurve: ForceCurve = .identity, guide: StrokeGuide? = nil
  ) {
    self.tool = tool
    self.ink = ink
    self.seed = seed
    self.guide = guide
    unrolled = UnrolledCircle(guide)
    modeler = StrokeModeler(stabilizer, forceCurve: forceCurve)
  }

  /// Adds samples and returns the range of points in ``path`` that they settled.
  @discardableResult
  public mutating func append(_ batch: [StylusSample]) -> Range<Int> {
    let before = path.points.count
    for sample in batch {
      let sample = guided(sample)
      guard StrokeModeler.refusal(of: sample) == nil else { continue }
      let modelled = unrolled?.unroll(sample) ?? sample
      switch modeler.update(modelled, into: &path.points) {
      case nil, .still: samples.append(sample)
      case .notFinite, .outOfRange: break
      }
    }
    unrolled?.roll(&path.points, from: before)
    return before..<path.points.count
  }

  private func guided(_ sample: StylusSample) -> StylusSample { guide?(sample) ?? sample }

  /// Adds the settled samples of a motion, and where the tool is now.
  public mutating func move(_ settled: [StylusSample], tip: StylusSample?) {
    append(settled)
    self.tip = tip.map { guided($0) }
  }

  /// The end of the line, valid for one frame: what is unsettled, after the settled points from one on.
  ///
  /// - Parameters:
  ///   - ahead: Seconds after the tip for which to predict the motion; 0 ends at the tip.
  ///   - count: How many points of ``path`` are left out.
  ///   - flatness: How far what is unsettled may stray from its curve, in canvas points.
  public func tail(
    ahead: Double = 0, after count: Int = 0, flatness: Double = 0
  ) -> [StrokePoint] {
    guard !path.points.isEmpty else {
      // Nothing is settled before the first sample's axes are known; the tip alone is a dot.
      guard let tip else { return [] }
      var modeler = StrokeModeler(
        self.modeler.stabilizer, forceCurve: self.modeler.forceCurve)
      var dot: [StrokePoint] = []
      modeler.update(tip, into: &dot)
      return dot
    }
    var points: [StrokePoint] = []
    // Nearly always enough, and a fast allocation: malloc caches blocks of up to 1 KiB.
    points.reserveCapacity(35)
    points += path.points[min(count, path.points.count)...]
    let settled = points.count
    var unrolled = unrolled
    let end = tip.map { unrolled?.unroll($0) ?? $0 }
    modeler.tail(towards: end, ahead: ahead, flatness: flatness, into: &points)
    unrolled?.roll(&points, from: settled, flatness: flatness)
    return points
  }

  /// The stroke as it is kept, `nil` where not one sample was usable.
  ///
  /// A tip whose axes never came is used as it is.
  public func finished(id: ContentID) -> StrokeContent? {
    var whole = self
    if let tip { whole.append([tip]) }
    let settled = whole.path.points.count
    whole.modeler.finish(into: &whole.path.points)
    whole.unrolled?.roll(&whole.path.points, from: settled)
    // Copied to an array of exact capacity: growing left room for as many points again.
    let path = StrokePath(whole.path.points.withUnsafeBufferPointer { Array($0) })
    let samples = whole.samples
    guard let start = samples.first?.time else { return nil }
    return StrokeContent(
      id: id, tool: tool,
      samples: samples.map {
        var s = $0
        s.time -= start
        return s
      },
      path: path, modelerVersion: whole.modeler.version, seed: seed)
  }
}
