import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import SampleDocuments
import Testing

/// PDF documents that are unusual, broken or malicious, through all that the app does with one.
@Suite struct PDFCorpusTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the app in a session of its own, in which no reader may be left; returns how it ended.
  ///
  /// One that has ended may wait for init to take its status: that is none.
  private func run(_ name: String, _ arguments: String...) throws -> Command {
    let run = try Plumbago.shell(
      """
      exec setsid -w sh -c '"$plumbago" "$@"; status=$?
      for i in 1 2 3 4 5 6 7 8; do
        pgrep -s 0 -x -r D,R,S,T plumbago-reader > /dev/null || exit $status
        sleep 0.25
      done
      exit 99' sh "$@"
      """, arguments, in: folder)
    #expect(run.status == 0 || run.status == 1, "\(name): \(run)")
    if run.status == 1 {
      #expect(run.standardError.hasPrefix("plumbago: "), "\(name): \(run)")
      #expect(run.standardError.split(separator: "\n").count <= 3, "\(name): \(run)")
    }
    return run
  }

  /// What is said of those that are whole and still refused.
  private static let sentences = [
    "no pages": "plumbago: “x.pdf” has no pages.",
    "ten thousand pages": "plumbago: “x.pdf” is too large to be shown.",
  ]

  /// Draws a word on the first page.
  private func draw() async throws {
    let store = try await DocumentStore.open(folder.path("d.plumbago"))
    let contents = try await store.load()
    let path = SyntheticInk.word(
      at: Point(10, 10), width: 60, height: 20, loops: 3, samples: 60)
    let element = SyntheticInk.element(1, path)
    let edit = DrawingEdit(
      label: .draw,
      inserted: [
        contents.settings.placed(
          Element(
            id: element.id, page: contents.settings.layout.pages[0].id, order: element.order,
            pageFromElement: .identity, kind: element.kind))
      ], contents: [StrokeContent(from: element.stroke).roundedForFile])
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  @Test func `each is opened, drawn on, annotated and exported, or refused with a sentence`()
    async throws
  {
    #expect(PDFCorpus.all.count >= 60)
    var (opened, annotated, exported) = (0, 0, 0)
    var told: [String: String] = [:]
    for document in PDFCorpus.all {
      try Data(document.bytes).write(to: folder.url.appending(path: "x.pdf"))
      for name in folder.names where name != "x.pdf" {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      let conversion = try run(document.name, "convert", "x.pdf", "d.plumbago")
      guard conversion.status == 0 else {
        if Self.sentences[document.name] != nil {
          told[document.name] = conversion.standardError.trimmingCharacters(in: .newlines)
        }
        #expect(folder.names == ["x.pdf"], "\(document.name)")
        continue
      }
      opened += 1
      try await draw()
      let before = try await folder.strokes(in: "d.plumbago")
      for (command, file) in [("annotate", "ink.pdf"), ("export", "flat.pdf")] {
        guard try run(document.name, command, "d.plumbago", file).status == 0 else {
          #expect(!folder.names.contains(file), "\(document.name)")
          continue
        }
        if command == "annotate" { annotated += 1 } else { exported += 1 }
        // 3: with warnings, of what was in it before; contents that were nonsense are so after that.
        let check = try Command.run(["qpdf", "--check", file], in: folder.url)
        let old = try Command.run(["qpdf", "--check", "x.pdf"], in: folder.url)
        #expect([0, 3, old.status].contains(check.status), "\(document.name): \(check)")
      }
      if !folder.names.contains("ink.pdf") || !folder.names.contains("flat.pdf") {
        // The drawing is shown in any case, with a grey page at worst.
        #expect(
          try run(document.name, "export", "d.plumbago", "p.png", "--page", "1").status == 0,
          "\(document.name)")
      }
      let after = try await folder.strokes(in: "d.plumbago")
      #expect(
        before.count == 1 && after.map(\.stroke.path) == before.map(\.stroke.path),
        "\(document.name)")
      #expect(try folder.bytes("x.pdf") == Data(document.bytes), "\(document.name)")
    }
    #expect(told == Self.sentences)
    // Viewers mend most of what is only a little broken, and so does what writes.
    #expect(
      opened >= 45 && annotated >= 40 && exported >= annotated, "\(opened) \(annotated) \(exported)"
    )
  }
}
