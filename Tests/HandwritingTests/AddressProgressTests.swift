import Testing

@testable import Handwriting

/// Whether a text ends in an address that goes on.
@Suite struct AddressProgressTests {
  private func isUnfinished(_ text: String) -> Bool {
    AddressProgress(behind: text.unicodeScalars).isUnfinished
  }

  /// Addresses, parted where they begin to be some and where they may end.
  static let addresses = [
    ("anna@", "example.", "com"), ("Anna.B+list@", "mail-2.", "org"), ("anna@", "müller.", "de"),
    ("www.", "gnome.", "org"), ("Www.", "Gnome.", "org"), ("http:", "//gnome.", "org"),
    ("https:", "//www.gnome.", "org"), ("HTTPS:", "//gnome.", "org/a"),
  ]

  @Test(arguments: addresses)
  func `an address is unfinished from its sign on until the last label begins`(
    sign: String, host: String, end: String
  ) {
    for text in ["", "see ", "see (", "So it was. ", "one\n", "say \""] {
      for length in 0..<sign.count { #expect(!isUnfinished("\(text)\(sign.prefix(length))")) }
      for length in 0...host.count { #expect(isUnfinished("\(text)\(sign)\(host.prefix(length))")) }
      for length in 1...end.count {
        #expect(!isUnfinished("\(text)\(sign)\(host)\(end.prefix(length))"))
      }
      // White space ends it, wherever it has come to.
      #expect(!isUnfinished("\(text)\(sign) "))
      #expect(!isUnfinished("\(text)\(sign)\(host) "))
      // Behind the whole address a mark ends the sentence.
      for mark in [".", ",", "!", "?", ")", ":", ".”"] {
        #expect(!isUnfinished("\(text)\(sign)\(host)\(end)\(mark)"))
      }
    }
  }

  @Test(arguments: [
    "", " ", "Hello.", "Mr.", "e.g.", "i.e.", "see you at 5.", "3.5", "10.", "gnome.org", "a.b.",
    "@", "@anna", "@anna.", "ww.", "wwww.", "www", "http", "https", "http is", "so:", "htt:",
    "a:b.",
    "5@3", "anna@example.com", "www..", "a@b..", "and/or.", "…", "...", "x@.",
  ])
  func `what is no address, or a whole one, is not unfinished`(text: String) {
    #expect(!isUnfinished(text))
  }

  @Test func `a text may be followed in parts, and however long a name is`() {
    let long = String(repeating: "w", count: 1000) + "@" + String(repeating: "b", count: 1000)
    #expect(isUnfinished(long))
    #expect(!isUnfinished(long + "." + String(repeating: "c.", count: 1000)))
    var progress = AddressProgress(behind: "see www.".unicodeScalars)
    for scalar in "gnome.".unicodeScalars { progress.advance(by: scalar) }
    #expect(progress == AddressProgress(behind: "www.gnome.".unicodeScalars))
  }
}
