import InkModel

/// The order in which lines and text boxes on a page are read.
///
/// Blocks of what stands one below the other, from the top, those beside each other from the left; within a block from
/// the top. What runs in another direction is read by itself, in a frame in which it is upright.
public enum ReadingOrder {
  /// Something that is read as a whole.
  public struct Piece: Hashable, Sendable {
    /// In the page's space turned by the opposite of ``angle``.
    public var box: Rect
    /// The height of its letters, ascenders and descenders left out of account.
    public var height: Double
    /// From the page's x axis to where it runs, in radians, clockwise as seen.
    public var angle: Double

    public init(box: Rect, height: Double, angle: Double = 0) {
      self.box = box
      self.height = height
      self.angle = angle
    }
  }

  /// Indices of the pieces as they are read; directions follow each other in the order of their first pieces.
  public static func indices(of pieces: [Piece]) -> [Int] {
    var groups: [(angle: Double, members: [Int])] = []
    for (i, piece) in pieces.enumerated() {
      if let g = groups.firstIndex(where: { WritingDirection.isAlike($0.angle, piece.angle) }) {
        groups[g].members.append(i)
      } else {
        groups.append((piece.angle, [i]))
      }
    }
    return groups.flatMap { group in
      let upright = group.members.map { i -> Piece in
        var piece = pieces[i]
        if piece.angle != group.angle {
          piece.box = AffineTransform.rotation(piece.angle - group.angle)(piece.box)
        }
        return piece
      }
      return indices(ofUpright: upright).map { group.members[$0] }
    }
  }

  private static func indices(ofUpright pieces: [Piece]) -> [Int] {
    var blocks: [[Int]] = []
    for i in pieces.indices.sorted(by: { pieces[$0].box.minY < pieces[$1].box.minY }) {
      let box = pieces[i].box
      let block = blocks.indices.first { b in
        guard let last = blocks[b].last.map({ pieces[$0].box }) else { return false }
        let shared = min(last.maxX, box.maxX) - max(last.minX, box.minX)
        return shared > 0.3 * min(last.width, box.width)
          && box.minY - last.maxY < 3 * pieces[i].height && box.center.y > last.center.y
      }
      if let block { blocks[block].append(i) } else { blocks.append([i]) }
    }
    let boxes = blocks.map { block in
      block.dropFirst().reduce(pieces[block[0]].box) { $0.joined(pieces[$1].box) }
    }
    // One block stands before another where it is above it, or beside it on the left.
    return blocks.indices.sorted { a, b in
      let overlap = min(boxes[a].maxY, boxes[b].maxY) - max(boxes[a].minY, boxes[b].minY)
      let isBeside = overlap > 0.3 * min(boxes[a].height, boxes[b].height)
      return isBeside
        ? (boxes[a].minX, a) < (boxes[b].minX, b) : (boxes[a].minY, a) < (boxes[b].minY, b)
    }.flatMap { blocks[$0] }
  }
}
