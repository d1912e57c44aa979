import InkModel

/// One `wl_surface.commit` that took effect.
public struct Commit: Hashable, Sendable {
  /// Seconds on the monotonic clock, when the compositor received it.
  public var time: Double
  /// Which surface, counted from 1 in the order of their making.
  public var surface: Int
  /// "toplevel", "popup", "subsurface", "cursor", "icon", or "none".
  public var role: String
  /// What the client declared as changed: boxes that do not overlap, in surface coordinates.
  public var damage: [PixelBox]
  /// The smallest box around the pixels that really changed, in surface coordinates.
  public var changed: PixelBox
  /// The surface's top left on the screen, `nil` where it is not on it.
  public var originX: Int?
  public var originY: Int?

  /// The damage on the screen, in logical pixels.
  public var screenDamage: [PixelBox] {
    guard let originX, let originY else { return [] }
    return damage.map { $0.offset(x: originX, y: originY) }
  }

  /// The number of declared pixels, in surface pixels.
  public var damagedArea: Int { damage.reduce(0) { $0 + $1.area } }
}

/// The pixels of a watched part of the screen right after a commit that changed some of them.
public struct Capture: Hashable, Sendable {
  public var time: Double
  public var picture: Picture
}

/// One group of events that was sent to a program, or would have been had one been there.
public struct SentEvent: Hashable, Sendable {
  public enum Device: Hashable, Sendable {
    case tool
    case finger
    case mouse
    case key
  }
  public enum Action: Hashable, Sendable {
    case down
    case move
    case up
    case leave
    case cancel
  }
  /// Seconds on the monotonic clock.
  public var time: Double
  public var device: Device
  public var action: Action
  /// On the screen in logical pixels, where the event has a position.
  public var x: Double?
  public var y: Double?
}

/// How long the ink under one pen sample took to appear.
public struct InkResponse: Hashable, Sendable {
  /// Where the sample was, on the screen in logical pixels.
  public var x: Double
  public var y: Double
  /// When it was sent, seconds on the monotonic clock.
  public var sent: Double
  /// The first commit after that changed a pixel under it, `nil` where none did; ``sent`` where
  /// there was ink already.
  public var committed: Double?
  /// The first refresh after that commit.
  public var shown: Double?

  /// Seconds from sample to commit.
  public var latency: Double? { committed.map { $0 - sent } }
}

/// What happened on the screen, in order.
///
/// Lives on the server's thread.
struct CommitLog {
  private(set) var commits: [Commit] = []
  /// Times of the monitor's refreshes.
  private(set) var refreshes: [Double] = []
  private(set) var captures: [Capture] = []
  private(set) var sent: [SentEvent] = []
  /// When some pixel of a mapped surface last changed.
  private(set) var pictureChangedAt = 0.0
  var sceneChangedAt = 0.0
  /// In logical pixels.
  var watched: PixelBox?

  /// Whether pen samples in contact are followed until their ink appears.
  private(set) var followsInk = false
  /// The screen's picture when that began, and its pixels for a logical one.
  private var bare: (picture: Picture, density: Double)?
  /// How far from a sample ink counts as its own, in whole logical pixels.
  private(set) var inkReach = 0
  private(set) var responses: [InkResponse] = []
  private var open: [(index: Int, box: PixelBox, before: Picture)] = []

  var lastChange: Double { max(pictureChangedAt, sceneChangedAt) }

  mutating func followInk(_ on: Bool, within reach: Int, scene: Scene) {
    followsInk = on
    inkReach = reach
    let output = scene.server.output!
    bare = on ? (scene.picture(of: output.bounds), output.density) : nil
  }

  mutating func clear() {
    commits = []
    refreshes = []
    captures = []
    sent = []
    responses = []
    open = []
  }

  mutating func add(
    _ surface: Surface, damage: [PixelBox], changedInBuffer: PixelBox, scene: Scene
  ) {
    let time = scene.server.commitBegan
    let origin = scene.origin(of: surface)
    let changed = surface.surfaceBox(ofBuffer: changedInBuffer)
    commits.append(
      Commit(
        time: time, surface: surface.number, role: surface.role?.roleName ?? "none",
        damage: damage, changed: changed, originX: origin?.x, originY: origin?.y))
    guard !changed.isEmpty, let origin else { return }
    pictureChangedAt = time
    let onScreen = changed.offset(x: origin.x, y: origin.y)
    if let watched, !watched.intersection(onScreen).isEmpty {
      captures.append(Capture(time: time, picture: scene.picture(of: watched)))
    }
    open.removeAll { probe in
      guard !probe.box.intersection(onScreen).isEmpty,
        scene.picture(of: probe.box) != probe.before
      else { return false }
      responses[probe.index].committed = time
      return true
    }
  }

  mutating func refreshed(at time: Double) {
    refreshes.append(time)
    // Only the newest responses can be waiting for their refresh.
    for i in responses.indices.reversed().prefix(256) {
      if let committed = responses[i].committed, responses[i].shown == nil, committed <= time {
        responses[i].shown = time
      }
    }
  }

  /// An event was sent.
  ///
  /// In contact it is followed until its ink appears, where that was asked for.
  mutating func sent(
    _ device: SentEvent.Device, _ action: SentEvent.Action, at p: Point?, inContact: Bool,
    scene: Scene
  ) {
    let event = SentEvent(time: now(), device: device, action: action, x: p?.x, y: p?.y)
    sent.append(event)
    if let p, inContact, followsInk { follow(p, scene: scene, sent: event.time) }
  }

  private mutating func follow(_ p: Point, scene: Scene, sent: Double) {
    let side = 2 * inkReach + 1
    let box = PixelBox(
      x: Int(p.x.rounded(.down)) - inkReach, y: Int(p.y.rounded(.down)) - inkReach, width: side,
      height: side)
    let before = scene.picture(of: box)
    var response = InkResponse(x: p.x, y: p.y, sent: sent)
    if let bare, scene.server.output.bounds.contains(box),
      before != bare.picture.cropped(to: box.scaled(by: bare.density))
    {
      // The program knew that the pen would come here.
      response.committed = sent
    } else {
      open.append((responses.count, box, before))
    }
    responses.append(response)
  }
}

extension PixelBox {
  /// The same box in a picture of `density` pixels for one.
  func scaled(by density: Double) -> PixelBox {
    func scaled(_ v: Int) -> Int { Int((Double(v) * density).rounded()) }
    return PixelBox(x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height))
  }
}

extension Surface {
  /// A box of buffer pixels in surface coordinates, rounded out.
  func surfaceBox(ofBuffer box: PixelBox) -> PixelBox {
    guard !box.isEmpty else { return .empty }
    let source = sourceRect
    guard !source.isEmpty else { return bounds }
    let kx = Double(size.width) / source.width
    let ky = Double(size.height) / source.height
    return PixelBox(
      covering: Rect(
        minX: (Double(box.x) - source.minX) * kx, minY: (Double(box.y) - source.minY) * ky,
        maxX: (Double(box.maxX) - source.minX) * kx, maxY: (Double(box.maxY) - source.minY) * ky)
    ).intersection(bounds)
  }
}
