import Glibc
import InkStore

/// A file's own absolute name: without symbolic links where it exists, else in its folder's.
///
/// The name itself where its folder does not exist.
public func canonicalPath(_ path: String) -> String {
  func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
  if let real = resolved(path) { return real }
  let (folder, name) = splitPath(path)
  guard let real = resolved(folder) else { return path }
  return real == "/" ? "/" + name : real + "/" + name
}

/// The folder and the last part of a name; `.` for a name without a folder.
func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let name = String(path[path.index(after: slash)...])
  return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
}

/// The name itself where nothing has it, else the first of `name (2).plumbago`, `name (3)…` that
/// nothing has.
public func freePath(_ path: String) -> String {
  let (folder, name) = splitPath(path)
  let suffix = ".plumbago"
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

/// Makes a folder of ours and what it lies in, readable by its owner alone.
func makeFolder(_ folder: String) throws(DocumentStoreError) {
  var made = ""
  for part in folder.split(separator: "/") {
    made += "/" + part
    // Parents that others made are none of our business.
    if mkdir(made, 0o700) != 0, errno != EEXIST, access(made, F_OK) != 0 {
      throw systemError("mkdir", made)
    }
  }
}

/// What a failed system call means, from `errno`.
func systemError(_ call: String, _ path: String) -> DocumentStoreError {
  let number = errno
  let failure = StoreFailure(
    systemError: number, message: String(cString: strerror(number)), call: "\(call) \(path)")
  switch number {
  case ENOSPC, EDQUOT: return .diskFull(failure)
  case EACCES, EPERM: return .permissionDenied(failure)
  case EROFS: return .readOnly(failure)
  case ENOENT, ENOTDIR: return .notFound(failure)
  case EEXIST: return .alreadyExists(failure)
  default: return .ioError(failure)
  }
}
