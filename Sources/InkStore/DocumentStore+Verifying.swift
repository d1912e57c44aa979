extension DocumentStore {
  /// Reads the whole file once and throws ``DocumentStoreError/damaged(_:)`` where a byte that is
  /// in use is not as it was written.
  ///
  /// Does nothing where that was done before.
  ///
  /// O(the file). The app calls it when the first picture is shown, so that the first stroke need not
  /// wait for it.
  public func verify() throws(DocumentStoreError) {
    let c = try connection()
    guard !isVerified else { return }
    try c.reading { () throws(DocumentStoreError) in try Verifier(connection: c).run() }
    isVerified = true
  }
}
