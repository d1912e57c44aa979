/// A part of a picture as a few boxes; they may cover a little more than was added.
public struct BoxList: Hashable, Sendable {
  public private(set) var boxes: [PixelBox] = []

  /// Beyond this many, one box covers all.
  static let most = 12

  public init() {}

  public var isEmpty: Bool { boxes.isEmpty }

  /// The box around all of it.
  public var bounds: PixelBox { boxes.reduce(.empty) { $0.union($1) } }

  public mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    guard !boxes.isEmpty else { return boxes.append(box) }
    guard !boxes.contains(where: { $0.contains(box) }) else { return }
    if boxes.contains(where: { box.contains($0) }) { boxes.removeAll { box.contains($0) } }
    // It is joined with a neighbour where their union is hardly larger than both.
    if let i = boxes.firstIndex(where: { $0.union(box).count <= $0.count + box.count }) {
      let joined = boxes.remove(at: i).union(box)
      add(joined)
      return
    }
    boxes.append(box)
    if boxes.count > Self.most { boxes = [bounds] }
  }

  public mutating func add(_ other: BoxList) {
    for box in other.boxes { add(box) }
  }

  /// Its memory is kept for the next boxes.
  public mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }
}
