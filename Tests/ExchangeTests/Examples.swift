import InkModel

@testable import Exchange

/// A file as Xournal++ 1.1 writes it, before packing.
enum XournalExample {
  static let text = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="Xournal++ 1.1.3" fileversion="4">
    <title>Xournal++ document - see https://github.com/xournalpp/xournalpp</title>
    <preview>iVBORw0KGgo=</preview>
    <page width="595.27559100" height="841.88976400">
    <background type="solid" color="#fff5c0ff" style="graph"/>
    <layer name="Sketch">
    <stroke tool="pen" ts="0ll" fn="" color="#3333ccff" width="2.26">100 100 200 100 200 150</stroke>
    <stroke tool="pen" ts="0ll" fn="" color="#000000ff" width="1.41 0.9 1.2 1.8">10 300 60 300 110 300 160 300</stroke>
    </layer>
    <layer>
    <stroke tool="highlighter" color="#ffff007f" width="8.5">50 400 250 400</stroke>
    <text font="Sans Bold Italic" size="12" x="72.5" y="500" color="#008000ff">one &lt; two
    three</text>
    <image left="300" top="20" right="340" bottom="50">iVBORw0KGgo=</image>
    </layer>
    </page>
    <page width="842" height="595">
    <background type="pdf" domain="attach" filename="bg.pdf" pageno="3"/>
    <layer/>
    </page>
    </xournal>
    """

  static func packed() throws -> [UInt8] {
    let packer = GzipPacker()
    try packer.write(text)
    return try packer.finish()
  }

  /// In a zip archive, unpacked, as PKWARE's APPNOTE has its fields.
  static var zipped: [UInt8] {
    let name = Array("content.xml".utf8)
    let data = Array(text.utf8)
    func two(_ n: Int) -> [UInt8] { [UInt8(n & 255), UInt8(n >> 8 & 255)] }
    func four(_ n: Int) -> [UInt8] { two(n & 0xFFFF) + two(n >> 16) }
    let common =
      two(0) + two(0) + two(0) + two(0) + four(0) + four(data.count) + four(data.count)
    let local = four(0x0403_4B50) + two(20) + common + two(name.count) + two(0) + name + data
    let central =
      four(0x0201_4B50) + two(20) + two(20) + common + two(name.count) + two(0) + two(0) + two(0)
      + two(0) + four(0) + four(0) + name
    return local + central + four(0x0605_4B50) + two(0) + two(0) + two(1) + two(1)
      + four(central.count) + four(local.count) + two(0)
  }
}

extension ExchangeItem {
  var stroke: Stroke? { if case .stroke(let stroke, _) = content { stroke } else { nil } }
}
