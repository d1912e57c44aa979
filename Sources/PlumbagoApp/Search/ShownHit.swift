import InkModel
import SearchIndex

/// A hit in a drawing, to be shown once that is open.
struct ShownHit {
  /// What was searched for.
  var words: String
  /// From 1 on; 0 on a canvas without pages.
  var page: Int
  /// Around the words, in the page's space.
  var box: Rect
}

extension ShownHit {
  /// `nil` for what is in a title: that is on no page.
  init?(_ hit: SearchHit, words: String) {
    guard let box = hit.box else { return nil }
    self.init(words: words, page: hit.page, box: box)
  }
}
