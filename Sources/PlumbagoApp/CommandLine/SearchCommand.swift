import Gtk
import Handwriting
import InkStore
import PageReading
import SearchIndex

/// `plumbago search` and `plumbago index`, without a display.
nonisolated enum SearchCommand {
  /// Reads what is new in a folder, or in the library.
  static func index(_ folder: String?) async -> ExitCode {
    guard let index = opened() else { return .failure }
    return await update(index, in: folder ?? Library.folder)
  }

  /// Prints where words are, the best hits first: after reading what is new.
  static func search(_ words: String, in folder: String?, json: Bool) async -> ExitCode {
    guard let index = opened() else { return .failure }
    let folder = folder ?? Library.folder
    let code = await update(index, in: folder)
    do throws(IndexFailure) {
      let query = SearchQuery(words, isKnown: SearchReading.knows)
      // A word may be on thousands of lines: each is told as soon as it is found.
      let isWhole = try await index.search(query, in: folder) { hit in
        Console.say(json ? self.json(hit).text : text(hit))
      }
      return isWhole ? code : .failure
    } catch {
      return failed(error)
    }
  }

  private static func opened() -> SearchIndex? {
    do throws(IndexFailure) {
      return try SearchIndex(at: Installation.searchIndex)
    } catch {
      _ = failed(error)
      return nil
    }
  }

  private static func failed(_ error: IndexFailure) -> ExitCode {
    Console.complain(
      tr("The index of what is written cannot be used: {reason}").filled("reason", error.message))
    return .failure
  }

  private static func update(_ index: SearchIndex, in folder: String) async -> ExitCode {
    guard FileTest.isFolder(folder) else {
      // Without drawings there is no library yet.
      guard folder != Library.folder else { return .success }
      Console.complain(tr("There is no folder “{folder}”.").filled("folder", folder))
      return .failure
    }
    var code = ExitCode.success
    do throws(IndexFailure) {
      let items = try await index.outdated(in: folder)
      if !items.isEmpty, let error = SearchReading.missing {
        Console.complain(ErrorPresentation.sentence(error))
      }
      for item in items {
        do {
          try await index.update(
            item, with: SearchReading.reader, documents: { ReadDocumentTexts($0) })
        } catch let error as DocumentStoreError {
          // The others are searched all the same.
          Console.complain(ErrorPresentation.sentence(error, path: item.path))
          code = .failure
        } catch let error as IndexFailure {
          throw error
        } catch {
          continue
        }
      }
    } catch {
      return failed(error)
    }
    return code
  }

  private static func text(_ hit: SearchHit) -> String {
    hit.page > 0
      ? tr("{file}, page {page}: {text}").filled("file", hit.path)
        .filled("page", String(hit.page)).filled("text", hit.text)
      : tr("{file}: {text}").filled("file", hit.path).filled("text", hit.text)
  }

  private static func json(_ hit: SearchHit) -> JSON {
    .object([
      ("file", .text(hit.path)),
      ("page", hit.page > 0 ? .number(Double(hit.page)) : .null),
      (
        "box",
        hit.box.map {
          .object([
            ("x", .number($0.minX)), ("y", .number($0.minY)), ("width", .number($0.width)),
            ("height", .number($0.height)),
          ])
        } ?? .null
      ),
      ("text", .text(hit.text)),
      ("rank", .number(Double(hit.rank.rawValue))),
    ])
  }
}
