import CGtk

/// A GError as a Swift error.
public struct GLibError: Error, Sendable {
  public let message: String
  public let domain: UInt32
  public let code: Int32

  /// Takes the error over and frees it.
  public init(taking error: UnsafeMutablePointer<GError>) {
    message = String(cString: error.pointee.message)
    domain = error.pointee.domain
    code = error.pointee.code
    g_error_free(error)
  }

  /// From a call that failed, which sets one; taken over.
  init(of error: UnsafeMutablePointer<GError>?) {
    guard let error else { preconditionFailure("GLib sets an error where it reports a failure") }
    self.init(taking: error)
  }
}
