import Glibc
import InkModel

/// Where a drawing can be edited.
public enum EditingLocation: Hashable, Sendable {
  /// The file itself, with SQLite's side files beside it for the time.
  case inPlace
  /// A ``WorkingCopy``, written back whole.
  case workingCopy(Reason)
  /// Nowhere: the file cannot be written at all. It can be read.
  case readOnly

  /// Why a file is not edited in place.
  public enum Reason: Hashable, Sendable {
    /// The folder takes no files beside the drawing.
    case folder
    /// The file system is not a local one: locks and shared memory are not to be relied on.
    case fileSystem
  }

  /// Decides for a path, whether something is there or not, without changing anything.
  public init(for path: String) {
    self.init(for: path, isLocal: Self.isLocal)
  }

  init(for path: String, isLocal: (String) -> Bool) {
    let path = FilePaths.canonical(path)
    let folder = FilePaths.split(path).folder
    let exists = access(path, F_OK) == 0
    let takesFiles = access(folder, W_OK | X_OK) == 0
    if exists ? access(path, W_OK) != 0 : !takesFiles {
      self = .readOnly
    } else if !takesFiles {
      self = .workingCopy(.folder)
    } else if !isLocal(folder) {
      self = .workingCopy(.fileSystem)
    } else {
      self = .inPlace
    }
  }

  /// Remote file systems, as /proc/self/mountinfo calls them; all of FUSE but its
  /// block devices too, which is what document portals, sshfs and GVfs are.
  private static let remote: Set<String> = [
    "9p", "afs", "ceph", "cifs", "coda", "fuse", "gfs2", "glusterfs", "lustre", "ncpfs", "nfs",
    "nfs4", "ocfs2", "smb3", "smbfs", "vboxsf", "virtiofs",
  ]

  static func isRemote(_ type: String) -> Bool {
    remote.contains(type) || type.hasPrefix("fuse.")
  }

  static func isLocal(_ folder: String) -> Bool {
    var s = stat()
    guard stat(folder, &s) == 0, let table = FilePaths.text(of: "/proc/self/mountinfo")
    else { return true }
    return !isRemote(fileSystem(of: UInt64(s.st_dev), in: table) ?? "")
  }

  /// The type of the file system with a device number, from the kernel's table of mounts: the third
  /// field of a line is `major:minor`, the one after `-` the type (proc(5)).
  static func fileSystem(of device: UInt64, in table: String) -> String? {
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & 0xFFFF_FF00)
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[2] == "\(major):\(minor)",
        let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      return String(fields[dash + 1])
    }
    return nil
  }
}
