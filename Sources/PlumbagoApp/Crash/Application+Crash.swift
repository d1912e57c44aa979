import InkModel
import InkStore

extension Application {
  /// Marks what was open when the app crashed last, for ``OpeningMarks/left(in:)``; once, before
  /// any is opened.
  ///
  /// Any of it may be the cause, in a tab that is not shown as well: it is saved, read for the
  /// library and searched there. So may be what was open nowhere, and was painted or read for the
  /// library: it leaves that alone from now on.
  func judgeLastEnd() {
    let hasCrashed = CrashReport.isNew
    if hasCrashed { for path in SessionFile.open { OpeningMarks.begin(path) } }
    SessionFile.open = []
    // A start that opens a file offers nothing, and has to leave to the next one what that offers.
    let marked = Set(OpeningMarks.left())
    offered = SessionFile.drawings.filter { marked.contains(FilePaths.canonical($0.path)) }
    LibrarySuspects.shared.judge(marked: marked, hasCrashed: hasCrashed)
    // Last: if the app crashes before this line, the crash is counted twice, and not missed.
    CrashReport.setAside()
  }

  /// Says once, in the window that the user looks at, that the app crashed.
  ///
  /// Where drawings are offered, the offer says it. It is said anew where the window was closed
  /// before it showed the message.
  func tellOfCrash() {
    guard !isOffering, let window = lastWindow else { return }
    // A report that cannot be read is told of by no start.
    guard let crash = CrashReport.last else { return CrashReport.forget() }
    guard !windows.contains(where: { $0.messages.has(.crash) }) else { return }
    window.tell(of: crash)
  }
}
