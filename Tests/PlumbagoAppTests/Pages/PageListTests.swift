import InkModel
import Testing

@testable import PlumbagoApp

/// Where the pages of the panel are, and which are selected.
@MainActor @Suite struct PageListTests {
  @Test(arguments: [1, 2, 9, 999], [210.0, 400, 640])
  func `each page has a cell of its own, which leads back to it`(count: Int, width: Double) {
    for isMirrored in [false, true] {
      let grid = PageGrid(count: count, width: width, isMirrored: isMirrored)
      for index in 0..<count {
        let frame = grid.frame(index)
        #expect(frame.minX >= 0 && frame.maxX <= width + 1 && frame.maxY <= grid.height + 1)
        #expect(grid.index(at: frame.center) == index)
        #expect(grid.indices(from: frame.minY + 1, to: frame.maxY - 1).contains(index))
      }
      #expect(grid.index(at: Point(width / 2, grid.height + 5)) == nil)
    }
  }

  @Test func `a drop is before the page whose nearer half it is on`() {
    let column = PageGrid(count: 3, width: 210)
    let cell = column.frame(1)
    #expect(column.insertion(at: Point(100, cell.minY + 10)) == 1)
    #expect(column.insertion(at: Point(100, cell.maxY - 10)) == 2)
    #expect(column.insertion(at: Point(100, 5000)) == 3)
    let rows = PageGrid(count: 5, width: 450)
    #expect(rows.columns == 3)
    #expect(rows.insertion(at: rows.frame(4).center + Vector(30, 0)) == 5)
    #expect(rows.insertion(at: rows.frame(4).center - Vector(30, 0)) == 4)
    let mirrored = PageGrid(count: 5, width: 450, isMirrored: true)
    #expect(mirrored.insertion(at: mirrored.frame(1).center - Vector(30, 0)) == 2)
  }

  @Test func `one page, some, or all between two are selected, and at least one`() {
    let order: [Int32] = [4, 2, 7, 1]
    var selection = PageSelection()
    selection.select(2, .one, in: order)
    #expect(selection.ids == [2])
    selection.select(1, .range, in: order)
    #expect(selection.ids == [2, 7, 1] && selection.cursor == 1)
    selection.select(4, .range, in: order)
    #expect(selection.ids == [4, 2])
    selection.select(7, .toggle, in: order)
    #expect(selection.ids == [4, 2, 7])
    selection.select(4, .toggle, in: order)
    selection.select(2, .toggle, in: order)
    selection.select(7, .toggle, in: order)
    #expect(selection.ids == [7])
    // The page has gone: the one in view is selected instead.
    selection.keep(in: [4, 2], else: 2)
    #expect(selection.ids == [2] && selection.cursor == 2)
    selection.selectAll(in: order)
    #expect(selection.ids == Set(order))
  }

  @Test func `several are selected one by one from none on, and none is selected but by a tap`() {
    let order: [Int32] = [4, 2, 7, 1]
    var selection = PageSelection()
    // The page in view.
    selection.keep(in: order, else: 7)
    #expect(selection.ids == [7])
    selection.beginSeveral()
    #expect(selection.ids.isEmpty)
    selection.select(4, .toggle, in: order)
    selection.select(2, .toggle, in: order)
    #expect(selection.ids == [4, 2])
    // The keyboard goes on to another, from which Shift takes all to the next.
    selection.move(to: 7)
    #expect(selection.ids == [4, 2] && selection.cursor == 7)
    selection.select(1, .range, in: order)
    #expect(selection.ids == [7, 1])
    selection.select(7, .toggle, in: order)
    selection.select(1, .toggle, in: order)
    #expect(selection.ids.isEmpty)
    // Those that were selected are deleted.
    selection.select(4, .toggle, in: order)
    selection.keep(in: [2, 7, 1], else: 2)
    #expect(selection.ids.isEmpty)
    selection.endSeveral(at: 2, in: [2, 7, 1])
    #expect(selection.ids == [2])
    selection.select(7, .range, in: [2, 7, 1])
    selection.beginSeveral()
    #expect(selection.ids == [2, 7], "what was selected together stays")
  }

  @Test func `a page that nobody has chosen is selected only as long as it is in view`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var (order, view): ([Int32], Int) = ([1, 2, 3, 4], 0)
      var selection = PageSelection()
      selection.keep(in: order, else: order[view])
      for id: Int32 in 5..<25 {
        // Pages come, go and change places by undo and redo, and now and then the view moves.
        let hasMoved = Bool.random(using: &random)
        if hasMoved {
          view = Int.random(in: order.indices, using: &random)
        } else if Bool.random(using: &random) {
          order.insert(id, at: Int.random(in: 0...order.count, using: &random))
        } else {
          order.shuffle(using: &random)
          if order.count > 2 { order.removeFirst() }
        }
        view = min(view, order.count - 1)
        selection.keep(in: order, else: order[view])
        let isFollowed = selection.follow(order[view], hasMoved: hasMoved, in: order)
        #expect(isFollowed && selection.ids == [order[view]])
      }
    }
  }

  @Test func `what was chosen stays selected wherever its pages go, one page until the view moves`()
  {
    let order: [Int32] = [4, 2, 7, 1]
    var selection = PageSelection()
    selection.keep(in: order, else: 4)
    // A command moves it behind the next one, which is in view now.
    selection.hold()
    var isFollowed = selection.follow(2, hasMoved: false, in: [2, 4, 7, 1])
    #expect(!isFollowed && selection.ids == [4])
    // Undo brings it into view again, and redo takes it away.
    isFollowed = selection.follow(4, hasMoved: false, in: order)
    #expect(isFollowed)
    isFollowed = selection.follow(2, hasMoved: false, in: [2, 4, 7, 1])
    #expect(isFollowed && selection.ids == [2])
    selection.select(7, .range, in: order)
    isFollowed = selection.follow(1, hasMoved: true, in: order)
    #expect(!isFollowed && selection.ids == [2, 7])
    selection.select(7, .one, in: order)
    isFollowed = selection.follow(1, hasMoved: false, in: [4, 2, 1, 7])
    #expect(!isFollowed && selection.ids == [7])
    isFollowed = selection.follow(1, hasMoved: true, in: [4, 2, 1, 7])
    #expect(isFollowed && selection.ids == [1])
  }
}
