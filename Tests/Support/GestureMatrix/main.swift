import Canvas
import Foundation
import RecordedGestures

/// What `scripts/gestures` runs; it says what the options are.
func printMatrix(of arguments: ArraySlice<String>) -> Int32 {
  var confusion = GestureConfusion()
  let isStrict = arguments.first == "--strict"
  for file in isStrict ? arguments.dropFirst() : arguments {
    do {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      confusion.add(try GestureRecording(parsing: text))
    } catch let error as GestureRecordingError {
      return complain("\(file), \(error.sentence)")
    } catch {
      return complain("\(file): \(error.localizedDescription)")
    }
  }
  print(confusion.text, terminator: "")
  return isStrict && !confusion.isMet ? 1 : 0
}

func complain(_ sentence: String) -> Int32 {
  FileHandle.standardError.write(Data("gesture-matrix: \(sentence)\n".utf8))
  return 2
}

exit(printMatrix(of: CommandLine.arguments.dropFirst()))
