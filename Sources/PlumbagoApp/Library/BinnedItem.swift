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

  /// Where items were and where they are in the bin; empty unless that is known of all of them.
  ///
  /// One step back is for all or for none: what a message tells of as one is never undone in part. Of what the portal of a
  /// sandbox has moved it is never known, nor could it be taken out from there.
  static func origins(of items: [BinnedItem]) -> [(path: String, binned: String)] {
    let known = items.compactMap { item in item.binned.map { (path: item.path, binned: $0) } }
    return known.count == items.count ? known : []
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
