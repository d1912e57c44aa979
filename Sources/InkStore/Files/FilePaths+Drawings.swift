import CFileFacts
import Glibc
import InkModel

/// Paths of drawings and of what lies beside them.
extension FilePaths {
  /// A file's own absolute path: without symbolic links where it exists, else in its folder's.
  ///
  /// The path itself where its folder does not exist.
  public static func canonical(_ path: String) -> String {
    if let real = resolved(path) { return real }
    let (folder, name) = split(path)
    guard let real = resolved(folder) else { return path }
    return real == "/" ? "/" + name : real + "/" + name
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    // A name that is not UTF-8 would come back as another one.
    return String(validatingCString: real)
  }

  /// A path as people know it: of what the portal of documents hands into a sandbox, the one outside.
  public static func shown(_ path: String) -> String {
    shown(path, isOfPortal: isOfPortal(path))
  }

  static func shown(_ path: String, isOfPortal: Bool) -> String {
    guard isOfPortal else { return path }
    // The portal notes it since version 1.20; before, and where nothing is there now, the name says the most.
    let outside = FileAttributes.text("user.document-portal.host-path", of: path) ?? ""
    return outside.isEmpty ? split(path).name : outside
  }

  /// The path itself where nothing has it, else the first of `name (2).plumbago`, `name (3)…` in its
  /// folder that nothing has.
  public static func unused(_ path: String) -> String {
    let (folder, name) = split(path)
    let suffix = ".\(DocumentFormat.fileExtension)"
    let stem = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    let ending = name.hasSuffix(suffix) ? suffix : ""
    var candidate = path
    var n = 2
    var s = stat()
    while lstat(candidate, &s) == 0 {
      candidate = "\(folder)/\(stem) (\(n))\(ending)"
      n += 1
    }
    return candidate
  }

  /// Makes a folder and those above it that are missing, readable by their owner alone; does nothing
  /// where it is there.
  public static func makeFolder(_ folder: String) throws(DocumentStoreError) {
    var made = ""
    for component in folder.split(separator: "/") {
      made += "/" + component
      // A parent that exists may be one that we cannot even ask about.
      if mkdir(made, 0o700) != 0, errno != EEXIST, access(made, F_OK) != 0 {
        throw .system(call: "mkdir \(made)")
      }
    }
  }

  /// A word that few other paths share: their bytes by FNV-1a, as hexadecimal digits.
  public static func hash(of path: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// The files that SQLite keeps beside a database.
  static func sideFiles(of path: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  /// Removes a drawing that is open nowhere, with what SQLite keeps beside it; does nothing where there is none.
  public static func removeDrawing(_ path: String) {
    for file in [path] + sideFiles(of: path) { unlink(file) }
  }

  static func log(of path: String) -> String { path + "-wal" }

  static func index(of path: String) -> String { path + "-shm" }

  static func journal(of path: String) -> String { path + "-journal" }

  /// Bytes of a file, `nil` where there is none.
  public static func size(of path: String) -> Int64? {
    var s = stat()
    return stat(path, &s) == 0 ? Int64(s.st_size) : nil
  }

  /// When the file at a path was made, in nanoseconds since 1970; `nil` where the file system does not say.
  ///
  /// With ``FileIdentity`` it tells a file from a later one that has got its number. Opens nothing.
  static func birth(of path: String) -> Int64? {
    let time = plumbago_file_birth(path)
    return time == 0 ? nil : time
  }

  static func isFolder(_ path: String) -> Bool {
    var s = stat()
    return stat(path, &s) == 0 && s.st_mode & S_IFMT == S_IFDIR
  }

  /// A `file:` URI with every byte that is special there escaped.
  static func uri(_ path: String, query: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        uri += hex.utf8.count == 1 ? "%0" + hex : "%" + hex
      }
    }
    return uri + "?" + query
  }

  /// Makes what happened to names in a folder survive a power cut.
  static func syncFolder(of path: String) {
    // Some file systems cannot; there is nothing to do about it, and the file itself is synced.
    let descriptor = open(split(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
