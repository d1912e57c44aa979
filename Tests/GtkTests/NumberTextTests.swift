import Gtk
import Testing

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      (35.3, 1, "35,3"), (35.25, 1, "35,3"), (35.04, 1, "35"), (35.96, 1, "36"), (0.05, 2, "0,05"),
      (-0.5, 1, "−0,5"), (-0.04, 1, "0"), (12.5, 2, "12,5"), (7, 0, "7"), (100, 0, "100"),
      (.nan, 1, "–"), (.infinity, 0, "–"), (1e300, 1, "–"),
    ] as [(Double, Int, String)])
  func `a number has the decimals that say something, behind the mark`(
    value: Double, decimals: Int, text: String
  ) {
    let written = NumberText.text(value, decimals: decimals, mark: ",")
    #expect(written == text)
  }

  @Test(
    arguments: [
      (0, 3, "0,000"), (0.25, 3, "0,250"), (30, 1, "30,0"), (-7, 1, "−7,0"), (8, 0, "8"),
    ] as [(Double, Int, String)])
  func `a reading that changes keeps its length`(value: Double, decimals: Int, text: String) {
    let written = NumberText.text(value, decimals: decimals, keepsZeros: true, mark: ",")
    #expect(written == text)
  }
}
