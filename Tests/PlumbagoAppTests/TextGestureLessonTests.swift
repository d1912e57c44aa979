import InkModel
import Testing

@testable import PlumbagoApp

@MainActor
@Suite("Gestures over text in the help") struct TextGestureLessonTests {
  /// Letters of different widths, in lines of a height.
  private func field(_ lesson: TextGestureLesson, height: Double) -> [Rect] {
    var x = 30.0
    return (lesson.text.unicodeScalars.map { Optional($0) } + [nil]).map { scalar in
      defer { x += (scalar == "i" || scalar == "l" || scalar == " " ? 0.25 : 0.5) * height }
      return Rect(x: x, y: 20, width: 0, height: height)
    }
  }

  @Test(arguments: TextGestureLesson.allCases, [14.0, 20, 31])
  func `S52 each picture shows what the app makes of the stroke in it`(
    lesson: TextGestureLesson, height: Double
  ) {
    let field = lesson.field(lesson.text, field(lesson, height: height))
    let result = lesson.result(in: field)
    let selected = result.selection.map { range in
      String(String.UnicodeScalarView(Array(lesson.text.unicodeScalars)[range]))
    }
    switch lesson {
    case .scratchOut, .strikeThrough: #expect(result.text == "milk bread")
    case .circle: #expect(selected == "sugar")
    case .underline: #expect(selected == "bread")
    case .part: #expect(result.text == "milk sugar bread")
    case .join: #expect(result.text == "milk strawberry")
    case .gap: #expect(result.text == "milk or bread")
    case .newLine: #expect(result.text == "milk\nbread")
    case .passOver: #expect(selected == "sugar bread")
    }
    #expect(!lesson.title.isEmpty && !lesson.instruction.isEmpty)
  }
}
