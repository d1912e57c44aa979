import Foundation
import RepositoryFiles
import Testing

/// What Meson installs, and whether the desktop's own tools agree with it.
@Suite("Installation by Meson") struct InstallationTests {
  static let id = "org.plumbago.Plumbago"
  let installed: Installation

  init() throws { installed = try Installation.shared.get() }

  @Test func `everything is installed below DESTDIR and nothing else`() throws {
    let icons = Repository.files(under: "data/icons", suffix: ".svg")
      .map { "/usr/share/" + $0.dropFirst("data/".count) }
    let recognition = Repository.files(under: "data/recognition")
      .map { "/usr/share/plumbago/" + $0.dropFirst("data/".count) }
    let help = Repository.files(under: "data/help/pictures", suffix: ".png")
      .map { "/usr/share/plumbago/help/" + $0.dropFirst("data/help/pictures/".count) }
    let translations = try Repository.entries("po/LINGUAS")
      .map { "/usr/share/locale/\($0)/LC_MESSAGES/plumbago.mo" }
    let others = [
      "/usr/bin/plumbago",
      "/usr/libexec/plumbago-reader",
      "/usr/share/applications/\(Self.id).desktop",
      "/usr/share/dbus-1/services/\(Self.id).service",
      "/usr/share/glib-2.0/schemas/\(Self.id).gschema.xml",
      "/usr/share/gnome-shell/search-providers/\(Self.id).search-provider.ini",
      "/usr/share/man/man1/plumbago.1",
      "/usr/share/metainfo/\(Self.id).metainfo.xml",
      "/usr/share/mime/packages/\(Self.id).xml",
      "/usr/share/plumbago/\(Self.id).gresource",
      "/usr/share/thumbnailers/\(Self.id).thumbnailer",
    ]
    let module = try Self.moduleFiles()
    #expect(
      installed.files == (icons + recognition + help + translations + others + module).sorted())
    #expect(recognition.contains("/usr/share/plumbago/recognition/en/network.bin"))
    #expect(icons.count >= 5 && translations.count >= 2)
  }

  /// GTK's own folder for input-method modules, as pkg-config knows it.
  private static func inputMethodModules() throws -> String {
    let folders = try ["libdir", "gtk_binary_version"].map { name in
      try Command.run(["pkg-config", "--variable=\(name)", "gtk4"]).standardOutput
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return "\(folders[0])/gtk-4.0/\(folders[1])/immodules"
  }

  /// The files of the input-method module.
  private static func moduleFiles() throws -> [String] {
    let folder = try inputMethodModules()
    return [folder + "/libim-plumbago.so", folder + "/plumbago/libplumbago-scribble.so"]
  }

  @Test func `without the input-method module all but its two files is installed`() throws {
    let without = try Installation(["-Dim_module=disabled"])
    // Though it is there to be installed.
    let left = Set(installed.files).subtracting(without.files)
    #expect(left == Set(try Self.moduleFiles()))
    #expect(Set(without.files).isSubset(of: installed.files))
  }

  @Test func `the input-method module is built where it is asked for, else with the binary`() throws
  {
    let module = try Self.moduleFiles()
    #expect(try Installation.planned(["-Dim_module=enabled"]).isSuperset(of: module))
    // The binary is already built, and no module is beside it.
    #expect(try Installation.planned([]).isDisjoint(with: module))
    #expect(try Installation.planned(["-Dbinary="]).isSuperset(of: module))
  }

  @Test func `the input-method module is one that GTK's own tool reads`() throws {
    let folder = installed.url(try Self.inputMethodModules()).path
    let module = folder + "/libim-plumbago.so"
    #expect(
      try Command.run(["nm", "-D", "--defined-only", module]).standardOutput.contains(
        " T g_io_module_load"))
    // No Swift in it, which costs each program time and memory.
    let needed = try Command.run(["readelf", "-d", module]).standardOutput
    #expect(needed.contains("libgtk-4.so"))
    #expect(!needed.lowercased().contains("swift"))
    #expect(needed.contains("NODELETE"))
  }

  @Test func `what Meson installs, it removes again`() throws {
    let own = try Installation()
    #expect(own.files.count > 20)
    #expect(try own.uninstall() == [])
  }

  @Test func `the binary is the one that was built, and may be run`() throws {
    #expect(try installed.text("/usr/bin/plumbago") == Installation.standInBinary)
    #expect(FileManager.default.isExecutableFile(atPath: installed.url("/usr/bin/plumbago").path))
  }

  @Test func `the desktop file is valid`() throws {
    let file = installed.url("/usr/share/applications/\(Self.id).desktop").path
    let check = try Command.run(["desktop-file-validate", file])
    #expect(check.status == 0 && check.standardOutput.isEmpty, "\(check)")
  }

  @Test func `the desktop's search finds the program, which the bus starts without a window`()
    throws
  {
    let provider = try installed.text(
      "/usr/share/gnome-shell/search-providers/\(Self.id).search-provider.ini")
    #expect(provider.contains("\nDesktopId=\(Self.id).desktop\n"))
    #expect(provider.contains("\nBusName=\(Self.id)\n") && provider.contains("\nVersion=2\n"))
    let path = "/org/plumbago/Plumbago/SearchProvider"
    #expect(provider.contains("\nObjectPath=\(path)\n"))
    #expect(
      try Repository.text("Sources/PlumbagoApp/Search/DesktopSearch.swift").contains("\"\(path)\""))
    let service = try installed.text("/usr/share/dbus-1/services/\(Self.id).service")
    #expect(service.contains("\nName=\(Self.id)\n"))
    #expect(service.contains("\nExec=/usr/bin/plumbago --gapplication-service\n"))
  }

  @Test func `the metainfo is valid`() throws {
    let file = installed.url("/usr/share/metainfo/\(Self.id).metainfo.xml").path
    let check = try Command.run(["appstreamcli", "validate", "--no-net", file])
    #expect(check.status == 0, "\(check)")
  }

  @Test func `the settings are valid`() throws {
    let folder = installed.url("/usr/share/glib-2.0/schemas").path
    let check = try Command.run(["glib-compile-schemas", "--strict", "--dry-run", folder])
    #expect(check.status == 0, "\(check)")
  }

  @Test func `the resource file holds every layout and style sheet`() throws {
    let file = installed.url("/usr/share/plumbago/\(Self.id).gresource").path
    let list = try Command.run(["gresource", "list", file])
    #expect(list.status == 0, "\(list)")
    let held = list.standardOutput.split(separator: "\n").map(String.init)
    let files = Repository.files(under: "data/ui").map {
      "/org/plumbago/Plumbago/" + $0.dropFirst("data/".count)
    }
    #expect(held.sorted() == files)
  }

  @Test(arguments: ["mime/packages/\(id).xml", "metainfo/\(id).metainfo.xml"])
  func `the XML is well-formed`(file: String) throws {
    let check = try Command.run(["xmllint", "--noout", installed.url("/usr/share/\(file)").path])
    #expect(check.status == 0, "\(check)")
  }

  @Test(arguments: try Repository.entries("po/LINGUAS"))
  func `what the desktop shows is translated`(language: String) throws {
    let desktop = try installed.text("/usr/share/applications/\(Self.id).desktop")
    for key in ["GenericName", "Comment", "Keywords"] {
      #expect(desktop.contains("\n\(key)[\(language)]="))
    }
    let metainfo = try installed.text("/usr/share/metainfo/\(Self.id).metainfo.xml")
    #expect(metainfo.contains("<summary xml:lang=\"\(language)\">"))
    let type = try installed.text("/usr/share/mime/packages/\(Self.id).xml")
    #expect(type.contains("<comment xml:lang=\"\(language)\">"))
  }

  @Test func `the desktop file, the metainfo and the settings speak of the same app`() throws {
    let desktop = try installed.text("/usr/share/applications/\(Self.id).desktop")
    #expect(desktop.contains("\nIcon=\(Self.id)\n"))
    #expect(desktop.contains("\nExec=plumbago %F\n"))
    #expect(desktop.contains("\nMimeType=application/vnd.plumbago.drawing;"))
    let metainfo = try installed.text("/usr/share/metainfo/\(Self.id).metainfo.xml")
    #expect(metainfo.contains("<launchable type=\"desktop-id\">\(Self.id).desktop</launchable>"))
    #expect(metainfo.contains("<mediatype>application/vnd.plumbago.drawing</mediatype>"))
    let settings = try installed.text("/usr/share/glib-2.0/schemas/\(Self.id).gschema.xml")
    #expect(settings.contains("<schema id=\"\(Self.id)\""))
  }
}
