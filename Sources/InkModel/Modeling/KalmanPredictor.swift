import Glibc

/// Says where the hand will be a moment from now, as far as its motion so far tells.
///
/// A Kalman filter for each coordinate, over position, velocity, acceleration and jerk, with jerk
/// driven by noise (the model of Google's ink stroke modeler, section "Prediction"). How far
/// ahead it dares to look follows from how right it was: each sample is held against what had
/// been predicted for its time. A hand whose force falls is about to lift: nothing is said of the
/// time after that.
public struct KalmanPredictor: Sendable {
  /// One coordinate's state and how sure it is.
  private struct Axis: Sendable {
    var x = SIMD4<Double>.zero
    /// Covariance.
    var p = Matrix4(
      SIMD4(1, 0, 0, 0), SIMD4(0, 1e6, 0, 0), SIMD4(0, 0, 1e9, 0), SIMD4(0, 0, 0, 1e12))

    init(at position: Double) { x[0] = position }

    mutating func advance(by dt: Double, noise: Double) {
      let f = KalmanPredictor.transition(dt)
      x = f * x
      p = (f * p).times(transposed: f)
      let g = SIMD4(dt * dt * dt / 6, dt * dt / 2, dt, 1)
      p.add(g * (noise * dt), times: g)
    }

    mutating func correct(_ measured: Double, noise: Double) {
      let gain = SIMD4(p.a[0], p.b[0], p.c[0], p.d[0]) / (p.a[0] + noise)
      x += gain * (measured - x[0])
      p.add(-gain, times: p.a)
    }
  }

  /// Four rows of four, in place: arrays of them would cost more than what is reckoned with them.
  private struct Matrix4: Sendable {
    var (a, b, c, d): (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    init(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    static func * (m: Matrix4, v: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4((m.a * v).sum(), (m.b * v).sum(), (m.c * v).sum(), (m.d * v).sum())
    }

    static func * (m: Matrix4, n: Matrix4) -> Matrix4 {
      func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
        n.a * r[0] + n.b * r[1] + n.c * r[2] + n.d * r[3]
      }
      return Matrix4(row(m.a), row(m.b), row(m.c), row(m.d))
    }

    func times(transposed n: Matrix4) -> Matrix4 { Matrix4(n * a, n * b, n * c, n * d) }

    /// Adds the outer product of a column and a row.
    mutating func add(_ column: SIMD4<Double>, times row: SIMD4<Double>) {
      a += row * column[0]
      b += row * column[1]
      c += row * column[2]
      d += row * column[3]
    }
  }

  /// How violently a hand changes its acceleration, squared canvas points per s⁶ and second.
  private static let jerkNoise = 4e13
  /// How far a report is from the hand, squared canvas points: tablets tell 1/100 mm, and hands
  /// tremble.
  private static let positionNoise = 0.02
  /// Samples before anything is said.
  private static let leastSamples = 4
  /// Slower than this (canvas points a second) the ink is under the tip anyway.
  private static let leastSpeed = 40.0

  /// Over how long a time the fall of the force is averaged, in seconds: two reports of a usual pen.
  private static let forceMemory = 0.008
  /// A tool has lifted by the time its force is gone: by about a report earlier, in seconds.
  private static let liftsEarly = 0.004

  private var axes: (x: Axis, y: Axis)?
  private var last: (position: Point, time: Double)?
  /// What the tool told of its force last, and how fast that changes, 1/seconds.
  private var force: Double?
  private var forceRate = 0.0
  private var count = 0
  /// What was said for times to come, oldest first.
  private var promises: [(time: Double, position: Point)] = []
  /// Mean error of the last promises over what not looking ahead would have missed, 0 … 1 and up.
  private var relativeError = 0.5

  public init() {}

  /// Takes the next report up.
  ///
  /// - Parameter force: 0 … 1, `nil` where the tool does not tell.
  public mutating func update(_ position: Point, at time: Double, force: Float? = nil) {
    count += 1
    feel(force, after: time - (last?.time ?? time))
    guard axes != nil, let previous = last else {
      axes = (Axis(at: position.x), Axis(at: position.y))
      last = (position, time)
      return
    }
    let dt = min(max(time - previous.time, 0.0005), 0.1)
    // In place: they are large.
    axes?.x.advance(by: dt, noise: Self.jerkNoise)
    axes?.x.correct(position.x, noise: Self.positionNoise)
    axes?.y.advance(by: dt, noise: Self.jerkNoise)
    axes?.y.correct(position.y, noise: Self.positionNoise)
    judge(position, at: time, from: previous)
    last = (position, time)
    // What would be said now, to be judged when the time has come.
    if let promised = look(ahead: Self.judged) {
      promises.append((time + Self.judged, promised))
    }
  }

  /// The hand's place `seconds` after the last sample, shorter where it has not been predictable,
  /// `nil` where nothing can be said.
  public func predict(ahead seconds: Double) -> Point? {
    guard let last, count >= Self.leastSamples, let a = axes else { return nil }
    let speed = Vector(a.x.x[1], a.y.x[1]).length
    guard speed > Self.leastSpeed else { return nil }
    let trust = confidence
    guard trust > 0.1, let ahead = look(ahead: min(seconds, untilLift)) else { return nil }
    return last.position.lerp(to: ahead, trust)
  }

  /// Seconds until the force will be gone if it goes on falling as it does; 0 or more.
  private var untilLift: Double {
    guard let force, forceRate < 0 else { return .infinity }
    return max(force / -forceRate - Self.liftsEarly, 0)
  }

  private mutating func feel(_ told: Float?, after dt: Double) {
    guard let told, told.isFinite else { return }
    if let force, dt > 0 {
      let rate = (Double(told) - force) / dt
      forceRate += (rate - forceRate) * (1 - exp(-dt / Self.forceMemory))
    }
    force = Double(told)
  }

  /// 1 while what was said came true, 0 where saying nothing would have been as good.
  var confidence: Double { min(max(1.35 - 1.35 * relativeError, 0), 1) }

  /// The time ahead at which promises are judged, seconds.
  private static let judged = 0.0125

  private func look(ahead t: Double) -> Point? {
    guard let a = axes else { return nil }
    // Jerk is the least sure and reaches farthest: it counts half.
    func at(_ x: SIMD4<Double>) -> Double {
      x[0] + x[1] * t + x[2] * t * t / 2 + x[3] * t * t * t / 12
    }
    let p = Point(at(a.x.x), at(a.y.x))
    guard p.isFinite, let last else { return nil }
    // No hand leaves its own speed behind: a prediction is at most twice as far as going on.
    let reach = 2 * Vector(a.x.x[1], a.y.x[1]).length * t
    let v = p - last.position
    guard v.length > reach, let n = v.normalized else { return p }
    return last.position + n * reach
  }

  private mutating func judge(
    _ position: Point, at time: Double, from previous: (position: Point, time: Double)
  ) {
    while let promise = promises.first, promise.time <= time {
      promises.removeFirst()
      // The hand's place at the promised time, between the two samples around it.
      let t = (promise.time - previous.time) / max(time - previous.time, 1e-9)
      let truth = previous.position.lerp(to: position, min(max(t, 0), 1))
      let missed = max(Vector(axesVelocity.dx, axesVelocity.dy).length * Self.judged, 0.5)
      let error = min(promise.position.distance(to: truth) / missed, 2)
      // Distrust comes at once, trust comes back slowly.
      relativeError += (error - relativeError) * (error > relativeError ? 0.5 : 0.15)
    }
  }

  private var axesVelocity: Vector {
    axes.map { Vector($0.x.x[1], $0.y.x[1]) } ?? .zero
  }

  private static func transition(_ t: Double) -> Matrix4 {
    Matrix4(
      SIMD4(1, t, t * t / 2, t * t * t / 6), SIMD4(0, 1, t, t * t / 2), SIMD4(0, 0, 1, t),
      SIMD4(0, 0, 0, 1))
  }
}
