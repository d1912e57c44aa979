import Foundation
import InkModel
import InkTestSupport
import RepositoryFiles
import Testing

@Suite struct ConvertTests {
  private static let xournal = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="Xournal++ 1.1.3" fileversion="4">
    <title>Notes</title>
    <page width="300" height="400">
    <background type="solid" color="#ffffffff" style="lined"/>
    <layer name="One"><stroke tool="pen" color="#ff0000ff" width="10">50 200 250 200</stroke></layer>
    <layer/>
    </page>
    </xournal>
    """

  @Test func `what Xournal++ drew becomes a drawing, with pages, layers and paper`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.xournal, to: "notes.xopp")
    let run = try Plumbago.run(["convert", "notes.xopp", "notes.plumbago"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    let info = try Info(of: "notes.plumbago", in: folder)
    #expect(info.title == "Notes" && info.strokes == 1 && info.undo == 1)
    #expect(info.pages == Info.Pages(count: 1, width: 300, height: 400, labels: [nil]))
    #expect(info.layers.map(\.name) == ["One", ""])
    // A line 10 points wide, in red, on the page: as another program shows it.
    let picture = try Plumbago.run(["convert", "notes.plumbago", "notes.pdf"], in: folder)
    #expect(picture.status == 0, "\(picture)")
    let shown = try Command.run(
      [
        "pdftoppm", "-r", "72", "-x", "150", "-y", "0", "-W", "1", "-H", "400", "notes.pdf",
        "column",
      ],
      in: folder.url)
    #expect(shown.status == 0, "\(shown)")
    let name = try #require(folder.names.first { $0.hasSuffix(".ppm") })
    // Behind the head there are three bytes a pixel.
    let pixels = try Array(folder.bytes(name).suffix(3 * 400))
    let red = (0..<400).filter { pixels[3 * $0] > 200 && pixels[3 * $0 + 1] < 80 }
    #expect((9...11).contains(red.count) && red.contains(200))
  }

  @Test func `there and back again a drawing shows the same`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.xournal, to: "a.xopp")
    for (from, to) in [
      ("a.xopp", "b.plumbago"), ("b.plumbago", "c.xopp"), ("c.xopp", "d.inkml"),
      ("d.inkml", "e.plumbago"),
      ("c.xopp", "c.png"), ("b.plumbago", "b.png"),
    ] {
      let run = try Plumbago.run(["convert", from, to], in: folder)
      #expect(run.status == 0, "\(run)")
    }
    #expect(try folder.bytes("b.png") == folder.bytes("c.png"))
    let info = try Info(of: "e.plumbago", in: folder)
    #expect(
      info.strokes == 1
        && info.pages == Info.Pages(count: 1, width: 300, height: 400, labels: [nil]))
    // Packed, as Xournal++ wants it.
    #expect(try folder.bytes("c.xopp").starts(with: [0x1F, 0x8B]))
  }

  @Test(arguments: [
    ("<html/>", "“a.xopp” is no drawing of a program that Plumbago knows."),
    (
      "<!DOCTYPE xournal [<!ENTITY a \"b\">]><xournal/>",
      "“a.xopp” was not made by a drawing program and is not opened."
    ),
    ("<xournal><page width=\"1\" height=\"1\">", "“a.xopp” is damaged or incomplete: "),
  ])
  func `a file that is wrong gets its sentence, and nothing is made`(text: String, sentence: String)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.xopp")
    let run = try Plumbago.run(["convert", "a.xopp", "b.plumbago"], in: folder)
    #expect(run.status == 1 && run.standardError.contains(sentence), "\(run)")
    #expect(folder.names == ["a.xopp"])
  }

  @Test func `a drawing that is there is not replaced, and a picture is never written over one`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.xournal, to: "a.xopp")
    try await folder.drawing("old.plumbago")
    let before = try folder.bytes("old.plumbago")
    let run = try Plumbago.run(["convert", "a.xopp", "old.plumbago"], in: folder)
    #expect(run.status == 1 && run.standardError.contains("There is a file “old.plumbago” already"))
    #expect(try folder.bytes("old.plumbago") == before)
    let usage = try Plumbago.run(["convert", "a.xopp", "b.doc"], in: folder)
    #expect(usage.status == 2 && usage.standardError.contains("“b.doc” should end in"))
  }
}
