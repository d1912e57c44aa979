import Testing

@testable import PlumbagoApp

/// What a drawing's file says of the PDF that the ink is saved into as the drawing is closed.
@Suite struct ClosingPDFTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: ["current", "behind", "signed", "gone", "changed", "failed"])
  func `a line of a file says the same once it was read and written`(state: String) throws {
    let line = "\(state) \(Self.digest) /home/a name/my paper.pdf"
    let pdf = try #require(ClosingPDF(text: line))
    #expect(pdf.path == "/home/a name/my paper.pdf")
    #expect("\(pdf.bytes)" == Self.digest)
    #expect(pdf.isBehind == (state != "current"))
    #expect(pdf.refusal?.rawValue == (["current", "behind"].contains(state) ? nil : state))
    #expect(pdf.text == line)
  }

  @Test func `a line that names no file or no bytes says nothing`() {
    let digest = Self.digest
    let lines = [
      "", "current", "current \(digest)", "current \(digest) ", "current \(digest) paper.pdf",
      "current 0123 /paper.pdf", "current \(digest)00 /paper.pdf",
    ]
    for line in lines { #expect(ClosingPDF(text: line) == nil, "\(line)") }
  }
}
