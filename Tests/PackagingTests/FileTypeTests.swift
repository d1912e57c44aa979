import Foundation
import RepositoryFiles
import Testing

/// A drawing is known by its name and by its first bytes, as the desktop looks at them.
@Suite("The type of a drawing's file") struct FileTypeTests {
  /// What the desktop takes a file for, with the type of the installation beside the system's own.
  ///
  /// - Parameter byName: Whether it looks at the name alone, as it does in long lists.
  private func type(of file: URL, byName: Bool = false) throws -> String {
    let installed = try Installation.shared.get()
    let data = try TemporaryFolder()
    try data.write(
      try installed.text("/usr/share/mime/packages/org.plumbago.Plumbago.xml"),
      to: "mime/packages/org.plumbago.Plumbago.xml")
    let update = try Command.run(["update-mime-database", data.url.appending(path: "mime").path])
    try #require(update.status == 0, "\(update)")
    let look = try Command.run(
      ["gio", "info", "--attributes=standard::\(byName ? "fast-" : "")content-type", file.path],
      environment: ["XDG_DATA_HOME": data.url.path])
    return String(try #require(look.standardOutput.firstMatch(of: /content-type: (\S+)/)).1)
  }

  /// A database in `folder`; `id` is what its header carries as the application that made it.
  private func database(id: UInt32, named name: String, in folder: TemporaryFolder) throws -> URL {
    let file = folder.url.appending(path: name)
    let made = try Command.run([
      "sqlite3", file.path, "PRAGMA application_id = \(id); CREATE TABLE page(x);",
    ])
    try #require(made.status == 0, "\(made)")
    return file
  }

  private let plum = "PLUM".utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }

  @Test func `a drawing is known by its header alone`() throws {
    let folder = try TemporaryFolder()
    let file = try database(id: plum, named: "unnamed", in: folder)
    #expect(try type(of: file) == "application/vnd.plumbago.drawing")
  }

  @Test func `another database is not taken for a drawing`() throws {
    let folder = try TemporaryFolder()
    let file = try database(id: plum + 1, named: "unnamed", in: folder)
    #expect(try type(of: file) != "application/vnd.plumbago.drawing")
  }

  @Test func `a drawing is known by its name alone`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("anything", to: "new.plumbago")
    #expect(try type(of: file, byName: true) == "application/vnd.plumbago.drawing")
  }

  @Test(arguments: [
    ("a.xopp", "application/x-xopp"), ("a.xoj", "application/x-xoj"),
    ("a.inkml", "application/inkml+xml"),
  ])
  func `drawings of other programs are known by their names, and Plumbago opens them`(
    name: String, type: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("anything", to: name)
    #expect(try self.type(of: file, byName: true) == type)
    #expect(try opened().contains(type))
  }

  /// The types for which the desktop offers Plumbago.
  private func opened() throws -> [String] {
    let installed = try Installation.shared.get()
    let desktop = try installed.text("/usr/share/applications/org.plumbago.Plumbago.desktop")
    let line = try #require(desktop.firstMatch(of: /\nMimeType=(.*)\n/)?.1)
    return line.split(separator: ";").map(String.init)
  }

  @Test(arguments: [
    ("paper.pdf", "application/pdf"), ("a.svg", "image/svg+xml"), ("a.png", "image/png"),
    ("a.webp", "image/webp"), ("a.tiff", "image/tiff"), ("a.jpg", "image/jpeg"),
    ("a.gif", "image/gif"),
  ])
  func `the desktop offers Plumbago for documents and pictures`(name: String, type: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("anything", to: name)
    #expect(try self.type(of: file, byName: true) == type)
    #expect(try opened().contains(type))
  }

  @Test func `Plumbago is offered beside other programs and makes itself the default of nothing`()
    throws
  {
    // Source code and much else is plain text to the desktop, which no drawing is made of.
    #expect(try !opened().contains("text/plain"))
    let installed = try Installation.shared.get()
    let desktop = try installed.text("/usr/share/applications/org.plumbago.Plumbago.desktop")
    #expect(!desktop.contains("InitialPreference"))
    let files = installed.files
    #expect(files.contains { $0.hasSuffix("org.plumbago.Plumbago.desktop") })
    #expect(!files.contains { $0.hasSuffix("mimeapps.list") || $0.hasSuffix("defaults.list") })
  }
}
