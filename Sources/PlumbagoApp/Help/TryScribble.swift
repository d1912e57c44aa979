import Gtk

/// What the page “Try Scribble” of the help has: each gesture with a picture of it and a text to practise on
/// (`data/ui/try-gesture.ui`), and a field of every kind (`data/ui/try-fields.ui`).
@MainActor
enum TryScribble {
  /// Adds a row for each gesture, and a button that puts the texts back.
  static func addGestures(to rows: Box, below box: Box) {
    var resets: [() -> Void] = []
    for lesson in TextGestureLesson.allCases {
      guard let layout = Layout("try-gesture") else { return }
      let title: Label = layout.child("title")
      title.text = lesson.title
      let instruction: Label = layout.child("instruction")
      instruction.text = lesson.instruction
      let art = TextGestureArt(lesson)
      let picture: Button = layout.child("picture")
      picture.setChild(art.widget)
      picture.name(tr("Play: {gesture}").filled("gesture", lesson.title))
      picture.clicked.connect { [weak art] in art?.play() }
      let line: Entry = layout.child("line")
      let page: TextView = layout.child("page")
      let frame: Widget = layout.child("page_frame")
      (line.isVisible, frame.isVisible) = (!lesson.isPage, lesson.isPage)
      let name = tr("Practice: {gesture}").filled("gesture", lesson.title)
      line.setExtraMenu(TextMenu.steps)
      page.setExtraMenu(TextMenu.steps)
      if lesson.isPage {
        page.setAccessibleName(name)
        resets.append { page.text = lesson.text }
      } else {
        line.setAccessibleName(name)
        resets.append { line.text = lesson.text }
      }
      layout.append("row", to: rows)
    }
    for reset in resets { reset() }
    let button = Button(tr("Start Over"))
    button.horizontalAlign = .start
    button.clicked.connect { for reset in resets { reset() } }
    box.append(button)
  }

  /// Adds a field of every kind.
  static func addFields(to box: Box) {
    guard let layout = Layout("try-fields") else { return }
    layout.append("rows", to: box)
  }
}
