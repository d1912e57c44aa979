import Glibc
import Gtk
import InkModel
import InkStore

/// The PDF that a drawing's ink is saved into as the drawing is closed, which was chosen for this drawing.
///
/// It is a fact of the drawing's file, no step of its history.
nonisolated struct ClosingPDF: Hashable, Sendable {
  /// Why nothing was written as the drawing was closed.
  enum Refusal: String, Error, Sendable {
    case signed
    case gone
    /// Another program has written to it.
    case changed
    case failed
  }

  /// What became of the wish that the ink is saved there as the drawing is closed.
  enum Choice: Sendable {
    case kept
    /// A signed document is not written to without being asked about.
    case signed
    /// It could not be noted.
    case failed
  }

  var path: String
  /// Its bytes as they were written last: those of another program stay.
  var bytes: BlobID
  /// The bytes that it is about to get, until it is noted that it has them: after a kill between the two it may have
  /// these.
  var pending: BlobID?
  /// Whether the drawing has changed since.
  var isBehind = false
  /// Of the last time that the drawing was closed.
  var refusal: Refusal?

  /// The bytes that a file has now; `nil` where it cannot be read.
  @concurrent static func bytes(at path: String) async -> BlobID? { BlobID(ofFileAt: path) }

  /// What it has unless another program has written to it.
  var known: [BlobID] { [bytes, pending].compactMap(\.self) }

  /// Takes the bytes that the file has, if they were written here.
  ///
  /// - Returns: Whether they were.
  @discardableResult mutating func take(_ found: BlobID) -> Bool {
    guard known.contains(found) else { return false }
    (bytes, pending) = (found, nil)
    return true
  }
}

/// The refusals that were told since the app was started: each is told once.
nonisolated struct ToldRefusals {
  private struct Refused: Hashable {
    var drawing: String
    var path: String
    var refusal: ClosingPDF.Refusal
  }
  private var told: Set<Refused> = []

  /// What is to be told of the PDF of a drawing now; `nil` where there is nothing new.
  mutating func next(_ pdf: ClosingPDF, of identity: String) -> ClosingPDF.Refusal? {
    guard let refusal = pdf.refusal else { return nil }
    let refused = Refused(drawing: identity, path: pdf.path, refusal: refusal)
    return told.insert(refused).inserted ? refusal : nil
  }
}

/// The drawings whose ink this person chose to save into a PDF as they are closed, in a file of the app.
///
/// What a drawing's file says of that alone counts for nothing: one that came from somebody else would write to any PDF
/// whose bytes are known there.
nonisolated enum ClosingChoices {
  /// The PDF that was chosen for a drawing; `nil` where none was.
  static func path(for identity: String) -> String? { all[identity] }

  /// - Parameter path: `nil` for no PDF any more.
  /// - Returns: Whether that is kept.
  @MainActor static func set(_ path: String?, for identity: String) -> Bool {
    // A line is one path, and what cannot be read is not replaced.
    guard path?.contains("\n") != true,
      access(Installation.closingChoices, F_OK) != 0
        || FilePaths.text(of: Installation.closingChoices) != nil
    else { return false }
    var changed = all
    changed[identity] = path
    guard changed != all else { return true }
    do {
      try FilePaths.makeFolder(FilePaths.split(Installation.closingChoices).folder)
      try TextFile.write(
        changed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined(),
        to: Installation.closingChoices)
      return true
    } catch {
      Console.complain("\(error)")
      return false
    }
  }

  /// A line each: the drawing's identity, a space and the path.
  private static var all: [String: String] {
    let lines = (FilePaths.text(of: Installation.closingChoices) ?? "").split(separator: "\n")
    return Dictionary(
      lines.compactMap { line in
        line.firstIndex(of: " ").map {
          (String(line[..<$0]), String(line[line.index(after: $0)...]))
        }
      }, uniquingKeysWith: { $1 })
  }
}

/// As text for the file's metadata: `STATE SHA256 PATH`, or `STATE SHA256+SHA256 PATH` with the pending bytes.
nonisolated extension ClosingPDF {
  private static let current = "current"

  var text: String {
    let state = refusal?.rawValue ?? (isBehind ? "behind" : Self.current)
    return "\(state) \(known.map(\.description).joined(separator: "+")) \(path)"
  }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasPrefix("/") else { return nil }
    let sums = parts[1].split(separator: "+", omittingEmptySubsequences: false)
    let known = sums.compactMap { Self.blob($0) }
    guard known.count == sums.count, (1...2).contains(known.count) else { return nil }
    self.init(
      path: String(parts[2]), bytes: known[0], pending: known.count > 1 ? known[1] : nil,
      isBehind: parts[0] != Self.current, refusal: Refusal(rawValue: String(parts[0])))
  }

  private static func blob(_ text: Substring) -> BlobID? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * BlobID.size else { return nil }
    let digest = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return BlobID(digest)
  }
}
