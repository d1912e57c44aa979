import InkModel

/// A line of light: shown while a contact draws it and for a moment after, and no part of the drawing.
///
/// It is in no file, no step of the history and no export. Times are seconds on the session's clock.
public struct Trail: Hashable, Sendable {
  public struct Sample: Hashable, Sendable {
    /// In canvas space.
    public var position: Point
    public var time: Double
  }

  /// Oldest first, one at least; the last one is the contact's position, or that of its up.
  public private(set) var samples: [Sample]
  /// The contact is still down: its tip does not fade.
  public private(set) var isHeld = true
  let id: Int

  /// Seconds from the moment that a sample is drawn until it is gone.
  public static let lifetime = 1.3

  init(_ id: Int, at position: Point, time: Double) {
    self.id = id
    samples = [Sample(position: position, time: time)]
  }

  mutating func append(_ position: Point, at time: Double) {
    samples.append(Sample(position: position, time: time))
    expire(at: time)
  }

  /// The contact has lifted: the tip fades from here on.
  mutating func release(at time: Double) {
    isHeld = false
    samples[samples.count - 1].time = time
  }

  /// The opacity of a sample: 1 where it was just drawn … 0 where it is gone.
  public func strength(_ i: Int, at now: Double) -> Double {
    if isHeld, i == samples.count - 1 { return 1 }
    return min(max(1 - (now - samples[i].time) / Self.lifetime, 0), 1)
  }

  /// Whether nothing of it is visible any more.
  func isOver(at now: Double) -> Bool { strength(samples.count - 1, at: now) <= 0 }

  /// Removes what is gone, but for the last sample and the one that the line comes from.
  mutating func expire(at now: Double) {
    let gone = samples.firstIndex { now - $0.time < Self.lifetime } ?? samples.count
    if gone > 1 { samples.removeFirst(min(gone, samples.count) - 1) }
  }
}

/// The trails of a session, the oldest first.
///
/// Invariant: a trail is in here from its contact's down until nothing of it is left.
struct Trails {
  private(set) var all: [Trail] = []
  private var next = 0

  mutating func begin(at position: Point, time: Double) -> Int {
    next += 1
    all.append(Trail(next, at: position, time: time))
    return next
  }

  mutating func change(_ id: Int, _ body: (inout Trail) -> Void) {
    guard let i = all.firstIndex(where: { $0.id == id }) else { return }
    body(&all[i])
  }

  mutating func remove(_ id: Int) { all.removeAll { $0.id == id } }

  mutating func expire(at now: Double) {
    all.removeAll { $0.isOver(at: now) }
    for i in all.indices { all[i].expire(at: now) }
  }
}

extension CanvasSession {
  /// Lines of light that are visible now, the oldest first.
  public var trails: [Trail] { trailTable.all }

  /// Removes what has faded: to be called for as long as there are ``trails``.
  public func expireTrails() {
    if !trailTable.all.isEmpty { trailTable.expire(at: clock.now) }
  }
}
