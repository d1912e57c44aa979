import InkModel

/// Rows of `layer`: a version of a layer each.
struct LayerRow: VersionedRow {
  var row: Int64
  var value: Layer
  var born: Int64
  var died: Int64?

  static let table = "layer"
  static let letter = RowSeal.Table.layer
  static let valueColumns = ["layer", "order_key", "name", "hidden", "locked", "opacity"]
  static let titleColumn = "name"

  static func identity(of layer: Layer) -> Int32 { layer.id }

  static func title(of layer: Layer) -> String { layer.name }

  static func columns(of layer: Layer) -> [RecordValue] {
    [
      .int(Int64(layer.id)), .text(Array(layer.order.text.utf8)), .text(Array(layer.name.utf8)),
      .int(layer.isHidden ? 1 : 0), .int(layer.isLocked ? 1 : 0), .real(layer.opacity),
    ]
  }

  static func value(from v: [RecordValue]) -> Layer? {
    guard v.count == valueColumns.count, let id = v[0].int.flatMap({ Int32(exactly: $0) }),
      id >= 0, let order = v[1].text.flatMap({ OrderKey($0) }), let name = v[2].text,
      let hidden = v[3].int, let locked = v[4].int, let opacity = v[5].real,
      (0...1).contains(hidden), (0...1).contains(locked), (0...1).contains(opacity)
    else { return nil }
    return Layer(
      id: id, order: order, name: name, isHidden: hidden == 1, isLocked: locked == 1,
      opacity: opacity)
  }
}
