/// What another program or this one offers in several formats: on the clipboard, or by a drop.
public protocol OfferedContent {
  func has(_ mimeType: String) -> Bool
  /// The paths of the files, also of those that a portal hands over; those without a path are left out.
  func files() async -> [String]
  /// The bytes in one format; `nil` where there are none, or more than `limit`.
  func bytes(_ mimeType: String, limit: Int) async -> [UInt8]?
}

extension OfferedContent {
  /// Whether it is files.
  public var hasFiles: Bool { ReadStream.fileTypes.contains(where: has) }
}
