// swift-tools-version: 6.2
import PackageDescription

// Targets stand in floor order; imports go down only (Tests/ArchitectureTests holds them to it).

/// The cores: values without a toolkit, nonisolated.
let core: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// The shell: everything on the main actor unless it says otherwise, as GTK requires.
let shell: [SwiftSetting] = [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]

let package = Package(
  name: "plumbago",
  products: [
    .executable(name: "plumbago", targets: ["PlumbagoApp"]),
    .library(name: "InkWidgets", targets: ["InkWidgets"]),
  ],
  targets: [
    // C libraries, by module map alone.
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // Floor 0: what ink is.
    .target(name: "InkModel", swiftSettings: core),
    // Floor 1: pixels and pages; the document file.
    .target(name: "InkRendering", dependencies: ["InkModel", "CCairo"], swiftSettings: core),
    .target(name: "InkStore", dependencies: ["InkModel", "CSQLite"], swiftSettings: core),
    // Floor 2: the drawing app without a window.
    .target(
      name: "Canvas", dependencies: ["InkRendering", "InkStore", "InkModel"], swiftSettings: core),
    // Floor 3: the toolkit seam.
    .target(
      name: "GtkInk", dependencies: ["InkRendering", "InkModel", "CGtk"], swiftSettings: shell),
    // Floor 4: the canvas as a widget that other apps can embed.
    .target(
      name: "InkWidgets", dependencies: ["Canvas", "GtkInk", "InkRendering", "InkModel", "CGtk"],
      swiftSettings: shell),
    // Floor 5: windows, dialogs, the command line.
    .executableTarget(
      name: "PlumbagoApp",
      dependencies: [
        "InkWidgets", "GtkInk", "Canvas", "InkRendering", "InkStore", "InkModel", "CGtk",
      ], swiftSettings: shell),

    // Ink and edits made up from a seed, for tests of any floor.
    .target(
      name: "InkTestSupport", dependencies: ["InkModel"], path: "Tests/Support/InkTestSupport",
      swiftSettings: core),
    .testTarget(
      name: "InkStoreTests", dependencies: ["InkStore", "InkModel", "InkTestSupport", "CSQLite"],
      swiftSettings: core),

    // What the repository says of itself: floors, strings, packaging.
    .target(
      name: "RepositoryFiles", path: "Tests/Support/RepositoryFiles", swiftSettings: core),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["RepositoryFiles"], swiftSettings: core),
    .testTarget(name: "PackagingTests", dependencies: ["RepositoryFiles"], swiftSettings: core),
    .testTarget(name: "TranslationTests", dependencies: ["RepositoryFiles"], swiftSettings: core),
    .testTarget(
      name: "InkRenderingTests", dependencies: ["InkRendering", "InkModel", "CCairo"],
      exclude: ["Goldens"], swiftSettings: core),
    // Tests, by the target they are about.
    .testTarget(
      name: "InkModelTests", dependencies: ["InkModel", "InkTestSupport"], swiftSettings: core),
    .testTarget(
      name: "CanvasTests", dependencies: ["Canvas", "InkStore", "InkModel", "InkTestSupport"],
      swiftSettings: core),
  ]
)
