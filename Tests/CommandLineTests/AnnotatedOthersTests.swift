import Foundation
import InkModel
import RepositoryFiles
import SampleDocuments
import Testing

/// Ink that is saved into a document while the drawing has pages of another one, too.
@Suite struct `Annotations beside pages of another document` {
  @Test
  func `contents, fields and facts stay the document's, and the other's page looks as it did`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    // The same with other words: it has contents, a link and a field of its own.
    try folder.write(
      SamplePDF.text.replacing("(Page ", with: "(Leaf ").replacing("(Third)", with: "(Leafs)"),
      to: "other.pdf")
    let other = [UInt8](try folder.bytes("other.pdf"))
    try await folder.changePages(of: "d.plumbago", bringing: other) { pages, blob in
      pages + [
        Page(
          id: 11, order: .first, size: PageSize(width: 300, height: 400),
          background: .document(blob, page: 0))
      ]
    }
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0, "\(run)")
    try folder.tool("qpdf", "--check", "out.pdf")

    for arguments in [
      ["pdftotext", "-layout", "-l", "4", "FILE", "-"], ["pdfinfo", "-meta", "FILE"],
      ["qpdf", "--json", "--json-key=outlines", "FILE"],
    ] {
      let answers = try ["s.pdf", "out.pdf"].map { file in
        try folder.tool(arguments.map { $0 == "FILE" ? file : $0 })
          .replacing(/"[0-9]+ 0 R"|obj:[0-9]+|"object": .*/, with: "")
      }
      #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(arguments)")
    }
    // Its field is where it was, and has what was in it.
    let objects = try QpdfObjects(folder, "out.pdf")
    let form = try #require(objects.form)
    let field = try #require((form["/Fields"] as? [Any])?.first as? String)
    #expect(objects.dictionary(field)?["/V"] as? String == "u:Ada")
    #expect(objects.annotations(onPage: 0).contains { $0 as? String == field })
    // With what is in the field and with the square of another program.
    let theirs = try folder.picture(of: "other.pdf", page: 1)
    let ours = try folder.picture(of: "out.pdf", page: 5)
    #expect(ours.isNear(theirs))
    let told = try folder.tool("pdftotext", "-f", "5", "-l", "5", "out.pdf", "-")
    #expect(told.contains("Leaf One"))
  }

  @Test
  func `fields of both are in the form once, under names of their own, with what is in them`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.write(SamplePDF.text.replacing("(Ada)", with: "(Eve)"), to: "other.pdf")
    try await folder.annotate(bringing: [0], of: "other.pdf")
    let found = try folder.formFields(of: "out.pdf")
    #expect(found == ["name on page 1: u:Ada", "name-2 on page 5: u:Eve"])
    let objects = try QpdfObjects(folder, "out.pdf")
    let form = try #require(objects.form)
    let listed = try #require(form["/Fields"] as? [String])
    try #require(listed.count == 2 && listed[0] != listed[1])
    for (field, page) in zip(listed, [0, 4]) {
      #expect(objects.annotations(onPage: page).contains { $0 as? String == field }, "\(page)")
    }
    // Neither form asks viewers to draw anew what is in its fields.
    #expect(form["/NeedAppearances"] as? Bool != true)
  }

  @Test
  func `of a form there comes what the pages show of it, its fonts under names of their own`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(FormPDF.own, to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.write(FormPDF.other, to: "other.pdf")
    try await folder.annotate(bringing: [1], of: "other.pdf")
    let found = try folder.formFields(of: "out.pdf")
    #expect(
      found == [
        "name on page 1: u:Ada", "name-2.last on page 2: u:Doe", "town on page 2: u:Ulm",
        "seal on page 2: ",
      ])
    let objects = try QpdfObjects(folder, "out.pdf")
    let form = try #require(objects.form)
    let listed = try #require(form["/Fields"] as? [String])
    let fields = listed.compactMap { objects.dictionary($0) }
    #expect(
      fields.map { $0["/T"] as? String } == ["u:name", "u:name-2", "u:town", "u:seal"],
      "\(fields)")
    // Two forms had fonts of one name; one font both had.
    let resources = try #require(form["/DR"].flatMap { objects.dictionary($0) })
    let fonts = try #require(resources["/Font"].flatMap { objects.dictionary($0) })
    #expect(
      fonts.compactMapValues { objects.dictionary($0)?["/BaseFont"] as? String } == [
        "/Helv": "/Times-Roman", "/Cour": "/Courier", "/Helv-2": "/Helvetica",
      ])
    #expect(form["/DA"] as? String == "u:/Helv 9 Tf 0 g")
    #expect(
      fields.prefix(3).map { $0["/DA"] as? String } == [
        nil, "u:/Helv-2 12 Tf 0 g", "u:/Cour 10 Tf 0 g",
      ])
    #expect(form["/NeedAppearances"] as? Bool == true)
    // What was filled in on the page that did not come, and the signature of a document that this is not.
    let values = objects.numbered.compactMap { $0["value"] as? [String: Any] }
    #expect(values.contains { $0["/V"] as? String == "u:Doe" })
    #expect(!values.contains { $0["/V"] as? String == "u:Eve" || $0["/ByteRange"] != nil })
  }

  @Test
  func `a document without a form gets one, and a page that is there twice has its field once`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(SampleDocument.text(content: FormPDF.square), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.write(SamplePDF.text, to: "other.pdf")
    try await folder.annotate(bringing: [0, 0], of: "other.pdf")
    let objects = try QpdfObjects(folder, "out.pdf")
    let form = try #require(objects.form)
    let listed = try #require(form["/Fields"] as? [String])
    try #require(listed.count == 1)
    #expect(objects.dictionary(listed[0])?["/T"] as? String == "u:name")
    #expect(objects.dictionary(listed[0])?["/V"] as? String == "u:Ada")
    #expect(form["/NeedAppearances"] as? Bool == nil)
    let found = try folder.formFields(of: "out.pdf")
    #expect(found == ["name on page 2: u:Ada", "name on page 3: u:Ada"])
    try expectParts(of: listed[0], onPages: [1, 2], in: objects)
    // With what is in the field.
    let theirs = try folder.picture(of: "other.pdf", page: 1)
    for page in [2, 3] {
      let ours = try folder.picture(of: "out.pdf", page: page)
      #expect(ours.isNear(theirs), "\(page)")
    }
  }

  /// A field is none of the annotations itself: it has one kid on each of these pages, and no other.
  private func expectParts(
    of field: String, onPages pages: [Int], in objects: QpdfObjects
  ) throws {
    let parts = try #require(objects.dictionary(field)?["/Kids"] as? [String])
    try #require(parts.count == pages.count && Set(parts).count == parts.count)
    #expect(objects.dictionary(field)?["/Subtype"] == nil)
    for (part, page) in zip(parts, pages) {
      let widget = try #require(objects.dictionary(part))
      #expect(widget["/Parent"] as? String == field && widget["/T"] == nil, "\(widget)")
      #expect(widget["/Subtype"] as? String == "/Widget" && widget["/AP"] != nil, "\(widget)")
      #expect(widget["/P"] as? String == objects.pages[page])
    }
    for page in objects.pages.indices {
      let shown = objects.annotations(onPage: page).compactMap { $0 as? String }
      let own = zip(parts, pages).filter { $0.1 == page }.map(\.0)
      #expect(shown.filter(parts.contains) == own && !shown.contains(field), "\(page)")
    }
  }

  @Test
  func `a page of the document's own that is there twice shows its field's value twice`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try await folder.changePages(of: "d.plumbago") { pages in
      pages + [
        Page(id: 11, order: .first, size: pages[0].size, background: pages[0].background)
      ]
    }
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    let found = try folder.formFields(of: "out.pdf")
    #expect(found == ["name on page 1: u:Ada", "name on page 5: u:Ada"])
    let objects = try QpdfObjects(folder, "out.pdf")
    let listed = try #require(objects.form?["/Fields"] as? [String])
    try #require(listed.count == 1)
    try expectParts(of: listed[0], onPages: [0, 4], in: objects)
    // The link and the square of the page are there as well.
    let kinds = objects.annotations(onPage: 4).compactMap {
      objects.dictionary($0)?["/Subtype"] as? String
    }
    #expect(kinds == ["/Link", "/Square", "/Widget"])
  }

  @Test
  func `parts of fields are on both copies of a page, and a signature is on one`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(FormPDF.own, to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.write(FormPDF.other, to: "other.pdf")
    try await folder.annotate(bringing: [1, 1], of: "other.pdf")
    let found = try folder.formFields(of: "out.pdf")
    #expect(
      found == [
        "name on page 1: u:Ada", "name-2.last on page 2: u:Doe", "town on page 2: u:Ulm",
        "seal on page 2: ", "name-2.last on page 3: u:Doe", "town on page 3: u:Ulm",
      ])
    let objects = try QpdfObjects(folder, "out.pdf")
    let form = try #require(objects.form)
    // The own form's first; the field of the page that did not come is not among them.
    let reckoned = try #require(form["/CO"] as? [String]).compactMap {
      objects.dictionary($0)?["/T"] as? String
    }
    #expect(reckoned == ["u:name", "u:town", "u:last"])
    // What happens to a field is its own, what happens to its widget is that of both.
    let town = try #require((form["/Fields"] as? [String])?.dropFirst(2).first)
    let actions = try #require(objects.dictionary(town)?["/AA"] as? [String: Any])
    #expect(Set(actions.keys) == ["/C"])
    let parts = try #require(objects.dictionary(town)?["/Kids"] as? [String])
    try #require(parts.count == 2)
    for part in parts {
      let actions = try #require(objects.dictionary(part)?["/AA"] as? [String: Any])
      #expect(Set(actions.keys) == ["/E"])
    }
  }
}

/// Documents with forms that say for all their fields how they are written.
private enum FormPDF {
  static let square = "0 0 1 rg 20 20 60 60 re f"

  /// One page with one field.
  static let own = SampleDocument.text(
    content: square, page: "/Annots [5 0 R]",
    root: "/AcroForm << /Fields [5 0 R] /CO [5 0 R] /DA (/Helv 9 Tf 0 g)"
      + " /DR << /Font << /Helv 6 0 R /Cour 7 0 R >> >> >>",
    more: [field("/FT /Tx /T (name) /V (Ada)"), font("Times-Roman"), font("Courier")])

  /// Two pages: a field of the same name has a part on each; on the second are another field and a signature, too.
  static let other = SampleDocument.text(objects: [
    "<< /Type /Catalog /Pages 2 0 R /AcroForm 12 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 400] >>",
    "<< /Type /Page /Parent 2 0 R /Resources << >> /Annots [6 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /Resources << >> /Annots [7 0 R 8 0 R 9 0 R] >>",
    "<< /FT /Tx /T (name) /Kids [6 0 R 7 0 R] >>",
    field("/Parent 5 0 R /T (first) /V (Eve)"), field("/Parent 5 0 R /T (last) /V (Doe)"),
    field(
      "/FT /Tx /T (town) /V (Ulm) /DA (/Cour 10 Tf 0 g)"
        + " /AA << /C << /S /JavaScript /JS (1) >> /E << /S /Hide /T (name) >> >>"),
    field("/FT /Sig /T (seal) /V 10 0 R"),
    "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>",
    font("Helvetica"),
    "<< /Fields [5 0 R 8 0 R 9 0 R] /CO [8 0 R 6 0 R 7 0 R] /NeedAppearances true /SigFlags 1"
      + " /DA (/Helv 12 Tf 0 g)"
      + " /DR << /Font << /Helv 11 0 R /Cour 13 0 R >> >> >>",
    font("Courier"),
  ])

  private static func field(_ entries: String) -> String {
    "<< /Type /Annot /Subtype /Widget /F 4 /Rect [20 20 180 40] \(entries) >>"
  }

  private static func font(_ name: String) -> String {
    "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) >>"
  }
}

extension QpdfObjects {
  /// The form of the document.
  fileprivate var form: [String: Any]? {
    let values = numbered.compactMap { $0["value"] as? [String: Any] }
    guard let catalog = values.first(where: { $0["/Type"] as? String == "/Catalog" }),
      let form = catalog["/AcroForm"]
    else { return nil }
    return dictionary(form)
  }
}

extension TemporaryFolder {
  /// Adds pages of a document, counted from 0, to `d.plumbago`, and makes `out.pdf` of it.
  func annotate(bringing numbers: [Int], of name: String) async throws {
    let other = [UInt8](try bytes(name))
    try await changePages(of: "d.plumbago", bringing: other) { pages, blob in
      pages
        + numbers.enumerated().map { i, number in
          Page(
            id: Int32(11 + i), order: .first, size: PageSize(width: 300, height: 400),
            background: .document(blob, page: number))
        }
    }
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: self)
    #expect(run.status == 0, "\(run)")
    try tool("qpdf", "--check", "out.pdf")
  }

  /// What qpdf finds in the form and on the pages, which it warns of where it is not in both.
  fileprivate func formFields(of name: String) throws -> [String] {
    let text = try tool("qpdf", "--json", "--json-key=acroform", name)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let form = try #require((parsed as? [String: Any])?["acroform"] as? [String: Any])
    let fields = try #require(form["fields"] as? [[String: Any]])
    return fields.map { field in
      let page = field["pageposfrom1"] as? Int ?? 0
      return
        "\(field["fullname"] as? String ?? "") on page \(page): \(field["value"] as? String ?? "")"
    }
  }
}
