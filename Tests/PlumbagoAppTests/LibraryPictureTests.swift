import Glibc
import InkStore
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// Which of the library's pictures in the cache are shown.
@MainActor @Suite struct LibraryPictureTests {
  @Test func `pictures that earlier versions painted, with ink too thin to be seen, are made anew`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try await DocumentStore.open(folder.url.path + "/Boats.plumbago")
    try await store.close()
    let item = try #require(DrawingFolder(folder.url.path).items(.name).first)
    // Those had the drawing's time, to the millisecond.
    let (seconds, rest) = item.modified.quotientAndRemainder(dividingBy: 1000)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000)
    let isOldShown = LibraryThumbnails.isTime(time, ofPictureOf: item)
    #expect(!isOldShown)
    // What is painted now says so in the microseconds.
    let shown = (0..<1000).filter { microsecond in
      time.tv_nsec = Int(rest) * 1_000_000 + microsecond * 1000
      return LibraryThumbnails.isTime(time, ofPictureOf: item)
    }
    #expect(shown.count == 1)
  }
}
