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
    #expect(info.title == "Notes" && info.strokes == 1 && info.undo == 0)
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

  @Test(arguments: ["pdf", "xopp", "inkml", "svg", "txt"])
  func `a source that is missing, a pipe, a folder or a device gets its sentence at once`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("pipe.\(ending)"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.\(ending)"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("zero.\(ending)"), withDestinationPath: "/dev/zero")
    let before = folder.names
    for (name, sentence) in [
      ("none.\(ending)", "There is no file “none.\(ending)”."),
      ("pipe.\(ending)", "“pipe.\(ending)” is damaged, or nothing that Plumbago can open."),
      ("zero.\(ending)", "“zero.\(ending)” is damaged, or nothing that Plumbago can open."),
      ("folder.\(ending)", "“folder.\(ending)” is a folder."),
    ] {
      // Who waits for the pipe, or reads all of the device, ends with 124.
      let run = try Plumbago.shell(
        "exec timeout 60 \"$plumbago\" \"$@\"", ["convert", name, "q.plumbago"], in: folder)
      #expect(run.status == 1 && run.standardError.contains(sentence), "\(run)")
      #expect(!run.standardError.contains("written"), "\(run)")
      #expect(folder.names == before)
    }
  }

  @Test func `a file of text becomes a drawing with a text box, and what that can become`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Eggs\nand bread\n", to: "notes.txt")
    for output in ["a.plumbago", "a.pdf"] {
      let run = try Plumbago.run(["convert", "notes.txt", output], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    }
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.title == "notes" && info.texts == 1 && info.strokes == 0 && info.undo == 0)
    // As another program reads it.
    let said = try Command.run(["pdftotext", "a.pdf", "-"], in: folder.url)
    #expect(said.standardOutput.split(separator: "\n").prefix(2) == ["Eggs", "and bread"])
    // What a format has no room for is told.
    let ink = try Plumbago.run(["convert", "notes.txt", "a.inkml"], in: folder)
    #expect(ink.status == 0 && ink.standardError.contains("Text was left out."), "\(ink)")
    #expect(try folder.bytes("notes.txt") == Data("Eggs\nand bread\n".utf8))
  }

  @Test(
    arguments: [
      ([0x63, 0x61, 0x66, 0xE9], "“bad.txt” is no text in UTF-8."),
      ([0xFF, 0xFE, 0x41, 0x00], "“bad.txt” is no text in UTF-8."),
      ([0x20, 0x0A], "“bad.txt” has no text in it."),
      ([UInt8](repeating: 0x61, count: 1 << 20) + [0x61], "“bad.txt” has more than"),
    ] as [([UInt8], String)])
  func `a file of text that no box can hold gets its sentence, and nothing is made`(
    bytes: [UInt8], sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appending(path: "bad.txt"))
    let run = try Plumbago.run(["convert", "bad.txt", "b.plumbago"], in: folder)
    #expect(run.status == 1 && run.standardError.contains(sentence), "\(run)")
    #expect(folder.names == ["bad.txt"])
  }

  private static let shapes = """
    <svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 100 50">
    <path d="M10 25 H90" stroke="red" stroke-width="4"/>
    <path d="M10 5 L20 10" stroke="blue"/>
    </svg>
    """

  @Test func `the lines of an SVG picture become ink where that is wanted`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.shapes, to: "a.svg")
    for output in ["a.plumbago", "a.xopp", "a.pdf"] {
      let run = try Plumbago.run(["convert", "--ink", "a.svg", output], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    }
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.title == "a" && info.strokes == 2 && info.undo == 0)
    // 96 pixels to the inch.
    #expect(info.pages == Info.Pages(count: 1, width: 300, height: 150, labels: [nil]))
    // As Xournal++ reads it: a red line 12 points wide from 30 to 270.
    let xournal = try Command.run(["gzip", "-dc", "a.xopp"], in: folder.url)
    let stroke = try #require(
      xournal.standardOutput.split(separator: "\n").first { $0.contains("color=\"#ff0000ff\"") })
    let width = try #require(stroke.firstMatch(of: /width="([0-9.]+)/)?.1)
    #expect(abs((Double(width) ?? 0) - 12) < 0.2, "\(stroke)")
    let numbers = stroke[(stroke.firstIndex(of: ">") ?? stroke.endIndex)...]
      .matches(of: /-?[0-9.]+/).compactMap { Double($0.output) }
    #expect(numbers.count >= 4 && abs(numbers[0] - 30) < 0.1 && abs(numbers[1] - 75) < 0.1)
    #expect(abs(numbers[numbers.count - 2] - 270) < 0.1)
    // As another program shows it: as wide in the column through its middle.
    let shown = try Command.run(
      [
        "pdftoppm", "-r", "72", "-x", "150", "-y", "0", "-W", "1", "-H", "150", "a.pdf", "column",
      ], in: folder.url)
    #expect(shown.status == 0, "\(shown)")
    let name = try #require(folder.names.first { $0.hasSuffix(".ppm") })
    let pixels = try Array(folder.bytes(name).suffix(3 * 150))
    let red = (0..<150).filter { pixels[3 * $0] > 200 && pixels[3 * $0 + 1] < 80 }
    #expect((11...13).contains(red.count) && red.contains(75), "\(red)")
    // Otherwise it is a picture.
    let run = try Plumbago.run(["convert", "a.svg", "picture.plumbago"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(try Info(of: "picture.plumbago", in: folder).strokes == 0)
  }

  @Test func `what has no lines is told of in a sentence, and nothing is made`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.xournal, to: "a.xopp")
    try folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>"#, to: "empty.svg")
    let path = "<path stroke='red' d='M0 0h9v9'/>"
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>"
        + String(repeating: path, count: 51_000) + "</svg>", to: "many.svg")
    let before = folder.names
    for (file, sentence) in [
      ("a.xopp", "“a.xopp” has no lines that could become ink"),
      ("empty.svg", "“empty.svg” has no lines that could become ink"),
      ("many.svg", "The picture has too many lines to become ink."),
      ("none.svg", "none.svg"),
    ] {
      let run = try Plumbago.run(["convert", "--ink", file, "b.plumbago"], in: folder)
      #expect(run.status == 1 && run.standardError.contains(sentence), "\(run)")
    }
    #expect(folder.names == before)
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
