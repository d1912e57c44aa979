import InkModel

/// What a stroke is that begins on a handle of a selection: a drag of the handle, or writing.
///
/// Handles lie where letters begin. So one takes a stroke only where hardly any letter begins so:
/// the tool rests on it, or leaves it straight along the line. Of a hundred words by 36 people,
/// 18 to 36 points high, five at the most begin as a drag does.
public enum HandleStroke: Hashable, Sendable {
  /// It is not known yet.
  case open
  case drag
  case writing

  /// Seconds for which a tool rests that drags; how far it may go from where it came down, and the
  /// length of its path, as it trembles, in points.
  ///
  /// If the time is shorter or the path longer, letters of slow hands drag, 60 points a second; if
  /// the time is longer, a handle seems stuck that is dragged to another line.
  static let rest = (time: 0.12, reach: 4.0, path: 6.0)
  /// The length of the path by which it is decided, in points.
  ///
  /// If it is less, bars of “T” drag; if it is more, a drag is ink for longer.
  static let decisivePath = 16.0
  /// How far a drag goes up or down at the most, of how far along.
  static let greatestSlant = 0.35
  /// The length of a drag's path to the distance between its ends, at the most.
  static let greatestDetour = 1.15

  /// What a stroke is by now.
  ///
  /// - Parameter samples: All of it so far, the press first.
  public init(of samples: [StylusSample]) {
    self = .open
    guard let press = samples.first else { return }
    var (last, path, rests) = (press.position, 0.0, true)
    for sample in samples.dropFirst() {
      // A tool that does not move reports nothing: until now it was where it had been.
      if rests, sample.time - press.time >= Self.rest.time {
        self = .drag
        return
      }
      let step = last.distance(to: sample.position)
      if step > 0, path + step >= Self.decisivePath {
        let end = last.lerp(to: sample.position, (Self.decisivePath - path) / step)
        self = Self.isAlongLine(end - press.position) ? .drag : .writing
        return
      }
      path += step
      rests =
        rests && path <= Self.rest.path
        && press.position.distance(to: sample.position) <= Self.rest.reach
      last = sample.position
    }
  }

  /// Whether a path of the decisive length goes straight along a line of text.
  ///
  /// - Parameter offset: From its start to its end.
  private static func isAlongLine(_ offset: Vector) -> Bool {
    abs(offset.dy) <= greatestSlant * abs(offset.dx)
      && decisivePath < greatestDetour * offset.length
  }
}
