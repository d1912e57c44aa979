import Foundation

/// One run of another program: what it printed and how it ended.
public struct Command: Sendable, CustomStringConvertible {
  public let arguments: [String]
  /// 0...255, or 128 + the signal that ended it.
  public let status: Int32
  public let standardOutput: String
  public let standardError: String

  public var description: String {
    "\(arguments.joined(separator: " ")) ended with \(status)\n\(standardOutput)\(standardError)"
  }

  /// Runs a program found through `PATH` and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: The program's name or path, then what it is given.
  ///   - environment: Variables set for it beside this process's own.
  ///   - folder: Where it runs; the top folder of the repository unless told.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: URL = Repository.root
  ) throws -> Command {
    let scratch = try TemporaryFolder()
    let outputURL = scratch.url.appending(path: "output")
    let errorURL = scratch.url.appending(path: "error")
    for url in [outputURL, errorURL] { try Data().write(to: url) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    // Files rather than pipes, so that no amount of output can fill one and stall the program.
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorURL)
    try process.run()
    process.waitUntilExit()
    let signalled = process.terminationReason == .uncaughtSignal
    return Command(
      arguments: arguments, status: (signalled ? 128 : 0) + process.terminationStatus,
      standardOutput: String(decoding: try Data(contentsOf: outputURL), as: UTF8.self),
      standardError: String(decoding: try Data(contentsOf: errorURL), as: UTF8.self))
  }
}

/// A folder of its own for a test, removed with the last reference to it.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "plumbago-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Writes a file below the folder, with the folders that its path names, and says where it is.
  @discardableResult
  public func write(_ text: String, to path: String, executable: Bool = false) throws -> URL {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if executable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    return file
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
