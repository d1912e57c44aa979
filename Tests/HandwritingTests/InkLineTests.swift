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

  @Test(arguments: [
    ("7", "7"), ("null", "null"), (#""a, \"b\"""#, #""a, \"b\"""#), ("[1, [2]]", "[1,[2]]"),
    (#"{"n":-1.5e3}"#, #"{"n":-1.5e3}"#), (#""\ud800""#, "\"\u{FFFD}\""),
  ])
  func `an id comes back as JSON that says the same`(id: String, expected: String) throws {
    #expect(try InkLine(#"{"id": \#(id) , "s":[]}"#).id == expected)
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
    #expect(throws: InkLine.Problem.tooDeep) { try InkLine(deep) }
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: InkLine.Problem.tooDeep) { try InkLine(objects) }
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

/// A line is JSON where RFC 8259 says so, and nowhere else.
struct InkLineGrammarTests {
  /// Numbers, escapes and words by the grammar of RFC 8259, sections 3, 6 and 7.
  @Test(arguments: [
    "0", "-0", "-0.0", "10", "1.50", "1e5", "1E+05", "1e-5", "0.1e1", "1e999",
    #""\u0041\uD83D\uDE00\"\\\/\b\f\n\r\t""#, #""\uD800""#, "\"\u{7F}\u{2028}\"", "\"\"",
    "true", "false", "null", "[]", "{}", #"[{"a":[0]}]"#,
  ])
  func `what the grammar allows is skipped`(value: String) throws {
    #expect(try InkLine(#"{"x":\#(value),"s":[[1,2]]}"#).strokes == [WrittenStroke([Point(1, 2)])])
  }

  @Test(arguments: [
    "01", "-01", "00", "1.", ".5", "-", "-.5", "1e", "1e+", "1.e5", "+1", "1..2", "1e5.0", "0x1",
    "--1", "1-2", "Infinity", "NaN", "nul", "True", #""\x""#, #""\u12""#, #""\u12G4""#, #""\""#,
    "'a'", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,}"#, #"{1:2}"#,
  ])
  func `what the grammar forbids is no JSON, as a value and in a stroke`(value: String) {
    #expect(throws: InkLine.Problem.notJSON) { try InkLine(#"{"x":\#(value),"s":[]}"#) }
    #expect(throws: InkLine.Problem.notJSON) { try InkLine(#"{"s":[[1,\#(value)]]}"#) }
  }

  @Test func `a key is what its escapes say`() throws {
    let stroke = [WrittenStroke([Point(1, 2)])]
    let line = try InkLine(#"{"\u0073":[[1,2]],"i\u0064":7}"#)
    #expect(line.strokes == stroke)
    #expect(line.id == "7")
    // A key with a quotation mark in it is another key.
    #expect(throws: InkLine.Problem.noStrokes) { try InkLine(#"{"s\"":[[1,2]]}"#) }
  }

  @Test(arguments: ["1e999", "-1e400"])
  func `a coordinate that no number holds is no stroke`(number: String) {
    #expect(throws: InkLine.Problem.noStrokes) { try InkLine(#"{"s":[[1,\#(number)]]}"#) }
    #expect(throws: InkLine.Problem.noStrokes) {
      try InkLine(#"{"s":[[1e308,1e308,1e308,1e308]]}"#)
    }
  }

  @Test func `nesting and size have limits, which are told`() throws {
    func nested(_ depth: Int) -> String {
      let (open, close) = (
        String(repeating: "[", count: depth - 1), String(repeating: "]", count: depth - 1)
      )
      return #"{"s":[],"x":\#(open)\#(close)}"#
    }
    #expect(try InkLine(nested(InkLine.deepestNesting)).strokes == [])
    #expect(throws: InkLine.Problem.tooDeep) { try InkLine(nested(InkLine.deepestNesting + 1)) }
    for start in ["{\"s\":", "{\"a\":[", "{\"a\":{\"b\":"] {
      let unit = String(start.dropFirst(5))
      let line = start + String(repeating: unit.isEmpty ? "[" : unit, count: 100_000)
      #expect(throws: InkLine.Problem.tooDeep) { try InkLine(line) }
    }
    func long(_ size: Int) -> String {
      let frame = #"{"s":[],"x":""}"#
      return #"{"s":[],"x":"\#(String(repeating: "a", count: size - frame.utf8.count))"}"#
    }
    #expect(try InkLine(long(InkLine.mostBytes)).strokes == [])
    #expect(throws: InkLine.Problem.tooLong) { try InkLine(long(InkLine.mostBytes + 1)) }
  }
}
