import Foundation
import RepositoryFiles
import Testing

/// scripts/setup on machines that are made up: each has stand-ins for the commands that tell them apart.
@Suite("Setting up") struct SetupTests {
  /// A machine: what dpkg says is installed, who one is, and a record of what apt was asked.
  private struct Machine {
    let folder: TemporaryFolder

    init(
      missing: Set<String> = [], isRoot: Bool = true, hasSudo: Bool = true, hasApt: Bool = true,
      swift: String? = "echo 'Swift version 6.3 (swift-6.3-RELEASE)'", aptStatus: Int = 0
    ) throws {
      folder = try TemporaryFolder()
      let tools = ["bash", "env", "grep", "tr", "sed", "sort", "comm", "cut", "cat"]
      for tool in tools {
        let path = try #require(
          ["/usr/bin/", "/bin/"].map { $0 + tool }.first(where: FileManager.default.fileExists))
        try FileManager.default.createSymbolicLink(
          atPath: folder.url.appending(path: tool).path, withDestinationPath: path)
      }
      let installed = try SetupTests.packages.filter { !missing.contains($0.name) }
        .map { "installed \($0.name) \n" }.joined()
      try folder.write(installed, to: "status")
      let log = folder.url.appending(path: "log").path
      try folder.write("", to: "log")
      let status = folder.url.appending(path: "status").path
      try command("id", "echo \(isRoot ? 0 : 1000)")
      try command("pkg-config", hasApt ? "exit 0" : "exit 1")
      if let swift { try command("swift", swift) }
      if hasApt {
        try command("dpkg-query", "cat \(status)")
        try command("apt-get", "echo \"apt-get $*\" >>\(log); exit \(aptStatus)")
      }
      if hasSudo { try command("sudo", "echo sudo >>\(log); exec \"$@\"") }
    }

    private func command(_ name: String, _ body: String) throws {
      try folder.write("#!/bin/sh\n\(body)\n", to: name, executable: true)
    }

    func setUp(_ purpose: String = "test") throws -> (run: Command, log: [String]) {
      let run = try Command.run(
        [Repository.url("scripts/setup").path, purpose], environment: ["PATH": folder.url.path])
      let log = try String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8)
      return (run, log.split(separator: "\n").map(String.init))
    }
  }

  /// The packages that the script names, with the purpose of each.
  static var packages: [(purpose: String, name: String)] {
    get throws {
      try Repository.text("scripts/setup").matches(of: #/\n(build|test) +(\S+) /#)
        .map { (String($0.1), String($0.2)) }
    }
  }

  @Test func `nothing missing asks apt for nothing`() throws {
    let (run, log) = try Machine().setUp()
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    #expect(log.isEmpty)
  }

  @Test(arguments: ["libgtk-4-dev", "meson"])
  func `what is missing is installed, and only that`(package: String) throws {
    let (run, log) = try Machine(missing: [package]).setUp()
    #expect(run.status == 0, "\(run)")
    #expect(log.count == 2)
    #expect(log.first?.hasSuffix(" update") == true)
    #expect(log.last?.hasSuffix(" install -y --no-install-recommends \(package)") == true)
  }

  @Test func `running the app needs nothing of what only tests need`() throws {
    let testOnly = try Self.packages.filter { $0.purpose == "test" }.map(\.name)
    let (run, log) = try Machine(missing: Set(testOnly)).setUp("build")
    #expect(run.status == 0 && log.isEmpty, "\(run)")
  }

  @Test func `someone who is not root is asked through sudo`() throws {
    let (run, log) = try Machine(missing: ["meson"], isRoot: false).setUp()
    #expect(run.status == 0, "\(run)")
    #expect(log.filter { $0 == "sudo" }.count == 2 && log.count == 4)
  }

  @Test func `without sudo a sentence says what to run`() throws {
    let (run, log) = try Machine(missing: ["meson"], isRoot: false, hasSudo: false).setUp()
    #expect(run.status == 1 && log.isEmpty)
    #expect(
      run.standardError.contains("apt-get install --no-install-recommends meson"), "\(run)")
  }

  @Test func `a failed installation names what is still missing`() throws {
    let (run, _) = try Machine(missing: ["meson"], aptStatus: 100).setUp()
    #expect(run.status == 1)
    #expect(run.standardError.contains("still needs: meson"), "\(run)")
  }

  @Test func `a system without apt is told what is needed`() throws {
    let (run, log) = try Machine(hasApt: false).setUp()
    #expect(run.status == 1 && log.isEmpty)
    #expect(run.standardError.contains("libgtk-4-dev (the toolkit)"), "\(run)")
  }

  @Test func `without Swift a sentence says where to get it`() throws {
    let (run, _) = try Machine(swift: nil).setUp()
    #expect(run.status == 1)
    #expect(run.standardError.contains("swift.org/install"), "\(run)")
  }

  @Test(arguments: [
    ("libncurses.so.6", "libncurses6"), ("libxml2.so.2", "libxml2"), ("libz.so.1", "zlib1g"),
    ("libsqlite3.so.0", "libsqlite3-0"), ("libpython3.11.so.1.0", "libpython3.11"),
  ])
  func `a Swift that misses a library is told of with the package to install`(
    library: String, package: String
  ) throws {
    let machine = try Machine(
      swift: """
        echo "swift: error while loading shared libraries: \(library): cannot open shared object file: No such file or directory" >&2
        exit 127
        """)
    let (run, log) = try machine.setUp("build")
    #expect(run.status == 1 && log.isEmpty)
    #expect(run.standardError.contains("\(library) is missing"), "\(run)")
    #expect(
      run.standardError.contains("apt-get install --no-install-recommends \(package)\n"), "\(run)")
    #expect(run.standardError.contains("swift.org/install"), "\(run)")
  }

  @Test func `a Swift that cannot start for another reason is quoted`() throws {
    let (run, _) = try Machine(swift: "echo 'Illegal instruction' >&2; exit 132").setUp()
    #expect(run.status == 1)
    #expect(run.standardError.contains("cannot start. It says: Illegal instruction"), "\(run)")
  }

  @Test(arguments: ["5.10", "6.0", "6.1.3"])
  func `a Swift that is too old is told of, and which is needed`(version: String) throws {
    let (run, log) = try Machine(
      swift: "echo 'Swift version \(version) (swift-\(version)-RELEASE)'"
    ).setUp()
    #expect(run.status == 1 && log.isEmpty)
    #expect(run.standardError.contains("needs Swift 6.2 or newer"), "\(run)")
    #expect(run.standardError.contains("This is Swift \(version.prefix(3))"), "\(run)")
  }

  @Test(arguments: ["6.2", "6.3.1", "7.0"])
  func `a Swift that is new enough is not spoken of`(version: String) throws {
    let (run, _) = try Machine(swift: "echo 'Swift version \(version)'").setUp()
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
  }
}
