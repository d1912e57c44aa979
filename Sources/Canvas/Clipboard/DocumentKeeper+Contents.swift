import InkModel
import InkStore

extension DocumentKeeper {
  /// What strokes were made from, from the file or from commands that are not written yet.
  ///
  /// Contents that cannot be read are left out.
  public func contents(_ ids: Set<ContentID>) async -> [ContentID: StrokeContent] {
    var found: [ContentID: StrokeContent] = [:]
    for case .commit(_, let edit) in queue {
      for content in edit.contents where ids.contains(content.id) { found[content.id] = content }
    }
    guard let store else { return found }
    for id in ids where found[id] == nil {
      if let content = try? await store.content(id) { found[id] = content }
    }
    return found
  }
}
