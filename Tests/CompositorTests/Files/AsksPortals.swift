import Foundation
import TabletCompositor
import Testing

/// Tests of a program that has no files but those that the desktop's portals hand it.
protocol AsksPortals {}

extension AsksPortals {
  /// What makes GTK ask the portals though there is no sandbox: one name for each of its versions.
  static var sandbox: [String: String] { ["GTK_USE_PORTAL": "1", "GDK_DEBUG": "portals"] }

  /// Portals that answer with paths, one after the other.
  ///
  /// - Parameter withDocuments: The portal of documents is there, too.
  func launch(
    _ answers: [String], withDocuments: Bool = false, on screen: Screen
  ) throws -> Program {
    let program = try screen.launch(
      "FilePortal", (withDocuments ? ["--documents"] : []) + answers)
    let ready = String(repeating: "ready\n", count: withDocuments ? 2 : 1)
    while program.standardOutput != ready, program.status == .running { pause(0.005) }
    return program
  }

  func wait(for method: String, _ portal: Program) throws -> [Substring] {
    let deadline = Date().addingTimeInterval(20)
    repeat {
      let lines = portal.standardOutput.split(separator: "\n")
      if let line = lines.last(where: { $0.hasPrefix(method + "\t") }) {
        return line.split(separator: "\t", omittingEmptySubsequences: false)
      }
      pause(0.02)
    } while Date() < deadline
    throw AccessibleTree.Failure(description: "\(method) is not asked for")
  }

  func wait(forFile path: String) throws {
    let deadline = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: path), Date() < deadline { pause(0.02) }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  /// Starts the app as in a sandbox, with its window as large as the screen.
  func startMaximized(
    _ bench: FileBench, _ arguments: [String] = []
  ) throws -> (app: Program, window: Window) {
    let (app, window) = try bench.start(arguments, environment: Self.sandbox)
    try window.maximize()
    try bench.screen.waitUntilStill()
    return (app, window)
  }

  /// A file in a folder of its own, as the portal of documents hands it on.
  func handed(_ name: String, _ bench: FileBench) throws -> String {
    let folder = bench.path("doc/" + String(name.hash, radix: 16))
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    return folder + "/" + name
  }

  /// A picture of one colour there.
  func handed(_ name: String, _ bench: FileBench, of color: Pixel) throws -> String {
    let path = try handed(name, bench)
    try Picture(width: 200, height: 160) { _, _ in color }.savePNG(path)
    return path
  }
}
