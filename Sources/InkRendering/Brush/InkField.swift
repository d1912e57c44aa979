import InkModel

/// What a stroke leaves on each pixel of a box, of a medium that is no even ink.
///
/// 1. ``touchDown(_:)`` and ``add(_:_:)`` add what a tip leaves.
/// 2. ``cover(_:stride:)`` turns what changed since then into coverage.
///
/// What is left at a pixel depends neither on the box nor on the order of what was added: so nothing
/// depends on tiles, batches or where a fragment begins.
protocol InkField: AnyObject {
  /// Device pixels.
  var box: PixelBox { get }

  /// Adds what a tip leaves where it touches down, in device pixels.
  func touchDown(_ n: LineNode)

  /// Adds what the tip leaves between two nodes, in device pixels.
  func add(_ p: LineNode, _ q: LineNode)

  /// Adds what another field of the same stroke holds where both are.
  func join(_ other: any InkField)

  /// Turns what changed since the last call into coverage.
  ///
  /// - Parameter out: The coverage of the box, `stride` bytes a row; only what changed is written.
  /// - Returns: The bounds of the pixels that were written, in device pixels.
  func cover(_ out: UnsafeMutablePointer<UInt8>, stride: Int) -> PixelBox
}

extension InkField {
  /// Adds what the tip leaves along a line.
  ///
  /// - Parameter isBeginning: Whether the tool touched down at the first node.
  /// - Returns: How many segments were near the box.
  func add(_ nodes: UnsafeBufferPointer<LineNode>, isBeginning: Bool) -> Int {
    guard let first = nodes.first else { return 0 }
    let near = box.rect.outset(by: 1)
    var taken = 0
    if isBeginning { touchDown(first) }
    for i in 1..<max(nodes.count, 1) where nodes[i - 1].box(with: nodes[i]).intersects(near) {
      add(nodes[i - 1], nodes[i])
      taken += 1
    }
    return taken
  }
}

/// A medium that is no even ink, at the scale of a device: makes the fields of its strokes.
enum FieldMedium {
  case dry(GrainTransfer)
  case wash(WashTransfer)

  /// `nil` for even ink.
  ///
  /// - Parameter t: From device pixels to the space the stroke was drawn in; scales evenly.
  init?(_ medium: BrushMedium, elementFromDevice t: AffineTransform) {
    switch medium {
    case .ink: return nil
    case .dry(let texture): self = .dry(GrainTransfer(texture, elementFromDevice: t))
    case .wash(let wash): self = .wash(WashTransfer(wash, elementFromDevice: t))
    }
  }

  /// An empty field.
  func field(in box: PixelBox) -> any InkField {
    switch self {
    case .dry(let transfer): DepositField(box, transfer)
    case .wash(let transfer): WashField(box, transfer)
    }
  }

  /// Whether coverage never falls as a stroke goes on.
  var onlyGrows: Bool {
    switch self {
    case .dry: true
    // An edge vanishes where the stroke passes over it.
    case .wash: false
    }
  }
}
