extension Application {
  /// Notes which drawings may be what the app crashed by last time, for
  /// ``OpeningMarks/takeLeft(in:)``; once, before any is opened.
  func judgeLastEnd() {
    let isCrash = CrashReport.isNew
    OpeningMarks.judgeShown(afterCrash: isCrash)
    for path in SessionFile.start(afterCrash: isCrash) { OpeningMarks.begin(path) }
    // Last: if the app crashes before this line, the crash is counted twice, and not missed.
    CrashReport.setAside()
  }

  /// Says once, in the window that the user looks at, that the app crashed.
  func tellOfCrash() {
    if let window = lastWindow, let crash = CrashReport.take() { window.tell(of: crash) }
  }
}
