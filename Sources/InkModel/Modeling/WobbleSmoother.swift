/// The first stage: averages the tremor of slow motion.
///
/// Tablets report positions on a grid, and a slow hand trembles; both show as a zigzag in slow
/// lines and nowhere else. So a sample is blended with the average of the last moments, more of it
/// the slower the tool moves. Averages are over time, not over samples: each position is weighted by
/// its duration.
struct WobbleSmoother: Sendable {
  private struct Entry {
    var position: Point
    var time: Double
    /// Since the entry before.
    var distance: Double
    var duration: Double
  }

  private let window: Double
  private let floor: Double
  private let ceiling: Double
  private var entries: [Entry] = []
  /// Sums over `entries`, of position × duration, duration and distance.
  private var weighted = Vector.zero
  private var duration = 0.0
  private var distance = 0.0

  init(_ parameters: StrokeModelerParameters) {
    window = parameters.wobbleWindow
    floor = parameters.wobbleSpeedFloor
    ceiling = max(parameters.wobbleSpeedCeiling, parameters.wobbleSpeedFloor)
  }

  /// The smoothed position.
  ///
  /// Times must not decrease.
  mutating func update(_ position: Point, at time: Double) -> Point {
    guard window > 0 else { return position }
    guard let last = entries.last else {
      entries.append(Entry(position: position, time: time, distance: 0, duration: 0))
      return position
    }
    let entry = Entry(
      position: position, time: time, distance: position.distance(to: last.position),
      duration: time - last.time)
    entries.append(entry)
    weighted = weighted + (position - .zero) * entry.duration
    duration += entry.duration
    distance += entry.distance
    var old = 0
    while old < entries.count - 1, entries[old].time < time - window {
      weighted = weighted - (entries[old].position - .zero) * entries[old].duration
      duration -= entries[old].duration
      distance -= entries[old].distance
      old += 1
    }
    entries.removeFirst(old)
    guard duration > 1e-9 else { return position }
    let average = Point(weighted.dx / duration, weighted.dy / duration)
    let speed = distance / duration
    guard ceiling > floor else { return speed < floor ? average : position }
    return average.lerp(to: position, min(max((speed - floor) / (ceiling - floor), 0), 1))
  }
}
