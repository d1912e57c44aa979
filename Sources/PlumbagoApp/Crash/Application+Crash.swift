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
  /// Where drawings are offered, the offer says it. It is said anew where the window was closed
  /// before it showed the message.
  func tellOfCrash() {
    guard offered.isEmpty, let window = lastWindow else { return }
    // A report that cannot be read is told of by no start.
    guard let crash = CrashReport.last else { return CrashReport.forget() }
    guard !windows.contains(where: { $0.messages.has(.crash) }) else { return }
    window.tell(of: crash)
  }
}
