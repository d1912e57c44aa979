import CFileFacts
import Foundation
import Testing

@testable import InkStore

/// What programs have noted on files and folders: tags, comments, addresses.
@Suite struct `What programs have noted on files` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Notes something; false where the file system cannot hold it.
  private func note(_ value: [UInt8], as name: String, on path: String) -> Bool {
    setxattr(path, name, value, value.count, 0) == 0
  }

  private func noted(_ name: String, on path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, name, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  private func mode(_ path: String) -> mode_t {
    var s = stat()
    return stat(path, &s) == 0 ? s.st_mode & 0o7777 : 0
  }

  @Test func `it comes along with a folder that is copied, as far as the other disk can hold it`()
    async throws
  {
    let disk = "/dev/shm/inkstore-\(UInt64.random(in: 0 ... .max))"
    let bases = mkdir(disk, 0o700) == 0 ? [folder.path, disk] : [folder.path]
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let tags = Array("boats, Boote, 船".utf8)
    // More than ext4 has room for, and less than tmpfs has.
    let large = [UInt8](repeating: 7, count: 16384)
    for from in bases {
      for to in bases {
        let (old, new) = (from + "/Work", to + "/Old")
        for path in [old, old + "/In"] { mkdir(path, 0o750) }
        _ = try await makeDrawing(old + "/a.plumbago")
        try write(Array("notes".utf8), to: old + "/In/notes.txt")
        let drawing = try bytes(of: old + "/a.plumbago")
        let paths = ["", "/In", "/a.plumbago", "/In/notes.txt"]
        let tagged = paths.filter { note(tags, as: "user.xdg.tags", on: old + $0) }
        let isEmptyNoted = note([], as: "user.empty", on: old + "/a.plumbago")
        let isLargeNoted = note(large, as: "user.large", on: old + "/In/notes.txt")
        // One that its owner may not write has notes, too.
        chmod(old + "/In/notes.txt", 0o440)
        chmod(old + "/In", 0o700)
        try FolderCopy.make(of: old, to: new).removeOriginal()

        #expect(access(old, F_OK) != 0)
        let copied = try bytes(of: new + "/a.plumbago")
        #expect(copied == drawing)
        #expect(mode(new + "/In/notes.txt") == 0o440 && mode(new + "/In") == 0o700)
        // What the file system can hold is found by asking it.
        let probe = to + "/probe"
        try write([], to: probe)
        let holds = note(tags, as: "user.xdg.tags", on: probe)
        let holdsLarge = note(large, as: "user.large", on: probe)
        for path in paths {
          let expected: [UInt8]? = holds && tagged.contains(path) ? tags : nil
          #expect(noted("user.xdg.tags", on: new + path) == expected, "\(path)")
        }
        let empty: [UInt8]? = holds && isEmptyNoted ? [] : nil
        #expect(noted("user.empty", on: new + "/a.plumbago") == empty)
        let kept: [UInt8]? = holdsLarge && isLargeNoted ? large : nil
        #expect(noted("user.large", on: new + "/In/notes.txt") == kept)
        try FileManager.default.removeItem(atPath: new)
      }
    }
  }
}
