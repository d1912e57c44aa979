import Testing

@testable import PlumbagoApp

/// Whether a person is to be told that handwriting is not read in the language of the desktop.
@Suite struct WrittenLanguagesTests {
  @Test(arguments: [
    ["en_GB.UTF-8", "en_GB", "en", "C"], ["en"], ["EN_us"], ["C"], ["C.UTF-8", "C"], ["POSIX"], [],
  ])
  func `English is read, and a desktop without a language speaks it`(names: [String]) {
    #expect(WrittenLanguages.includeFirst(of: names))
  }

  // Other languages that a person reads as well do not count: the first is written.
  @Test(arguments: [
    ["ja_JP.UTF-8", "ja_JP", "ja", "C"], ["ru"], ["de", "en"], ["enm"], ["sr@latin"], ["cs_CZ"],
  ])
  func `a desktop in another language is told that it is not read`(names: [String]) {
    #expect(!WrittenLanguages.includeFirst(of: names))
  }
}
