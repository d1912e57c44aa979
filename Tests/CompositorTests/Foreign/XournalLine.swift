import Foundation

/// A drawing of Xournal++ of one page, with a red line 10 points wide in its middle.
enum XournalLine {
  static let text = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="Xournal++ 1.1.3" fileversion="4">
    <page width="300" height="400">
    <background type="solid" color="#ffffffff" style="lined"/>
    <layer><stroke tool="pen" color="#ff0000ff" width="10">50 200 250 200</stroke></layer>
    </page>
    </xournal>
    """

  static var bytes: Data { Data(text.utf8) }

  static func write(to path: String) throws { try bytes.write(to: URL(filePath: path)) }
}
