import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import SampleDocuments
import Testing

/// Layers of ink that was written into a PDF as annotations.
@Suite struct AnnotatedLayersTests {
  private func layers(in name: String, _ folder: TemporaryFolder) async throws -> (
    layers: [Layer], counts: [Int32: Int]
  ) {
    let store = try await DocumentStore.open(folder.path(name), mode: .readOnly)
    let contents = try await store.load()
    try await store.close()
    return (
      contents.settings.layers,
      Dictionary(contents.drawing.elements.map { ($0.layer, 1) }, uniquingKeysWith: +)
    )
  }

  private func groups(of name: String, _ folder: TemporaryFolder) throws -> [String] {
    try QpdfObjects(folder, name).all.filter { $0["/Type"] as? String == "/OCG" }
      .compactMap { ($0["/Name"] as? String)?.replacing("u:", with: "") }
  }

  @Test func `come back with their names, order, opacity and locks, and viewers can switch them`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try await folder.addLayers(to: "d.plumbago") {
      $0.isLocked = true
      $0.opacity = 0.5
    }
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0 && run.standardError.contains("hidden layers"), "\(run)")
    try folder.tool("qpdf", "--check", "out.pdf")
    #expect(try groups(of: "out.pdf", folder) == ["Layer 1", "Notizen ä"])
    let switched = try folder.annotations(of: "out.pdf").filter {
      $0["/Subtype"] as? String == "/Ink"
    }
    #expect(!switched.isEmpty && switched.allSatisfy { $0["/OC"] != nil })

    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let (before, after) = (
      try await layers(in: "d.plumbago", folder), try await layers(in: "e.plumbago", folder)
    )
    #expect(after.layers.map(\.name) == ["", "Notizen ä"])
    #expect(
      after.layers.map(\.opacity) == [1, 0.5] && after.layers.map(\.isLocked) == [false, true])
    for (old, new) in zip(before.layers, after.layers) {
      #expect(before.counts[old.id] == after.counts[new.id])
    }
    // And again: no layer is in it twice.
    try folder.plumbago("annotate", "e.plumbago", "again.pdf")
    #expect(try groups(of: "again.pdf", folder) == ["Layer 1", "Notizen ä"])
  }

  @Test func `stand beside those of the document, which stay`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      SampleDocument.text(
        content: "/OC /L BDC 0 0 1 rg 20 20 60 60 re f EMC",
        resources: "<< /Properties << /L 5 0 R >> >>",
        root: "/OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R] /OFF [5 0 R] >> >>",
        more: ["<< /Type /OCG /Name (Theirs) >>"]), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try await folder.addLayers(to: "d.plumbago")
    #expect(try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder).status == 0)
    #expect(try Set(groups(of: "out.pdf", folder)) == ["Theirs", "Layer 1", "Notizen ä"])
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    try folder.plumbago("annotate", "e.plumbago", "again.pdf")
    #expect(try groups(of: "again.pdf", folder).count == 3)
    let objects = try QpdfObjects(folder, "again.pdf")
    let shown = objects.all.compactMap { $0["/OCProperties"] as? [String: Any] }
      .compactMap { $0["/D"] as? [String: Any] }
    #expect((shown.first?["/OFF"] as? [Any])?.count == 1)
    #expect((shown.first?["/Order"] as? [Any])?.count == 3)
  }
}
