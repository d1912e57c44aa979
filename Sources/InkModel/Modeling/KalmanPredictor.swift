import Glibc

/// Predicts where the tip will be a moment from now.
///
/// A Kalman filter for each coordinate, over position, velocity, acceleration and jerk, with jerk
/// driven by noise (the model of Google's ink stroke modeler, section "Prediction"). How far ahead it
/// predicts follows from how right it was: each sample is compared with what had been predicted for its
/// time. A falling force means that the tool is about to lift: nothing is predicted beyond that.
///
/// The constants were chosen by the errors that `PredictionFigures` measures over recorded and synthetic
/// strokes (see `Prediction.md`); each says what gets worse in either direction.
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

  /// A 4 × 4 matrix as four rows, without an allocation: one in an array costs more than the arithmetic.
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

  /// Spectral density of the noise that drives the jerk, squared canvas points per s⁷.
  ///
  /// Larger: turns are followed sooner, and the prediction overshoots and trembles more. Smaller: corners are
  /// cut and the tip runs on after a stop.
  private static let jerkNoise = 4e13
  /// Variance of a reported position, squared canvas points: a tablet's resolution of about 0.03 points,
  /// and the tremor of a hand of some tenths.
  ///
  /// Larger: smoother and later. Smaller: tremor is taken for motion and extrapolated.
  private static let positionNoise = 0.02
  /// Samples before anything is predicted: one for each of position, velocity, acceleration and jerk.
  ///
  /// Fewer: the first prediction extrapolates a start-up error. More: short strokes have none.
  private static let leastSamples = 4
  /// Speed, canvas points a second, below which nothing is predicted: in a refresh of 1/60 s the tip moves
  /// less than 0.7 points.
  ///
  /// Larger: slow lines visibly trail the tip. Smaller: the end of a resting line trembles.
  private static let leastSpeed = 40.0

  /// Time constant of the average of the force's rate of change, seconds: two reports at 240 Hz.
  ///
  /// Larger: a lift is noticed later and flicks overshoot. Smaller: noise of the force shortens predictions.
  private static let forceMemory = 0.008
  /// How long before the force would reach 0 a tool has lifted, seconds: one report at 240 Hz.
  ///
  /// Larger: predictions before a lift are shorter than they could be. Smaller: flicks overshoot.
  private static let liftsEarly = 0.004

  private var axes: (x: Axis, y: Axis)?
  private var last: (position: Point, time: Double)?
  /// The last reported force, 0…1, and its rate of change, 1/seconds.
  private var force: Double?
  private var forceRate = 0.0
  private var count = 0
  /// Predictions for times still to come, oldest first.
  private var pending: [(time: Double, position: Point)] = []
  /// Mean error of past predictions, relative to the error of predicting no motion: 0 is exact, 1 no gain.
  private var relativeError = 0.5

  public init() {}

  /// Adds the next sample.
  ///
  /// - Parameter force: 0 … 1, `nil` where the tool does not report it.
  public mutating func update(_ position: Point, at time: Double, force: Float? = nil) {
    count += 1
    updateForce(force, after: time - (last?.time ?? time))
    guard axes != nil, let previous = last else {
      axes = (Axis(at: position.x), Axis(at: position.y))
      last = (position, time)
      return
    }
    let dt = min(max(time - previous.time, 0.0005), 0.1)
    // Mutated where they are stored: a copy of both is 320 bytes.
    axes?.x.advance(by: dt, noise: Self.jerkNoise)
    axes?.x.correct(position.x, noise: Self.positionNoise)
    axes?.y.advance(by: dt, noise: Self.jerkNoise)
    axes?.y.correct(position.y, noise: Self.positionNoise)
    assess(position, at: time, from: previous)
    last = (position, time)
    // The prediction of now, to be compared with the sample of then.
    if let predicted = extrapolate(by: Self.assessed) {
      pending.append((time + Self.assessed, predicted))
    }
  }

  /// The tip's position `seconds` after the last sample, nearer to that where past predictions were wrong;
  /// `nil` where nothing can be predicted.
  public func predict(ahead seconds: Double) -> Point? {
    guard let last, count >= Self.leastSamples, let a = axes else { return nil }
    let speed = Vector(a.x.x[1], a.y.x[1]).length
    guard speed > Self.leastSpeed else { return nil }
    let confidence = confidence
    guard confidence > 0.1, let ahead = extrapolate(by: min(seconds, untilLift)) else { return nil }
    return last.position.lerp(to: ahead, confidence)
  }

  /// Seconds until the force will be 0 if it continues to fall as it does; 0 or more.
  private var untilLift: Double {
    guard let force, forceRate < 0 else { return .infinity }
    return max(force / -forceRate - Self.liftsEarly, 0)
  }

  private mutating func updateForce(_ reported: Float?, after dt: Double) {
    guard let reported, reported.isFinite else { return }
    if let force, dt > 0 {
      let rate = (Double(reported) - force) / dt
      forceRate += (rate - forceRate) * (1 - exp(-dt / Self.forceMemory))
    }
    force = Double(reported)
  }

  /// 1 while predictions are right, 0 where predicting no motion would have been about as good.
  ///
  /// 1 up to a relative error of 0.26, 0 from an error of 1 on, linear in between.
  var confidence: Double { min(max(1.35 - 1.35 * relativeError, 0), 1) }

  /// How far ahead the predictions lie by which the predictor is assessed, seconds: three reports at 240 Hz.
  ///
  /// Larger: a wrong prediction is noticed later. Smaller: the error over a whole refresh is underestimated.
  private static let assessed = 0.0125

  private func extrapolate(by t: Double) -> Point? {
    guard let a = axes else { return nil }
    // The jerk has the largest variance and acts with t³: half of it (t³/12 for t³/6) overshoots less.
    func at(_ x: SIMD4<Double>) -> Double {
      x[0] + x[1] * t + x[2] * t * t / 2 + x[3] * t * t * t / 12
    }
    let p = Point(at(a.x.x), at(a.y.x))
    guard p.isFinite, let last else { return nil }
    // At most twice as far as at constant velocity, which limits what a wrong acceleration can do.
    let reach = 2 * Vector(a.x.x[1], a.y.x[1]).length * t
    let v = p - last.position
    guard v.length > reach, let n = v.normalized else { return p }
    return last.position + n * reach
  }

  private mutating func assess(
    _ position: Point, at time: Double, from previous: (position: Point, time: Double)
  ) {
    while let prediction = pending.first, prediction.time <= time {
      pending.removeFirst()
      // Where the tip was at the predicted time, between the two samples around it.
      let t = (prediction.time - previous.time) / max(time - previous.time, 1e-9)
      let truth = previous.position.lerp(to: position, min(max(t, 0), 1))
      let missed = max(Vector(axesVelocity.dx, axesVelocity.dy).length * Self.assessed, 0.5)
      let error = min(prediction.position.distance(to: truth) / missed, 2)
      // Confidence falls within two reports and recovers over about seven.
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
