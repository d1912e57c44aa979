import Foundation

/// The app's program, for tests that run it.
public enum AppBinary {
  /// Where it is: `PLUMBAGO_BINARY`, as scripts/test has it, or else beside the tests' own program.
  public static let path: String =
    ProcessInfo.processInfo.environment["PLUMBAGO_BINARY"]
    ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "plumbago").path
}
