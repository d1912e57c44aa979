/// What a stroke reads as that was hardly meant as a text: a tip that slipped, a swipe of a list.
///
/// Where nothing is written yet, in the blank space of a list or over an item's name, marks alone are no text. Letters,
/// digits and signs that say something by themselves, as “?”, “+” and “#”, are.
public enum StrayMarks {
  private static let all: Set<Unicode.Scalar> = Set(
    (".,‚·•․‥…:;'`´’‘‛′\"“”„″-‐‑‒–—―−_‾¯|¦/\\~∼˜()‹›"
      + "、。・､｡･，．：；＇｀ーｰ－＿｜／＼～〜（）").unicodeScalars)

  /// Whether a text has such marks and no more; false where it is empty.
  public static func areAll(of text: String) -> Bool {
    let marks = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    return !marks.isEmpty && marks.allSatisfy(all.contains)
  }
}
