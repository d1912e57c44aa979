import Canvas
import InkModel
import PageReading

/// What can be done with what is selected: the one list of which the context menu of a selection is made, and the menu of its
/// bar.
///
/// It has what can act on something of the selection, and nothing else.
struct SelectionMenu {
  /// What of a selection its menus depend on.
  struct Contents {
    /// Ink that may be writing.
    var hasWriting = false
    var hasTexts = false
    /// Something that has a colour.
    var hasColors = false
    /// One picture is all that there is.
    var isPicture = false
    /// The picture has lines that can become ink.
    var hasLines = false

    /// - Parameter hasLines: Whether a picture that is all there is has lines that can become ink.
    init(_ elements: [Element], hasLines: Bool = false) {
      for element in elements {
        if element.mayBeWriting { hasWriting = true }
        if element.textBox != nil { hasTexts = true }
        if element.color != nil { hasColors = true }
      }
      isPicture = elements.count == 1 && elements[0].picture != nil
      self.hasLines = isPicture && hasLines
    }
  }

  /// What is done to all that is selected.
  let editing: [[String]]
  /// What is done to a picture: a submenu where the menu has such.
  let picture: [[String]]
  /// What becomes of it: text, another look, another place, a file.
  let arranging: [[String]]

  init(of contents: Contents) {
    editing = [["win.cut", "win.copy", "win.duplicate", "win.delete"]]
    let toInk = "win.picture-to-ink"
    picture =
      contents.isPicture
      ? CommandMenus.picture.map { $0.filter { $0 != toInk || contents.hasLines } }
        .filter { !$0.isEmpty } : []
    var text: [String] = []
    if contents.hasWriting || contents.hasTexts { text.append("win.copy-as-text") }
    if contents.hasWriting { text.append("win.convert-to-text") }
    let color = contents.hasColors ? ["win.selection-color"] : []
    arranging = [
      text, color + ["win.to-front", "win.to-back", "win.move-to-layer"], ["win.export-selection"],
    ].filter { !$0.isEmpty }
  }

  /// All of it, in its order.
  var sections: [[String]] { editing + picture + arranging }

  /// What the selection's bar has buttons for.
  private static let buttons: Set<String> = [
    "win.copy", "win.duplicate", "win.delete", "win.selection-color", "win.crop",
  ]

  /// What is left for the menu of the selection's bar.
  var besideButtons: [[String]] {
    sections.map { $0.filter { !Self.buttons.contains($0) } }.filter { !$0.isEmpty }
  }
}
