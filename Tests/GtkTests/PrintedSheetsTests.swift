import CGtk
import InkModel
import Testing

@testable import Gtk

@Suite("Sheets from the printer") struct PrintedSheetsTests {
  private static let perSide = [1, 2, 4, 6, 9, 16]

  /// A4, upright or across.
  private func paper(
    isAcross: Bool, isTurned: Bool = false,
    margins: PrintedSheets.Margins = PrintedSheets.Margins(top: 18, bottom: 18, left: 18, right: 18)
  ) -> PrintedSheets.Paper {
    PrintedSheets.Paper(
      width: isAcross ? 842 : 595, height: isAcross ? 595 : 842, margins: margins,
      isAcross: isAcross, isTurned: isTurned)
  }

  private func sheets(
    of count: Int, _ change: (inout PrintedSheets.Choice) -> Void = { _ in }
  ) -> PrintedSheets {
    var choice = PrintedSheets.Choice()
    change(&choice)
    return PrintedSheets(choice, of: count)
  }

  /// Where the pages of a full sheet lie on it.
  private func places(
    _ pagesPerSide: Int, on paper: PrintedSheets.Paper,
    _ change: (inout PrintedSheets.Choice) -> Void = { _ in }
  ) -> [Rect] {
    let sheets = sheets(of: pagesPerSide) {
      $0.pagesPerSide = pagesPerSide
      change(&$0)
    }
    let area = Rect(x: 0, y: 0, width: paper.area.dx, height: paper.area.dy)
    return (0..<pagesPerSide).map { sheets.placing($0, on: paper)(area) }
  }

  // MARK: Which pages

  @Test(arguments: perSide)
  func `S103 each page that is to be printed is once on the sheets, in order`(side: Int) {
    for count in 1...40 {
      let sheets = sheets(of: count) { $0.pagesPerSide = side }.sheets
      #expect(Array(sheets.joined()) == Array(0..<count))
      #expect(sheets.dropLast().allSatisfy { $0.count == side })
      let last = sheets.last?.count ?? 0
      #expect(last > 0 && last <= side)
    }
  }

  @Test func `S103 of some pages come out those sheets alone`() {
    let second = sheets(of: 4) { $0.ranges = [1...1] }
    #expect(second.sheets == [[1]])
    let some = sheets(of: 5) { $0.ranges = [0...2, 4...Int.max] }
    #expect(some.sheets == [[0], [1], [2], [4]])
    // What is beyond the last page is no page.
    let beyond = sheets(of: 3) { $0.ranges = [1...8, 7...9] }
    #expect(beyond.sheets == [[1], [2]])
    let none = sheets(of: 3) { $0.ranges = [] }
    #expect(none.sheets.isEmpty)
    let two = sheets(of: 4) {
      $0.ranges = [0...0, 2...3]
      $0.pagesPerSide = 2
    }
    #expect(two.sheets == [[0, 2], [3]])
    // GTK has no places for three.
    let three = sheets(of: 2) { $0.pagesPerSide = 3 }
    #expect(three.sheets == [[0], [1]])
  }

  @Test func `S103 odd and even sheets come out, and the last one first`() {
    let odd = sheets(of: 5) { $0.parity = .odd }
    #expect(odd.sheets == [[0], [2], [4]])
    let even = sheets(of: 5) { $0.parity = .even }
    #expect(even.sheets == [[1], [3]])
    let none = sheets(of: 1) { $0.parity = .even }
    #expect(none.sheets.isEmpty)
    let reversed = sheets(of: 5) {
      $0.pagesPerSide = 2
      $0.isReversed = true
    }
    #expect(reversed.sheets == [[4], [2, 3], [0, 1]])
    let both = sheets(of: 6) {
      $0.pagesPerSide = 2
      $0.parity = .odd
      $0.isReversed = true
    }
    #expect(both.sheets == [[4, 5], [0, 1]])
  }

  // MARK: Where they lie

  @Test(arguments: perSide)
  func `S103 pages of a sheet lie on it beside each other, as large as they can`(side: Int) {
    let wide = PrintedSheets.Margins(top: 10, bottom: 30, left: 20, right: 40)
    let even = PrintedSheets.Margins(top: 18, bottom: 18, left: 18, right: 18)
    for (isAcross, isTurned) in [(false, false), (true, false), (false, true), (true, true)] {
      for margins in [even, wide] {
        let sheet = paper(isAcross: isAcross, isTurned: isTurned, margins: margins)
        let whole = Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
        // Where margins differ, GTK moves several a side by what they differ.
        let reached = margins == even ? sheet.printable.outset(by: 1e-6) : whole
        let found = places(side, on: sheet)
        for (i, place) in found.enumerated() {
          let isReached = reached.contains(place)
          #expect(isReached, "\(place)")
          let inner = place.outset(by: -1e-6)
          let meets = found[(i + 1)...].contains { inner.intersects($0) }
          #expect(!meets, "\(place)")
        }
        // Margins, smaller ones around each page, and for six a side two strips that are left over.
        let covered = found.map { $0.width * $0.height }.reduce(0, +)
        let share = covered / (sheet.width * sheet.height)
        #expect(share > (side == 6 ? 0.5 : 0.65))
      }
    }
  }

  @Test func `S103 a page of its own has all that the printer reaches`() {
    let margins = PrintedSheets.Margins(top: 10, bottom: 30, left: 20, right: 40)
    let upright = paper(isAcross: false, margins: margins)
    #expect(places(1, on: upright) == [Rect(x: 20, y: 10, width: 535, height: 802)])
    // Turned to the right, so that the lower margin is at the left.
    let across = paper(isAcross: true, margins: margins)
    #expect(places(1, on: across) == [Rect(x: 30, y: 20, width: 802, height: 535)])
    let turned = paper(isAcross: false, isTurned: true, margins: margins)
    #expect(places(1, on: turned) == places(1, on: upright))
    let corner = sheets(of: 1).placing(0, on: turned)(Point(0, 0))
    #expect(corner == Point(555, 812))
  }

  @Test func `S103 two pages a side lie across the sheet, the first at its lower end`() {
    let paper = paper(isAcross: false)
    let places = places(2, on: paper)
    #expect(places[0].minY > 421 && places[1].maxY < 421)
    #expect(places.allSatisfy { $0.width > $0.height })
    // Right on the page is up on the sheet, and down on the page is right there.
    let placing = sheets(of: 2) { $0.pagesPerSide = 2 }.placing(0, on: paper)
    let (right, down) = (placing(Vector(1, 0)), placing(Vector(0, 1)))
    #expect(right.dx == 0 && right.dy < -0.6)
    #expect(down.dx > 0.6 && down.dy == 0)
    // Pages that lie across stand beside each other on a sheet that does.
    let across = self.places(2, on: self.paper(isAcross: true))
    #expect(across[0].maxX < 421 && across[1].minX > 421)
    #expect(across.allSatisfy { $0.height > $0.width })
  }

  /// `quarters` are the pages at the upper left, upper right, lower left and lower right.
  @Test(
    arguments: [
      ("lrtb", [0, 1, 2, 3]), ("lrbt", [2, 3, 0, 1]), ("rltb", [1, 0, 3, 2]),
      ("rlbt", [3, 2, 1, 0]), ("tblr", [0, 2, 1, 3]), ("tbrl", [2, 0, 3, 1]),
      ("btlr", [1, 3, 0, 2]), ("btrl", [3, 1, 2, 0]),
    ])
  func `S103 four pages a side fill it in the order that GTK names so`(
    name: String, quarters: [Int]
  ) {
    let settings: OpaquePointer = gtk_print_settings_new()
    defer { g_object_unref(settings.raw) }
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_NUMBER_UP_LAYOUT, name)
    let order = PrintedSheets.Choice(settings, currentPage: nil).order
    let places = places(4, on: paper(isAcross: false)) { $0.order = order }
    for (quarter, page) in quarters.enumerated() {
      let middle = places[page].center
      #expect((middle.x > 297) == (quarter % 2 == 1))
      #expect((middle.y > 421) == (quarter > 1))
    }
  }

  @Test(arguments: perSide)
  func `S103 a scale makes all of a page smaller or larger, from the corner of its place`(
    side: Int
  ) {
    let paper = paper(isAcross: false)
    let one = sheets(of: side) { $0.pagesPerSide = side }
    let half = sheets(of: side) {
      $0.pagesPerSide = side
      $0.scale = 0.5
    }
    for place in 0..<side {
      let (whole, small) = (one.placing(place, on: paper), half.placing(place, on: paper))
      #expect(small(Point(0, 0)) == whole(Point(0, 0)))
      #expect(abs(small.meanScale - whole.meanScale / 2) < 1e-12)
    }
  }

  // MARK: What the dialog was answered

  @Test func `S103 what GTK's dialog was answered is read`() {
    let settings: OpaquePointer = gtk_print_settings_new()
    defer { g_object_unref(settings.raw) }
    let untouched = PrintedSheets.Choice(settings, currentPage: 1)
    #expect(untouched == PrintedSheets.Choice())
    // By the names and values that GTK documents for files of settings.
    for (key, value) in [
      ("print-pages", "ranges"), ("page-ranges", "0-1,3,5--1"), ("number-up", "6"),
      ("page-set", "even"), ("reverse", "true"), ("scale", "150"),
    ] {
      gtk_print_settings_set(settings, key, value)
    }
    let choice = PrintedSheets.Choice(settings, currentPage: 1)
    #expect(choice.ranges == [0...1, 3...3, 5...Int.max])
    #expect(choice.pagesPerSide == 6 && choice.scale == 1.5)
    #expect(choice.parity == .even && choice.isReversed)
    gtk_print_settings_set(settings, "print-pages", "current")
    gtk_print_settings_set(settings, "page-set", "odd")
    let other = PrintedSheets.Choice(settings, currentPage: 1)
    #expect(other.ranges == [1...1] && other.parity == .odd)
  }
}
