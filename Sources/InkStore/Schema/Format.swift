/// The constants by which a file is known as a drawing of ours.
public enum DocumentFormat {
  /// `PLUM` as four bytes, at offset 68 of the file (https://sqlite.org/fileformat2.html).
  public static let applicationID: Int32 = 0x504C_554D
  /// The version that this code writes, kept as SQLite's `user_version` at offset 60.
  public static let version = 6
  /// The ending of a drawing's file name, without the dot.
  public static let fileExtension = "plumbago"
  public static let mimeType = "application/vnd.plumbago.drawing"
}
