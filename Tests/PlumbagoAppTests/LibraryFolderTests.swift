import Foundation
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// Where drawings are that are saved nowhere else.
@Suite("The library's folder") struct LibraryFolderTests {
  private let folder: TemporaryFolder
  private var documents: String { folder.url.path + "/home/Documents" }
  private var data: String { folder.url.path + "/data/plumbago/drawings" }

  init() throws { folder = try TemporaryFolder() }

  private func isFolder(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
  }

  private func found(isSandbox: Bool) -> String {
    Library.standardFolder(isSandbox: isSandbox, documents: documents, data: data)
  }

  @Test func `it is made among the documents, and nothing is made in the data folder`() {
    #expect(found(isSandbox: false) == documents + "/Plumbago")
    #expect(isFolder(documents + "/Plumbago"))
    #expect(!isFolder(data))
  }

  @Test func `S103 in a sandbox the library is in the folder that is kept with it`() throws {
    // That there are documents does not mean that they are kept.
    try FileManager.default.createDirectory(
      atPath: documents, withIntermediateDirectories: true)
    #expect(found(isSandbox: true) == data)
    #expect(isFolder(data))
    #expect(!isFolder(documents + "/Plumbago"))
    // At the next start, too.
    #expect(found(isSandbox: true) == data)
  }

  @Test func `S103 in a sandbox it is told once that drawings may go with the program`() {
    func isTold(_ wasTold: Bool, isSandbox: Bool, folder: String) -> Bool {
      Library.isToTellOfDataFolder(
        wasTold: wasTold, isSandbox: isSandbox, folder: folder, data: data)
    }
    #expect(isTold(false, isSandbox: true, folder: data))
    #expect(!isTold(true, isSandbox: true, folder: data))
    // Outside of one the data folder is the account's: no program takes it along.
    #expect(!isTold(false, isSandbox: false, folder: data))
    // Chosen, or shared with the sandbox.
    for folder in [documents, documents + "/Plumbago"] {
      #expect(!isTold(false, isSandbox: true, folder: folder))
    }
  }

  @Test func `somebody who shares the folder among the documents with a sandbox has it there`()
    throws
  {
    let shared = documents + "/Plumbago"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(found(isSandbox: true) == shared)
    #expect(!isFolder(data))
  }

  @Test func `where no folder can be made among the documents it is in the data folder`() throws {
    // A file is where the folder for documents would be.
    try folder.write("", to: "home/Documents")
    #expect(found(isSandbox: false) == data)
    #expect(isFolder(data))
  }
}
