import Glibc

/// The modules of GTK 4 that this machine has: input methods, ways to print, players of media.
public enum ToolkitModules {
  /// Where distributions have them.
  private static let folders = ["/usr", "/usr/local"].flatMap { prefix in
    ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map {
      "\(prefix)/\($0)/gtk-4.0/4.0.0"
    }
  }

  /// Where a file or folder of them is, such as `immodules/libim-ibus.so`.
  ///
  /// `nil` where there is none.
  public static func path(of name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { access($0, F_OK) == 0 }
  }
}
