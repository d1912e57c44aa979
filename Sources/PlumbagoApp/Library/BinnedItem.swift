import Gtk
import InkStore

/// A drawing or a folder that was moved to the desktop's bin.
struct BinnedItem {
  /// Where it was.
  var path: String
  var isFolder: Bool
  /// Where it is in the bin, as far as that is known.
  var binned: String?
  /// What became of a last commit in its log that cannot be read.
  var torn: TornCommit?

  /// Why something stays where it is.
  struct Failure: Error {
    var sentence: String
  }

  /// Moves one there that is open nowhere.
  ///
  /// The bin takes a drawing's file and not the log beside it, so what a crash left there is
  /// brought into the file before; where that cannot be, the drawing stays. A folder goes with all
  /// that is in it, logs included.
  static func take(_ path: String) async throws(Failure) -> BinnedItem {
    var item = BinnedItem(path: path, isFolder: FileTest.isFolder(path))
    if !item.isFolder {
      do throws(DocumentStoreError) {
        item.torn = try await DocumentStore.bringInLog(of: path)
      } catch {
        throw Failure(sentence: ErrorPresentation.sentence(error, path: path))
      }
    }
    do throws(Bin.Failure) {
      item.binned = try Bin.take(path)
    } catch {
      throw Failure(sentence: error.sentence)
    }
    return item
  }
}
