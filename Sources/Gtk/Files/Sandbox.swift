/// Whether the program runs in a sandbox, where files and services of the desktop are behind portals.
public nonisolated enum Sandbox {
  /// Whether it is Flatpak's, which puts this file into each one.
  public static let isFlatpak = FileTest.exists("/.flatpak-info")
}
