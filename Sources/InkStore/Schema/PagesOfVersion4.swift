import InkModel

/// The pages of a file of versions 2 to 4, which are words in rows of `settings`, as rows of `page`.
struct PagesOfVersion4 {
  private var rows: [SettingsRow] = []
  private var steps: [StepRow] = []
  /// No element names a page of these numbers: whatever it named, it lay on the canvas.
  private let firstID: Int32

  init(in c: Connection) throws(SQLiteError) {
    firstID = Int32(clamping: try c.int("SELECT max(page) FROM element WHERE page < 1000000")) + 1
    let s = try c.prepare("SELECT \(SettingsRow.columns) FROM settings ORDER BY born")
    while try s.step() {
      let row = SettingsRow(born: s.int(0), value: s.text(1))
      // A damaged row stays as it is, so that it is noticed.
      if row.seal == s.int(2) { rows.append(row) }
    }
    let t = try c.prepare("SELECT \(StepRow.columns) FROM step WHERE settings <> 0")
    while try t.step() { if let step = try? StepRow(t) { steps.append(step) } }
  }

  func write(to c: Connection) throws(SQLiteError) {
    var last = PageLayout.infinite
    var alive: [PageRow] = []
    var number: Int64 = 0
    for row in rows {
      let layout = numbered(row.settings.layout)
      if layout != last {
        let (old, new) = (Set(last.pages), Set(layout.pages))
        for var page in alive where !new.contains(page.value) {
          page.died = row.born
          try page.update(in: c)
        }
        alive.removeAll { !new.contains($0.value) }
        for page in layout.pages where !old.contains(page) {
          number += 1
          let page = PageRow(row: number, value: page, born: row.born, died: nil)
          try page.insert(into: c)
          alive.append(page)
        }
        if var step = steps.first(where: { $0.number == row.born }) {
          step.settings |= ChangedSettings.pages.rawValue
          try c.statement("UPDATE step SET settings = ?, seal = ? WHERE number = ?")
            .run(step.settings, step.seal, step.number)
        }
        last = layout
      }
      let words = row.value.split(separator: " ").filter { word in
        !["pages=", "width=", "height="].contains(where: word.hasPrefix)
      }
      try SettingsRow(born: row.born, value: words.joined(separator: " ")).insert(into: c)
    }
  }

  private func numbered(_ layout: PageLayout) -> PageLayout {
    guard firstID > 1 else { return layout }
    return PageLayout(
      layout.pages.map { page in
        var copy = page
        copy.id += firstID - 1
        return copy
      })
  }
}
