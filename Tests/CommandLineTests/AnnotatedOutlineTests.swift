import Foundation
import InkModel
import RepositoryFiles
import SampleDocuments
import Testing

/// Contents of another document whose pages are in the drawing, in the document that ink is saved into.
@Suite struct `Outlines of pages of another document` {
  @Test
  func `entries that lead to pages that came follow the document's own, below the other's title`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.write(
      SamplePDF.text.replacing("(Third)", with: "(Leafs)").replacing("(Sample)", with: "(Leaves)"),
      to: "other.pdf")
    try await folder.annotate(bringing: [1, 2], of: "other.pdf")
    let whole = try folder.outline(of: "out.pdf")
    #expect(whole == ["Third on page 3", "Leaves", "> Leafs on page 6"])
    // A page of it that no entry leads to brings none.
    try folder.plumbago("convert", "s.pdf", "second.plumbago")
    try await folder.changePages(
      of: "second.plumbago", bringing: [UInt8](try folder.bytes("other.pdf"))
    ) { pages, blob in
      pages + [
        Page(
          id: 11, order: .first, size: PageSize(width: 300, height: 400),
          background: .document(blob, page: 0))
      ]
    }
    try folder.plumbago("export", "second.plumbago", "flat.pdf")
    let part = try folder.outline(of: "flat.pdf")
    #expect(part == ["Third on page 3"])
  }

  @Test
  func `names of positions are followed, and what leads to other pages or away stays behind`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(SampleDocument.text(content: "0 0 1 rg 20 20 60 60 re f"), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.write(Self.named, to: "other.pdf")
    try await folder.annotate(bringing: [1, 2, 1], of: "other.pdf")
    // It has no title. “One” is on a page that did not come; “Two” is reached where it is first.
    let outline = try folder.outline(of: "out.pdf")
    #expect(outline == ["One", "> Two on page 2", "Three on page 3"])
    let objects = try QpdfObjects(folder, "out.pdf")
    let entries = objects.numbered.compactMap { $0["value"] as? [String: Any] }
    let two = try #require(entries.first(where: { $0["/Title"] as? String == "u:Two" }))
    let positionOfTwo = try #require(two["/Dest"] as? [Any])
    #expect(positionOfTwo.first as? String == objects.pages[1])
    #expect(positionOfTwo.dropFirst().map { "\($0)" } == ["/FitH", "120"])
    let three = try #require(entries.first(where: { $0["/Title"] as? String == "u:Three" }))
    let positionOfThree = try #require(three["/Dest"] as? [Any])
    #expect(positionOfThree.first as? String == objects.pages[2])
    #expect(positionOfThree.dropFirst().prefix(3).map { "\($0)" } == ["/XYZ", "10", "20"])
    #expect(three["/F"] as? Int == 2)
    #expect((three["/C"] as? [Any] ?? []).map { "\($0)" } == ["1", "0", "0"])
  }

  @Test func `an outline without end comes once, and the document is whole`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleDocument.text(content: "0 0 1 rg 20 20 60 60 re f"), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    // “Three” is followed by “One”, and “Two” has the entry that it lies in below it.
    try folder.write(
      Self.named.replacing("/Prev 7 0 R /Next 9 0 R", with: "/Prev 7 0 R /Next 7 0 R")
        .replacing("/Parent 7 0 R /A ", with: "/First 7 0 R  /A "), to: "other.pdf")
    try await folder.annotate(bringing: [0, 1, 2], of: "other.pdf")
    let outline = try folder.outline(of: "out.pdf")
    #expect(outline == ["One on page 2", "> Two on page 3", "Three on page 4"])
  }

  /// Three pages; the outline names positions on two of them, and leads to the web.
  private static let named = SampleDocument.text(objects: [
    "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /Dests << /three [5 0 R /XYZ 10 20 null] >>"
      + " /Names << /Dests << /Names [(two) << /D [4 0 R /FitH 120] >>] >> >> >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 300 400] >>",
    "<< /Type /Page /Parent 2 0 R /Resources << >> >>",
    "<< /Type /Page /Parent 2 0 R /Resources << >> >>",
    "<< /Type /Page /Parent 2 0 R /Resources << >> >>",
    "<< /Type /Outlines /First 7 0 R /Last 9 0 R /Count 4 >>",
    "<< /Title (One) /Parent 6 0 R /Next 8 0 R /First 10 0 R /Last 10 0 R /Count 1"
      + " /Dest [3 0 R /Fit] >>",
    "<< /Title (Three) /Parent 6 0 R /Prev 7 0 R /Next 9 0 R /Dest /three /C [1 0 0] /F 2 >>",
    "<< /Title (Web) /Parent 6 0 R /Prev 8 0 R /A << /S /URI /URI (https://example.org/) >> >>",
    "<< /Title (Two) /Parent 7 0 R /A << /S /GoTo /D (two) >> >>",
  ])
}

extension TemporaryFolder {
  /// The outline as qpdf tells it: each entry, those below it after it, with the page that it leads to.
  fileprivate func outline(of name: String) throws -> [String] {
    let text = try tool("qpdf", "--json", "--json-key=outlines", name)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let entries = try #require((parsed as? [String: Any])?["outlines"] as? [[String: Any]])
    func lines(_ entries: [[String: Any]], _ indent: String) -> [String] {
      entries.flatMap { entry -> [String] in
        let page = (entry["destpageposfrom1"] as? Int).map { " on page \($0)" } ?? ""
        return [indent + (entry["title"] as? String ?? "") + page]
          + lines(entry["kids"] as? [[String: Any]] ?? [], indent + "> ")
      }
    }
    return lines(entries, "")
  }
}
