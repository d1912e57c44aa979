import InkModel
import Testing

@testable import Handwriting

struct InkLineTests {
  @Test func `strokes are a first point and steps, and everything else is skipped`() throws {
    let line = try InkLine(
      #" {"w":"u1","x":{"a":[1,{"s":[]}],"b":null},"s":[ [10, 20,1,2 ,-3,4e0],[5,-5.5],[]],"q":"a\"b","t":true} "#
    )
    #expect(
      line.strokes == [
        WrittenStroke([Point(10, 20), Point(11, 22), Point(8, 26)]),
        WrittenStroke([Point(5, -5.5)]),
        WrittenStroke([]),
      ])
    #expect(line.id == nil)
  }

  @Test(arguments: ["7", "null", #""a, \"b\"""#, "[1, [2]]", #"{"n":-1.5e3}"#])
  func `an id comes back as it stood`(id: String) throws {
    #expect(try InkLine(#"{"id": \#(id) , "s":[]}"#).id == id)
  }

  @Test(arguments: [
    "", "7", "[]", "{", "{}x", #"{"s":[]"#, #"{"s":[}]"#, #"{"s" []}"#, #"{s:[]}"#,
    #"{"s":[[1,2]],}"#, #"{"s":[[1,+2]]}"#, #"{"a":"unfinished}"#, #"{"a":tru,"s":[]}"#,
    #"{"s":[[1,2]]} {"s":[]}"#, "{\"a\":\"\u{1}\",\"s\":[]}",
  ])
  func `what is not one JSON object is refused`(line: String) {
    #expect(throws: InkLine.Problem.notJSON) { try InkLine(line) }
  }

  @Test(arguments: [
    "{}", #"{"s":null}"#, #"{"s":[[1]]}"#, #"{"s":[[1,2,3]]}"#, #"{"s":[1,2]}"#,
    #"{"s":[["1",2]]}"#, #"{"s":{"a":[]}}"#, #"{"t":"s"}"#,
  ])
  func `an object without strokes is refused`(line: String) {
    #expect(throws: InkLine.Problem.noStrokes) { try InkLine(line) }
  }

  @Test func `no nesting and no bytes make it crash`() {
    let deep = "{\"s\":" + String(repeating: "[", count: 100_000)
    #expect(throws: InkLine.Problem.notJSON) { try InkLine(deep) }
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: InkLine.Problem.notJSON) { try InkLine(objects) }
    var g = SeededGenerator(state: 3)
    let good = Array(#"{"id":"a","s":[[1,2,-3,4.5],[6,7]],"t":"x\\y"}"#.utf8)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &g) {
        bytes[Int.random(in: bytes.indices, using: &g)] = UInt8.random(in: 0...255, using: &g)
      }
      bytes.removeLast(Int.random(in: 0...5, using: &g))
      _ = try? InkLine(String(decoding: bytes, as: UTF8.self))
    }
  }
}
