import Testing

@testable import PlumbagoApp

/// What can be taken out of the desktop's bin again.
@MainActor
@Suite("What is in the bin") struct BinnedItemTests {
  /// Items of which some are known to be somewhere in the bin.
  private func origins(knownOf known: [Bool]) -> [String] {
    let items = known.enumerated().map { number, isKnown in
      BinnedItem(
        path: "/library/\(number)", isFolder: false, binned: isKnown ? "/bin/\(number)" : nil)
    }
    return BinnedItem.origins(of: items).map { "\($0.binned) \($0.path)" }
  }

  @Test func `what went to the bin together comes back together, or it is not offered`() {
    let (both, one) = (origins(knownOf: [true, true]), origins(knownOf: [true]))
    #expect(both == ["/bin/0 /library/0", "/bin/1 /library/1"])
    #expect(one == ["/bin/0 /library/0"])
    // On another disk, or by the portal of a sandbox.
    for known in [[true, false], [false, true], [false]] {
      let some = origins(knownOf: known)
      #expect(some == [])
    }
  }
}
