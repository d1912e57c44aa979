/// Which moment of a history is shown when, while it plays.
public struct HistoryPlayback: Hashable, Sendable {
  public enum Pace: String, Hashable, Sendable, CaseIterable {
    /// Each step takes as long as any other, and all of them half a minute at most.
    case steps
    /// Each step takes as long as it took, pauses cut short.
    case time
  }

  /// The moment at which it begins.
  public let start: Int
  /// Seconds from the beginning to each later moment.
  private let ends: [Double]

  /// Seconds of the longest pause: a longer one is cut to it.
  ///
  /// Larger: people wait longer while nothing changes.
  static let longestPause = 1.5
  /// At an even pace: seconds that all steps of a long history take, and that each step of a short one
  /// takes.
  static let (longest, longestStep) = (30.0, 0.25)

  /// - Parameters:
  ///   - times: When each step was made, in milliseconds.
  ///   - start: The moment from which it plays to the end.
  public init(times: [Int64], from start: Int, pace: Pace) {
    self.start = start
    var ends: [Double] = []
    var now = 0.0
    let even = min(Self.longestStep, Self.longest / Double(max(times.count, 1)))
    for i in start..<max(times.count, start) {
      switch pace {
      case .steps: now += even
      case .time:
        // Clocks go back at times.
        let pause = i > 0 ? max(Double(times[i] - times[i - 1]) / 1000, 0) : 0
        now += min(pause, Self.longestPause)
      }
      ends.append(now)
    }
    self.ends = ends
  }

  /// Seconds from the beginning to the end.
  public var duration: Double { ends.last ?? 0 }

  /// The moment that is shown so many seconds after the beginning.
  public func moment(after seconds: Double) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let mid = (low + high) / 2
      if ends[mid] <= seconds { low = mid + 1 } else { high = mid }
    }
    return start + low
  }
}
