import Glibc
import Testing

@testable import InkModel

@Suite struct FilePathsTests {
  @Test func `a file that the desktop's portal of documents hands over is known by its folder`() {
    let runtime = "/tmp/runtime-1"
    for path in [
      runtime + "/doc/1a2b3c/notes.xopp", "/run/user/\(getuid())/doc/1a2b3c/notes.xopp",
      "/run/flatpak/doc/1a2b3c/notes.xopp",
    ] {
      #expect(FilePaths.isHandedOver(path, runtime: runtime), "\(path)")
    }
    for path in ["/home/anna/doc/notes.xopp", runtime + "/notes.xopp", "doc/notes.xopp"] {
      #expect(!FilePaths.isHandedOver(path, runtime: runtime), "\(path)")
      #expect(!FilePaths.isHandedOver(path, runtime: nil), "\(path)")
    }
  }

  @Test func `what lies in a folder that the portal hands over has others beside it`() {
    let runtime = "/tmp/runtime-1"
    let portal = runtime + "/doc"
    for path in [portal + "/1a2b3c/Notes", portal + "/by-app/org.example.App/1a2b3c/notes.xopp"] {
      #expect(FilePaths.isOfPortal(path, runtime: runtime), "\(path)")
      #expect(FilePaths.isHandedOver(path, runtime: runtime), "\(path)")
    }
    for path in [
      portal + "/1a2b3c/Notes/boat.xopp", portal + "/1a2b3c/Notes/Old/boat.xopp",
      portal + "/by-app/org.example.App/1a2b3c/Notes/boat.xopp",
    ] {
      #expect(FilePaths.isOfPortal(path, runtime: runtime), "\(path)")
      #expect(!FilePaths.isHandedOver(path, runtime: runtime), "\(path)")
    }
    #expect(!FilePaths.isOfPortal("/home/anna/doc/1a2b3c/Notes", runtime: runtime))
  }
}
