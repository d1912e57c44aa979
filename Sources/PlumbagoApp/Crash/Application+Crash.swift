extension Application {
  /// Notes which drawings may be what the app crashed by last time, for
  /// ``OpeningMarks/left(in:)``; once, before any is opened.
  func judgeLastEnd() {
    for path in SessionFile.start(afterCrash: CrashReport.isNew) { OpeningMarks.begin(path) }
    // Last: if the app crashes before this line, the crash is counted twice, and not missed.
    CrashReport.setAside()
  }

  /// Says once, in the window that the user looks at, that the app crashed.
  ///
  /// Where drawings are offered, the offer says it.
  func tellOfCrash() {
    guard offered.isEmpty, let window = lastWindow, let crash = CrashReport.take() else { return }
    window.tell(of: crash)
  }
}
