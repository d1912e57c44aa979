import Canvas
import Gtk
import InkModel
import InkWidgets

/// Sentences about the drawing or the app, on a card over the paper, one at a time.
///
/// Invariants:
/// 1. The most important message is shown (``Subject``, in its order); the others wait, and come once it has gone.
/// 2. None appears while something is being drawn (S20).
/// 3. The card lies beside the tools, within the paper, and at the edge where it covers nothing of a selection and where
///    nothing was drawn last; it stays at its edge while the other one is no better and nothing beside it comes or goes.
///    A stroke that comes near makes it nearly invisible and transparent to input.
/// 4. A notice goes after some seconds, or once it was read and a stroke or a command follows; a question goes when drawing
///    goes on, and the one for the hand when another message but that of a written file takes its place. What tells of a
///    state stays as long as the state; that of a written file covers it meanwhile.
/// 5. What reports of something that has happened (``Subject/isReport``) does not come back once another message has
///    covered it.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class Messages {
  /// What a message is about, the most important first.
  ///
  /// A later message about the same replaces one that is there.
  enum Subject: Int, CaseIterable {
    case saving
    /// A file was written, as was asked for: it covers even what tells of a state, which comes back
    /// after some seconds.
    case written
    case readOnly
    case recording
    case keyboardPen
    /// The layer that was to be drawn on is hidden or locked.
    case layer
    /// What was to be drawn on is a moment of the past.
    case past
    /// Another program took the drawing's file.
    case separated
    /// A PDF did not get the ink as the drawing was closed.
    case closingPDF
    /// A document or a picture that cannot be shown.
    case foreign
    /// A drawing was made of the file before, and is shown, as it was.
    case openedBefore
    /// A file is being written.
    case exporting
    case notice
    /// The drawing's file does not exist yet.
    case newFile
    /// The step that was made last, which can be taken back.
    case step
    /// The row of colours was changed, which can be taken back.
    case palette
    /// There is no page to go to.
    case noPages
    /// There is no history to look back through.
    case noHistory
    /// Something lies beside the pages.
    case besidePages
    /// Drawings that were not opened again by themselves.
    case offer
    case crash
    /// Drawings are where they may go with the program.
    case dataFolder
    case hand
    case gestures
    case erasing
    /// Handwriting is not read in the desktop's language.
    case languages
    case textGestures

    /// What tells of something that has just happened: a later one replaces any other.
    fileprivate static let news: Set<Self> = [
      .written, .notice, .newFile, .step, .palette, .noPages, .noHistory, .besidePages,
    ]

    /// Whether it tells of something that is past when the next message comes.
    var isReport: Bool { Self.news.contains(self) || self == .openedBefore }

    fileprivate enum Life {
      case state
      case notice
      case question
    }

    fileprivate var life: Life {
      switch self {
      case .saving, .readOnly, .recording, .exporting, .keyboardPen: .state
      case .written, .notice, .newFile, .step, .palette, .noPages, .noHistory, .besidePages,
        .languages, .textGestures:
        .notice
      case .layer, .past, .separated, .closingPDF, .foreign, .openedBefore, .offer, .crash,
        .dataFolder, .hand, .gestures, .erasing:
        .question
      }
    }
  }

  private struct Message {
    var sentence: String
    var actions: [(String, () -> Void)]
    /// Whether the first of the actions takes back what the sentence tells of.
    var takesBack = false
    var onClose: () -> Void
    /// `nil` once it was called.
    var onShown: (() -> Void)?
  }

  let card = Box(.horizontal, spacing: 12).styled("message-card")
  private let content = Box(.horizontal, spacing: 12)
  private let label = Label()
  private let buttonRow = Box(.horizontal, spacing: 8)
  /// As many buttons as any message needs.
  private let buttons = (0..<2).map { _ in Button(mnemonic: "") }
  private let overlay: CanvasOverlay
  /// What else the card must lie beside, as it does beside the tools; the overlay's points.
  var alsoBeside: () -> [Rect] = { [] }

  private var waiting: [Subject: Message] = [:]
  /// What the card shows now.
  private(set) var subject: Subject?
  /// What it had to lie beside when it was arranged last; the overlay's points.
  private var lastBeside: [Rect] = []
  /// The card's, in the overlay's points.
  private(set) var frame = Rect.empty
  /// The least box around the tip of the contact that draws, or drew last; widget points.
  private var freshInk = Rect.empty
  private var isAside = false
  /// ``arrange()`` was called during a contact.
  private var needsArrangement = false
  private var timers: [Timer] = []
  private var asideTimer: Timer?
  private var waitingForContact: Timer?
  /// Until the message is laid out.
  private var appearing: FrameTicks?
  /// Whether the shown message was there long enough to be read.
  private var wasRead = false
  /// Contacts that began after it was.
  private var contacts = 0
  /// Steps of the history that were made after it was.
  private var steps = 0

  /// Seconds.
  private static let noticeTime = (plain: 6.0, withActions: 12.0)
  /// Seconds after which a message counts as read.
  private static let readingTime = 3.0
  /// Points from the edges of the paper and from the tools.
  private static let margin = 12.0
  private static let greatestWidth = 620.0
  /// Where the card is narrower, its buttons are below the text.
  private static let narrow = 480.0
  /// Points from the card within which a stroke makes it step aside.
  private static let distance = 28.0

  init(over overlay: CanvasOverlay) {
    self.overlay = overlay
    let close = Button(icon: "window-close-symbolic").styled("flat")
    close.name(tr("Close"))
    // The card goes, and the focus would go to whatever is next.
    for button in [close] + buttons { button.focusesOnClick = false }
    label.wraps = true
    label.xAlign = 0
    label.ellipsis = .end
    label.expandsHorizontally = true
    for button in buttons { buttonRow.append(button) }
    for part in [Widget(label), Widget(buttonRow)] { part.verticalAlign = .center }
    close.verticalAlign = .start
    buttonRow.horizontalAlign = .end
    content.append(label, buttonRow)
    content.expandsHorizontally = true
    // A margin follows the direction of the text; padding in CSS does not.
    content.marginStart = 8
    card.append(content, close)
    card.setAccessibleRole(.status)
    card.isVisible = false
    close.clicked.connect { [weak self] in
      guard let self, let subject = self.subject else { return }
      let closed = self.waiting[subject]
      self.hide(subject)
      closed?.onClose()
    }
    for (i, button) in buttons.enumerated() {
      button.clicked.connect { [weak self] in
        // Until the next frame the card may still show buttons of the message before.
        guard let self, let actions = self.subject.flatMap({ self.waiting[$0] })?.actions,
          actions.indices.contains(i)
        else { return }
        actions[i].1()
      }
    }
  }

  // MARK: Showing

  /// Shows a message, with buttons for what can be done about it, once the more important ones have gone.
  ///
  /// - Parameters:
  ///   - takesBack: Whether the first button takes back what the sentence tells of.
  ///   - onClose: Called where the user closes the message; not where it goes by itself.
  ///   - onShown: Called once, as the message comes on the screen; not where it goes before that.
  func show(
    _ subject: Subject, _ sentence: String, actions: [(String, () -> Void)] = [],
    takesBack: Bool = false, onClose: @escaping () -> Void = {}, onShown: (() -> Void)? = nil
  ) {
    if Subject.news.contains(subject) {
      for other in Subject.news where other != subject { waiting[other] = nil }
    }
    let isNew = waiting[subject]?.sentence != sentence || subject.life != .state
    waiting[subject] = Message(
      sentence: sentence, actions: actions, takesBack: takesBack, onClose: onClose,
      onShown: onShown)
    if isNew, self.subject == subject { self.subject = nil }
    update()
  }

  /// Takes back the message about a subject, if there is one.
  func hide(_ subject: Subject) {
    waiting[subject] = nil
    update()
  }

  /// Takes back what the shown message tells of, as its button does; false where it has no such button.
  func takeBack() -> Bool {
    guard let message = subject.flatMap({ waiting[$0] }), message.takesBack else { return false }
    message.actions.first?.1()
    return true
  }

  /// Whether there is a message about a subject, shown or waiting.
  func has(_ subject: Subject) -> Bool { waiting[subject] != nil }

  private func update() {
    let next = Subject.allCases.first { waiting[$0] != nil }
    guard next != subject else { return }
    // It rests until the next start, but for a short notice of what was asked for.
    if subject == .hand, next != .written { waiting[.hand] = nil }
    if let subject, subject.isReport { waiting[subject] = nil }
    guard let next, let message = waiting[next] else {
      subject = nil
      appearing = nil
      card.isVisible = false
      frame = .empty
      timers = []
      return
    }
    guard !overlay.canvas.session.isBusy else {
      waitingForContact = Timer(after: 0.25) { [weak self] in self?.update() }
      return
    }
    waitingForContact = nil
    subject = next
    // Not between a layout and the frame that is painted of it: what is shown then has no size yet.
    appearing = FrameTicks(on: overlay.canvas.widget) { [weak self] _ in
      self?.appearing = nil
      self?.appear(message)
      return false
    }
    wasRead = false
    (contacts, steps) = (0, 0)
    timers = [Timer(after: Self.readingTime) { [weak self] in self?.wasRead = true }]
    if next.life == .notice {
      let time = message.actions.isEmpty ? Self.noticeTime.plain : Self.noticeTime.withActions
      timers.append(Timer(after: time) { [weak self] in self?.hide(next) })
    }
  }

  private func appear(_ message: Message) {
    label.text = message.sentence
    for (i, button) in buttons.enumerated() {
      button.isVisible = message.actions.indices.contains(i)
      if message.actions.indices.contains(i) { button.label = message.actions[i].0 }
    }
    buttonRow.isVisible = !message.actions.isEmpty
    comeBack()
    arrange(inFrame: true)
  }

  // MARK: Work goes on

  /// A command was performed: a notice that was there before it has done its work.
  func commandPerformed() {
    if let subject, wasRead, subject.life == .notice { hide(subject) }
  }

  /// A step of the history was made, by whatever means.
  func stepMade() {
    guard wasRead else { return }
    steps += 1
    guard let subject, subject.life == .question, goes(subject) else { return }
    // The step of a contact is made within it.
    MainLoop.after(0) { [weak self] in self?.contactEnded() }
  }

  /// Follows a contact of the tool.
  func follow(_ input: StylusInput) {
    let tip: Point?
    switch input {
    case .down(_, let sample):
      tip = sample.position
      freshInk = Rect(center: sample.position, radius: 1)
      if wasRead { contacts += 1 }
    case .move(_, let settled, let sample): tip = (sample ?? settled.last)?.position
    case .up, .lost, .cancelled:
      if !waiting.isEmpty { MainLoop.after(0) { [weak self] in self?.contactEnded() } }
      return
    }
    guard let tip else { return }
    freshInk = freshInk.union(Rect(center: tip, radius: 1))
    guard subject != nil, !isAside, frame.outset(by: Self.distance).contains(tip) else { return }
    isAside = true
    asideTimer = nil
    card.opacity = 0.08
    card.canTarget = false
    overlay.canvas.coveringWidgets.removeAll { $0.isSame(as: card) }
  }

  private func contactEnded() {
    guard !overlay.canvas.session.isBusy else { return }
    if let subject, goes(subject) { hide(subject) }
    update()
    if needsArrangement { arrange() }
    guard isAside else { return }
    asideTimer = Timer(after: 0.45) { [weak self] in
      guard let self, !self.overlay.canvas.session.isBusy else { return }
      self.comeBack()
      self.arrange()
    }
  }

  /// Whether a message goes with the contact that has ended.
  private func goes(_ subject: Subject) -> Bool {
    switch subject.life {
    case .state: false
    case .notice: contacts > 0
    // A line may have been begun before its question was seen.
    case .question: contacts > 1 || steps > 2
    }
  }

  private func comeBack() {
    isAside = false
    card.opacity = 1
    card.canTarget = true
    if !overlay.canvas.coveringWidgets.contains(where: { $0.isSame(as: card) }) {
      overlay.canvas.coveringWidgets.append(Widget(card))
    }
  }

  // MARK: Position

  /// Lays the card out anew: the window has another size, or the tools another position.
  ///
  /// Not within an allocation.
  ///
  /// - Parameter inFrame: Whether a frame begins, which is laid out before it is painted.
  func arrange(inFrame: Bool = false) {
    let paper = overlay.widget.bounds
    guard subject != nil, appearing == nil, paper.width > 1, paper.height > 1 else { return }
    // Nothing moves while somebody draws (S20).
    needsArrangement = overlay.canvas.session.isBusy
    guard !needsArrangement else { return }
    // Somebody drew when its frame came: it appears in the next one.
    guard inFrame || card.isVisible else {
      appearing = FrameTicks(on: overlay.canvas.widget) { [weak self] _ in
        self?.appearing = nil
        self?.arrange(inFrame: true)
        return false
      }
      return
    }
    // What is hidden cannot be measured.
    card.isVisible = true
    // At least two lines, and in any case less than a third of the window.
    label.lineLimit = max(2, Int(paper.height / 3 / 24) - 1)
    let area = paper.outset(by: -Self.margin)
    let others = ([overlay.pickerFrame] + alsoBeside()).filter { !$0.isEmpty }
    let candidates = [MessagePosition.Edge.top, .bottom].map { edge in
      MessagePosition.frame(
        at: edge, in: area, beside: others,
        width: Self.greatestWidth, distance: Self.margin
      ) { height(forWidth: $0) }
    }
    // Below tools at the top it would lie where drawing begins.
    let inOrder: [Rect] =
      candidates[0].minY > area.minY ? candidates.reversed() : candidates
    // Where something has come or gone its edge is chosen anew: it goes back when a bar that it made room for is closed.
    let stays = others == lastBeside
    lastBeside = others
    // The bar of a selection comes and goes, so no card is moved along its edge to lie beside it.
    let bar = overlay.shownSelectionBarFrame
    frame = MessagePosition.best(
      inOrder, now: stays ? frame : .empty, beside: others,
      clearOf: [
        bar.isEmpty ? .empty : bar.outset(by: Self.margin), overlay.selectionFrame,
        freshInk.outset(by: Self.distance),
      ])
    setNarrow(frame.width < Self.narrow)
    card.queueResize()
    noteShown()
  }

  /// Tells who asked for the shown message that it is on the screen.
  private func noteShown() {
    // The paper of a tab behind another one is not.
    guard let subject, overlay.canvas.widget.isMapped, let onShown = waiting[subject]?.onShown
    else { return }
    waiting[subject]?.onShown = nil
    onShown()
  }

  private func height(forWidth width: Double) -> Double {
    setNarrow(width < Self.narrow)
    return Double(card.measure(.vertical, for: Int(width)).natural)
  }

  private func setNarrow(_ isNarrow: Bool) {
    let orientation: Orientation = isNarrow ? .vertical : .horizontal
    guard content.orientation != orientation else { return }
    content.orientation = orientation
    content.spacing = isNarrow ? 6 : 12
  }
}

/// Where a message may lie on the paper; widget points.
enum MessagePosition {
  enum Edge {
    case top
    case bottom
  }

  /// The card's frame at an edge of `area`, at its middle where it is free of `tools` there, else as near the edge as they
  /// allow.
  ///
  /// - Parameters:
  ///   - width: The greatest one.
  ///   - distance: From the tools.
  ///   - height: The height that a width needs.
  static func frame(
    at edge: Edge, in area: Rect, beside tools: [Rect], width: Double, distance: Double,
    _ height: (Double) -> Double
  ) -> Rect {
    var free = area
    // Tools that stand at a side leave a narrower strip, those that lie across it a lower one.
    for tool in tools.map({ $0.outset(by: distance) }) where tool.intersects(free) {
      let rests = [
        Rect(x: free.minX, y: free.minY, width: tool.minX - free.minX, height: free.height),
        Rect(x: tool.maxX, y: free.minY, width: free.maxX - tool.maxX, height: free.height),
        Rect(x: free.minX, y: free.minY, width: free.width, height: tool.minY - free.minY),
        Rect(x: free.minX, y: tool.maxY, width: free.width, height: free.maxY - tool.maxY),
      ].filter { $0.width > 0 && $0.height > 0 }
      if let widest = rests.max(by: { $0.width * $0.height < $1.width * $1.height }) {
        free = widest
      }
    }
    let width = min(width, free.width).rounded(.down)
    let height = min(height(width), area.height)
    let y = edge == .top ? free.minY : free.maxY - height
    return free.centeredFrame(width: width, height: height, y: max(y, area.minY))
  }

  /// The frame that covers the least of the tools, and then of other things.
  ///
  /// - Parameters:
  ///   - frames: Of those that are equally good, the first one is taken.
  ///   - now: Where the message is; before all others that are not better.
  ///   - others: Each counts for more than all that follow; none that is empty counts.
  static func best(
    _ frames: [Rect], now: Rect = .empty, beside tools: [Rect], clearOf others: [Rect]
  ) -> Rect {
    func cost(_ frame: Rect) -> Int {
      var cost = tools.contains { $0.intersects(frame) } ? 1 : 0
      for other in others {
        cost = 2 * cost + (!other.isEmpty && other.intersects(frame) ? 1 : 0)
      }
      return cost
    }
    let inOrder = frames.filter { $0 == now } + frames
    return inOrder.min { cost($0) < cost($1) } ?? .empty
  }
}
