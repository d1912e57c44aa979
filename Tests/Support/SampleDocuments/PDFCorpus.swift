/// Documents that are unusual, broken or malicious, the same each time.
public enum PDFCorpus {
  public struct Document: Sendable {
    public var name: String
    public var bytes: [UInt8]
  }

  public static let all: [Document] =
    (pages + contents + structures + files).map {
      Document(name: $0.0, bytes: Array($0.1.utf8))
    } + mutated

  private typealias Named = (String, String)
  private static let square = "0 0 1 rg 20 20 60 60 re f"
  private static func one(
    _ name: String, content: String = square, resources: String = "<< >>",
    box: String = "[0 0 200 200]", page: String = "", root: String = "", more: [String] = []
  ) -> Named {
    (
      name,
      SampleDocument.text(
        content: content, resources: resources, box: box, page: page, root: root, more: more)
    )
  }

  // MARK: Pages

  private static let pages: [Named] = [
    one("turned by 90", page: "/Rotate 90"), one("turned by -90", page: "/Rotate -90"),
    one("turned by 450", page: "/Rotate 450"), one("turned by 45", page: "/Rotate 45"),
    one("turned by a name", page: "/Rotate /Left"),
    one("cut", page: "/CropBox [20 30 150 120]"),
    one("cut beside the page", page: "/CropBox [900 900 950 950]"),
    one("cut to nothing", page: "/CropBox [50 50 50 50]"),
    one("a box with its corners swapped", box: "[200 200 0 0]"),
    one("a box far below 0", box: "[-5000 -9000 -4800 -8800]"),
    one("a box of a thousand kilometres", box: "[0 0 1e12 1e12]"),
    one("a box of nothing", box: "[0 0 0 0]"), one("a box of words", box: "[a b c nan]"),
    one("a unit of its own", page: "/UserUnit 3.5"), one("a unit below 0", page: "/UserUnit -1"),
    one("annotations that are none", page: "/Annots [null 7 (text) << >> 99 0 R]"),
    one("annotations that are a number", page: "/Annots 5"),
    one(
      "an annotation that explains itself", page: "/Annots [5 0 R]",
      more: ["<< /Type /Annot /Subtype /Ink /Rect [1 1 9 9] /Popup 5 0 R /Parent 5 0 R >>"]),
    one(
      "ink of ours without data",
      page:
        "/Annots [<< /Type /Annot /Subtype /Ink /Rect [0 0 9 9] /PlumbagoInk << /Version 1 /Rect [0 0 9 9] /Points 0 /Matrix [1 0 0 1 0 0] >> >>]"
    ),
    one(
      "ink of ours that is nonsense", page: "/Annots [5 0 R]",
      more: [
        "<< /Type /Annot /Subtype /Ink /Rect [0 0 9 9] /InkList [[1 1 2 2]] /PlumbagoInk << /Version 1 /Rect [0 0 9 9] /Points 2 /Matrix [0 0 0 0 0 0] /Data 6 0 R >> >>",
        SampleDocument.stream("PLUMBAGO nonsense"),
      ]),
  ]

  // MARK: Contents

  private static let contents: [Named] = [
    one("restores what it never saved", content: "Q Q Q \(square)"),
    one("saves without end", content: String(repeating: "q ", count: 200_000)),
    one("text that never ends", content: "BT (never"),
    one("a picture that never ends", content: "BI /W 9 /H 9 ID abc"),
    one("operators that are none", content: "foo bar 1 2 3 baz << >> [ ] \(square)"),
    one("numbers out of all bounds", content: "1e308 -1e308 99999999999999 1 re f \(square)"),
    one(
      "a picture that paints itself", content: "/F Do",
      resources: "<< /XObject << /F 5 0 R >> >>",
      more: [
        SampleDocument.stream(
          "/F Do",
          "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /F 5 0 R >> >>"
        )
      ]),
    one(
      "a picture of 100,000 by 100,000 pixels", content: "200 0 0 200 0 0 cm /I Do",
      resources: "<< /XObject << /I 5 0 R >> >>",
      more: [
        SampleDocument.stream(
          "abcd",
          "/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
        )
      ]),
    one(
      "a mask that masks itself", content: "/G gs \(square)",
      resources: "<< /ExtGState << /G 5 0 R >> >>",
      more: [
        "<< /SMask << /S /Alpha /G 6 0 R >> >>",
        SampleDocument.stream(
          "/G gs 0 0 9 9 re f",
          "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >> /Resources << /ExtGState << /G 5 0 R >> >>"
        ),
      ]),
    one(
      "a pattern of itself", content: "/Pattern cs /P scn 0 0 200 200 re f",
      resources: "<< /Pattern << /P 5 0 R >> >>",
      more: [
        SampleDocument.stream(
          "/Pattern cs /P scn 0 0 9 9 re f",
          "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.001 /YStep 0.001 /Resources << /Pattern << /P 5 0 R >> >>"
        )
      ]),
    one(
      "a letter that writes itself", content: "BT /F 20 Tf 20 20 Td (a) Tj ET",
      resources: "<< /Font << /F 5 0 R >> >>",
      more: [
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0 0 0 0 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F 5 0 R >> >> >>",
        SampleDocument.stream("1 0 d0 BT /F 1 Tf (a) Tj ET"),
      ]),
    one("a font that is not there", content: "BT /F9 20 Tf (a) Tj ET \(square)"),
    (
      "packed nonsense",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>",
        SampleDocument.stream("no such packing", "/Filter /FlateDecode"),
      ])
    ),
    (
      "packed a hundred times",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>",
        SampleDocument.stream(
          "abc", "/Filter [\(String(repeating: "/ASCIIHexDecode ", count: 100))]"),
      ])
    ),
    (
      "contents in parts, some of which are none",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents [4 0 R null 9 0 R 4 0 R] >>",
        SampleDocument.stream("q \(square)"),
      ])
    ),
    (
      "no contents",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
      ])
    ),
    (
      "a length that refers to its own stream",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] /Contents 4 0 R >>",
        "<< /Length 4 0 R >>\nstream\nq Q\nendstream",
      ])
    ),
  ]

  // MARK: Structures

  private static let structures: [Named] = [
    one("layers that are none", root: "/OCProperties [1 2 3]"),
    one("layers without a state", root: "/OCProperties << /OCGs 7 /D (off) >>"),
    one("a form of itself", root: "/AcroForm 5 0 R", more: ["<< /Fields [5 0 R] /Kids [5 0 R] >>"]),
    one("a signature", root: "/AcroForm << /SigFlags 3 /Fields [] >>"),
    one(
      "actions when it is opened",
      root:
        "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) /Next << /S /Launch /F (/bin/true) >> >>"
    ),
    one("names of itself", root: "/Names << /Dests 5 0 R >>", more: ["<< /Kids [5 0 R] >>"]),
    one("an outline that is a number", root: "/Outlines 4"),
    (
      "an outline without end",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>",
        "<< /Type /Outlines /First 5 0 R /Last 5 0 R >>",
        "<< /Title (again) /Next 5 0 R /First 5 0 R >>",
      ])
    ),
    (
      "pages that are their own child",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>",
      ])
    ),
    (
      "pages that are none",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [null 5 (page) 3 0 R 77 0 R] /Count 5 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
      ])
    ),
    (
      "more pages promised than there are",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 900 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
      ])
    ),
    (
      "fewer than no pages",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count -3 >>",
      ])
    ),
    (
      "one page two hundred times",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [\(String(repeating: "3 0 R ", count: 200))] /Count 200 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] >>",
      ])
    ),
    (
      "pages forty levels deep",
      SampleDocument.text(
        objects: ["<< /Type /Catalog /Pages 2 0 R >>"]
          + (2..<42).map {
            "<< /Type /Pages /Kids [\($0 + 1) 0 R] /Count 1 /Rotate 90 /MediaBox [0 0 200 300] >>"
          } + ["<< /Type /Page /Parent 41 0 R >>"])
    ),
    (
      "no pages",
      SampleDocument.text(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>",
      ])
    ),
    (
      "ten thousand pages",
      SampleDocument.text(
        objects: [
          "<< /Type /Catalog /Pages 2 0 R >>",
          "<< /Type /Pages /Kids [\((3..<10_003).map { "\($0) 0 R" }.joined(separator: " "))] /Count 10000 >>",
        ] + (0..<10_000).map { _ in "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>" })
    ),
    ("no catalogue", SampleDocument.text(objects: ["null"])),
    ("a catalogue without pages", SampleDocument.text(objects: ["<< /Type /Catalog >>"])),
  ]

  // MARK: Files

  private static let files: [Named] = {
    let good = SampleDocument.text(content: square)
    return [
      ("nothing but the first line", "%PDF-1.7\n"),
      ("no table of objects", good.replacing("xref", with: "xerf")),
      ("a table that is elsewhere", good.replacing("startxref\n", with: "startxref\n9")),
      ("no trailer", good.replacing("trailer", with: "reliart")),
      ("no end", good.replacing("%%EOF", with: "")),
      ("rubbish before it", String(repeating: "rubbish ", count: 20) + good),
      ("rubbish after it", good + String(repeating: "rubbish\n", count: 2000)),
      ("lines that end as elsewhere", good.replacing("\n", with: "\r\n")),
      ("objects that never end", good.replacing("endobj", with: "")),
      (
        "a protection that nobody knows",
        SampleDocument.text(
          objects: [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
            "<< /Filter /Nobody /V 99 /R 99 /O (o) /U (u) /P -1 >>",
          ], trailer: "/Encrypt 4 0 R /ID [(a) (b)]")
      ),
    ]
  }()

  // MARK: Mutations

  /// A good document with bytes changed, cut off, left out or doubled.
  private static let mutated: [Document] = (0..<40).map { seed in
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(max(limit, 1)))
    }
    var bytes = Array(
      SampleDocument.text(
        content: "BT /F 20 Tf 20 100 Td (Words on a page) Tj ET \(square)",
        resources: "<< /Font << /F 5 0 R >> >>", page: "/Annots [6 0 R] /Rotate 90",
        root: "/Outlines 7 0 R",
        more: [
          "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
          "<< /Type /Annot /Subtype /Link /Rect [20 100 90 120] /Dest [3 0 R /Fit] >>",
          "<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 1 >>",
          "<< /Title (First) /Parent 7 0 R /Dest [3 0 R /Fit] >>",
        ]
      ).utf8)
    switch seed % 4 {
    case 0:
      for _ in 0...seed { bytes[9 + next(bytes.count - 9)] = UInt8(next(256)) }
    case 1: bytes.removeLast(next(bytes.count - 20))
    case 2:
      let at = 9 + next(bytes.count - 200)
      bytes.removeSubrange(at..<at + 1 + seed)
    default:
      let at = next(bytes.count - 100)
      bytes.insert(contentsOf: bytes[at..<at + 100], at: 9 + next(bytes.count - 9))
    }
    return Document(name: "mutation \(seed)", bytes: bytes)
  }
}
