// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Targets stand in floor order; imports go down only (Tests/ArchitectureTests holds them to it).

/// The cores: values without a toolkit, nonisolated.
let core: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// The shell: everything on the main actor unless it says otherwise, as GTK requires.
let shell: [SwiftSetting] = [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]

/// Tests whose time goes by in what they test, or in waiting for a screen or a process: optimising them takes longer
/// than it saves.
let waiting = core + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The functions that run with each report of a pen lie side by side in the program.
///
/// Between two reports the processor's caches grow cold, and what lies all over the program is fetched page by page.
/// scripts/instructions --order lists the functions. GNU gold takes such a list, and is what Swift links with where it is
/// installed. To link with another linker, or for another machine, set PLUMBAGO_LINKER to any word.
let inOrder: [LinkerSetting] =
  Context.environment["PLUMBAGO_LINKER"] == nil
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/ld.gold")
  ? [
    .unsafeFlags([
      "-use-ld=gold", "-Xlinker",
      "--section-ordering-file=\(Context.packageDirectory)/Sources/PlumbagoApp/PlumbagoApp.order",
    ])
  ] : []

let package = Package(
  name: "plumbago",
  products: [
    .executable(name: "plumbago", targets: ["PlumbagoApp"]),
    .executable(name: "plumbago-reader", targets: ["PlumbagoReader"]),
    .library(name: "InkWidgets", targets: ["InkWidgets"]),
    .executable(name: "tablet-compositor", targets: ["CompositorCommand"]),
    // And the targets whose types are in its interface.
    .library(
      name: "GtkScribble",
      targets: ["GtkScribble", "GtkInk", "Gtk", "Scribble", "Handwriting", "InkModel"]),
    .library(name: "Handwriting", targets: ["Handwriting"]),
    .library(name: "im-plumbago", type: .dynamic, targets: ["ScribbleIM"]),
    .executable(name: "ink-benchmarks", targets: ["BenchmarkCommand"]),
    .executable(name: "bench-control", targets: ["BenchControl"]),
    .executable(name: "bench-fields", targets: ["BenchFields"]),
    .executable(name: "ink-soak", targets: ["InkSoak"]),
    .executable(name: "ink-fuzz", targets: ["InkFuzz"]),
  ],
  targets: [
    // C libraries, by module map alone.
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // Without a module for the linker: pkg-config names the library, where there is one.
    .systemLibrary(
      name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Foreign formats: for the reader process alone.
    .systemLibrary(
      name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
    .systemLibrary(name: "CQpdf", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
    .systemLibrary(
      name: "CPixbuf", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Writes down where a program crashes; in C, as Swift's runtime may not be used there.
    .target(name: "CCrash"),
    // Locks for SQLite that no other library of the process can end.
    .target(name: "CFileLocks"),
    // What file systems know of files beside their bytes.
    .target(name: "CFileFacts"),
    // Starts a reader of foreign formats, and what such a one takes from itself before it reads.
    .target(name: "CReaderProcess"),
    .target(name: "CSandbox"),
    // What GTK loads into other people's programs; in C, so that it costs them next to nothing. scripts/im-module
    // makes a module of it.
    .target(name: "CScribbleLoader", dependencies: ["CGtk"]),

    // Floor 0: what ink is.
    .target(name: "InkModel", swiftSettings: core),
    // And what the app and its reader of foreign formats say to each other.
    .target(name: "ReaderProtocol", swiftSettings: core),
    // Floor 1: pixels and pages; the document file.
    .target(
      name: "InkRendering", dependencies: ["InkModel", "CCairo", "CPango"], swiftSettings: core),
    .target(
      name: "InkStore", dependencies: ["InkModel", "CSQLite", "CFileLocks", "CFileFacts"],
      swiftSettings: core),
    .target(name: "Handwriting", dependencies: ["InkModel"], swiftSettings: core),
    // And the formats of other programs.
    .target(name: "Exchange", dependencies: ["InkModel", "CXML", "CZlib"], swiftSettings: core),
    // A program of its own that parses foreign formats: PDF, pictures.
    .executableTarget(
      name: "PlumbagoReader",
      dependencies: [
        "ReaderProtocol", "CReaderProcess", "CSandbox", "CPoppler", "CQpdf", "CPixbuf", "CCairo",
      ], swiftSettings: core),
    // Floor 2: the drawing app without a window.
    .target(
      name: "Canvas", dependencies: ["Exchange", "InkRendering", "InkStore", "InkModel"],
      swiftSettings: core),
    // And the pages and pictures that a reader makes pixels of.
    .target(
      name: "ForeignReading",
      dependencies: ["InkRendering", "InkModel", "ReaderProtocol", "CReaderProcess"],
      swiftSettings: core),
    // And what is written on pages: finding lines of ink, reading them, finding words in them.
    .target(
      name: "PageReading", dependencies: ["Handwriting", "InkRendering", "InkModel"],
      swiftSettings: core),
    // And writing into a text field, without the field.
    .target(name: "Scribble", dependencies: ["Handwriting", "InkModel"], swiftSettings: core),
    // Floor 2½: GTK by types, beside the cores above; it knows no ink but its geometry.
    .target(name: "Gtk", dependencies: ["InkModel", "CGtk"], swiftSettings: shell),
    // Floor 3: what is written in all drawings, as an index on the disk.
    .target(
      name: "SearchIndex",
      dependencies: ["PageReading", "Handwriting", "InkStore", "InkModel", "CSQLite"],
      swiftSettings: core),
    // And the toolkit seam.
    .target(
      name: "GtkInk",
      dependencies: ["Gtk", "InkRendering", "InkModel", "CGtk", "CWayland"],
      swiftSettings: shell),
    // Floor 4: the canvas as a widget that other apps can embed.
    .target(
      name: "InkWidgets",
      dependencies: ["Canvas", "GtkInk", "Gtk", "InkRendering", "InkModel", "CGtk"],
      swiftSettings: shell),
    // And writing into the text fields of any GTK program: it goes into other people's processes, and links no
    // more than it needs.
    .target(
      name: "GtkScribble",
      dependencies: [
        "GtkInk", "Gtk", "Scribble", "Handwriting", "InkRendering", "InkModel", "CGtk",
      ],
      swiftSettings: shell),
    // Floor 5: windows, dialogs, the command line.
    .executableTarget(
      name: "PlumbagoApp",
      dependencies: [
        "InkWidgets", "GtkScribble", "GtkInk", "SearchIndex", "Gtk", "Canvas", "Scribble",
        "PageReading", "Handwriting", "Exchange", "ForeignReading", "ReaderProtocol",
        "InkRendering", "InkStore", "InkModel", "CGtk", "CCrash",
      ],
      exclude: ["PlumbagoApp.order"],
      swiftSettings: shell,
      linkerSettings: inOrder),
    // And handwriting in other people's programs: a library that CScribbleLoader opens when a pen comes near.
    .target(
      name: "ScribbleIM",
      dependencies: ["GtkScribble", "Gtk", "Scribble", "Handwriting", "CGtk"],
      exclude: ["ScribbleIM.map"],
      swiftSettings: shell,
      linkerSettings: [
        // Swift's libraries inside, since programs have none, or others; only the function that begins is seen from
        // outside. It is never unloaded.
        .unsafeFlags([
          "-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "-z", "-Xlinker", "nodelete",
          "-Xlinker",
          "--version-script=\(Context.packageDirectory)/Sources/ScribbleIM/ScribbleIM.map",
        ])
      ]),
    // The canvas and its picker in an app of one's own.
    .executableTarget(
      name: "Sketchpad", dependencies: ["InkWidgets", "Gtk", "Canvas", "CGtk"],
      path: "Examples/Sketchpad", swiftSettings: shell),
    // A list that is written into, blank space and all.
    .executableTarget(
      name: "TodoList", dependencies: ["GtkScribble", "Gtk", "InkModel", "CGtk"],
      path: "Examples/TodoList", swiftSettings: shell),

    // PDF documents made up by their objects, good ones and bad ones.
    .target(
      name: "SampleDocuments", path: "Tests/Support/SampleDocuments", swiftSettings: core),
    // Ink and edits made up from a seed, for tests of any floor.
    .target(
      name: "InkTestSupport", dependencies: ["InkModel"], path: "Tests/Support/InkTestSupport",
      swiftSettings: core),
    // What touches are taken for, and how often the gestures of recordings are taken for others.
    .target(
      name: "RecordedGestures", dependencies: ["Canvas", "InkModel"],
      path: "Tests/Support/RecordedGestures", swiftSettings: core),
    // What scripts/gestures runs.
    .executableTarget(
      name: "gesture-matrix", dependencies: ["RecordedGestures", "Canvas"],
      path: "Tests/Support/GestureMatrix", swiftSettings: core),
    // Handwriting of people, from Tests/Fixtures/handwriting.
    .target(
      name: "RecordedHands", dependencies: ["InkStore", "InkModel", "RepositoryFiles"],
      path: "Tests/Support/RecordedHands", swiftSettings: core),
    // Pages of that handwriting with drawings, and what is read on them, counted.
    .target(
      name: "ComposedPages",
      dependencies: ["PageReading", "Handwriting", "InkModel", "RecordedHands", "RepositoryFiles"],
      path: "Tests/Support/ComposedPages", swiftSettings: core),
    // System calls that change files, each a point at which the process can be made to end.
    .target(name: "CrashPoints", path: "Tests/Support/CrashPoints"),
    // A kind of element that only tests know, with a file on each floor.
    .target(
      name: "CardElement",
      dependencies: ["Canvas", "InkRendering", "InkStore", "InkModel", "CCairo"],
      path: "Tests/Support/CardElement", swiftSettings: core),
    // A process that works on a document and can be killed in the middle of it.
    .executableTarget(
      name: "StoreExerciser",
      dependencies: ["CardElement", "InkStore", "InkModel", "InkTestSupport", "CrashPoints"],
      path: "Tests/Support/StoreExerciser", swiftSettings: core),
    .testTarget(
      name: "InkStoreTests",
      dependencies: [
        "InkStore", "InkModel", "InkTestSupport", "CardElement", "StoreExerciser", "CSQLite",
        "CFileFacts",
      ],
      swiftSettings: waiting),

    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "Canvas", "Exchange", "InkRendering", "InkModel", "InkTestSupport", "RepositoryFiles",
      ],
      swiftSettings: waiting),
    // What the repository says of itself: floors, strings, packaging.
    .target(
      name: "RepositoryFiles", path: "Tests/Support/RepositoryFiles", swiftSettings: core),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["RepositoryFiles"], swiftSettings: waiting),
    .testTarget(name: "PackagingTests", dependencies: ["RepositoryFiles"], swiftSettings: waiting),
    .testTarget(
      name: "TranslationTests", dependencies: ["RepositoryFiles"], swiftSettings: waiting),
    .testTarget(
      name: "InkRenderingTests",
      dependencies: ["InkRendering", "InkModel", "InkTestSupport", "CardElement", "CCairo"],
      exclude: ["Goldens"],
      // For its loops over pixels.
      swiftSettings: core + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // Tries what the reader's sandbox is to refuse.
    .executableTarget(
      name: "SandboxProbe", dependencies: ["ReaderProtocol", "CSandbox"],
      path: "Tests/Support/SandboxProbe", swiftSettings: core),
    // Foreign formats: their reader is a program of its own.
    .testTarget(
      name: "ForeignReadingTests",
      dependencies: [
        "ForeignReading", "ReaderProtocol", "PlumbagoReader", "SandboxProbe", "RepositoryFiles",
        "SampleDocuments", "InkRendering", "InkModel", "CCairo", "CPixbuf",
      ], swiftSettings: waiting),
    // Tests, by the target they are about.
    .testTarget(
      name: "InkModelTests",
      dependencies: ["InkModel", "InkTestSupport", "CardElement", "RepositoryFiles"],
      swiftSettings: core),
    .testTarget(
      name: "GtkTests", dependencies: ["Gtk", "InkModel", "CGtk"], swiftSettings: waiting),
    .testTarget(
      name: "CanvasTests",
      dependencies: [
        "Canvas", "Exchange", "InkRendering", "InkStore", "InkModel", "InkTestSupport",
        "CardElement", "RecordedGestures", "gesture-matrix", "RepositoryFiles", "CCairo",
      ],
      swiftSettings: waiting),
    // The headless compositor in which the whole app is tested. Its protocol glue is generated by
    // scripts/protocols; the app's own products do not need it.
    .target(
      name: "CWaylandServer", path: "Tests/Support/CWaylandServer", sources: ["CWaylandServer.c"],
      linkerSettings: [
        .linkedLibrary("wayland-server"), .linkedLibrary("wayland-client"),
        .linkedLibrary("xkbcommon"),
      ]),
    // Optimised even in debug builds, for its loops over pixels.
    .target(
      name: "TabletCompositor", dependencies: ["CWaylandServer", "CCairo", "InkModel"],
      path: "Tests/Support/TabletCompositor",
      swiftSettings: core + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .executableTarget(
      name: "CompositorCommand", dependencies: ["TabletCompositor", "InkModel"],
      path: "Tests/Support/CompositorCommand", swiftSettings: core),
    .target(
      name: "ScreenTesting", path: "Tests/Support/ScreenTesting", swiftSettings: core),
    .testTarget(
      name: "TabletCompositorTests",
      dependencies: [
        "TabletCompositor", "CompositorCommand", "ScreenTesting", "CWaylandServer", "InkModel",
      ],
      path: "Tests/TabletCompositorTests", swiftSettings: waiting),
    // Services of a desktop, for the tests of the app: one that prefers dark, one that asks for files and prints, and those
    // that show a file in its folder.
    .target(
      name: "BusObject", dependencies: ["CGtk"], path: "Tests/Support/BusObject",
      swiftSettings: shell),
    .executableTarget(
      name: "SettingsPortal", dependencies: ["BusObject", "CGtk"],
      path: "Tests/Support/SettingsPortal", swiftSettings: shell),
    .executableTarget(
      name: "FilePortal", dependencies: ["BusObject", "CGtk"],
      path: "Tests/Support/FilePortal", swiftSettings: shell),
    .executableTarget(
      name: "FolderServices", dependencies: ["BusObject", "CGtk"],
      path: "Tests/Support/FolderServices", swiftSettings: shell),
    // The whole app in that compositor: strokes in over Wayland, pixels and files out. Optimised for
    // its loops over pixels, too.
    .testTarget(
      name: "CompositorTests",
      dependencies: [
        "TabletCompositor", "RepositoryFiles", "InkTestSupport", "SampleDocuments", "Canvas",
        "InkStore", "InkModel", "SettingsPortal", "FilePortal", "FolderServices", "InkSoak",
        "PlumbagoApp",
        "PlumbagoReader", "Sketchpad",
        "TodoList",
        "TextFields", "LivelyFields", "ScrolledFields", "LongTexts", "WrittenAreas",
        "ChangingFields", "RecordedHands", "SearchIndex", "PageReading", "CGtk",
      ],
      path: "Tests/CompositorTests",
      swiftSettings: waiting + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // Programs with fields, how they print what happens in these, and what those with handwriting begin with.
    .target(name: "LineOutput", path: "Tests/Support/LineOutput", swiftSettings: core),
    .target(
      name: "FieldProgram",
      dependencies: ["GtkScribble", "Scribble", "Gtk", "Handwriting", "CGtk"],
      path: "Tests/Support/FieldProgram", swiftSettings: shell),
    // A window with a text field of each kind, for the tests of handwriting in fields.
    .executableTarget(
      name: "TextFields", dependencies: ["FieldProgram", "LineOutput", "Gtk", "CGtk"],
      path: "Tests/Support/TextFields", swiftSettings: shell),
    .executableTarget(
      name: "LivelyFields",
      dependencies: ["FieldProgram", "LineOutput", "GtkScribble", "Gtk", "CGtk"],
      path: "Tests/Support/LivelyFields", swiftSettings: shell),
    .executableTarget(
      name: "ScrolledFields", dependencies: ["FieldProgram", "LineOutput", "Gtk", "CGtk"],
      path: "Tests/Support/ScrolledFields", swiftSettings: shell),
    .executableTarget(
      name: "LongTexts",
      dependencies: ["FieldProgram", "LineOutput", "GtkScribble", "Gtk", "CGtk"],
      path: "Tests/Support/LongTexts", swiftSettings: shell),
    // A program that answers and follows the writing in its fields and areas.
    .executableTarget(
      name: "WrittenAreas",
      dependencies: [
        "LineOutput", "InkWidgets", "GtkScribble", "Gtk", "Canvas", "InkModel", "CGtk",
      ],
      path: "Tests/Support/WrittenAreas", swiftSettings: shell),
    // A program that knows nothing of handwriting and changes its fields, for the input-method module's tests.
    .executableTarget(
      name: "ChangingFields", dependencies: ["LineOutput", "Gtk", "CGtk"],
      path: "Tests/Support/ChangingFields", swiftSettings: shell),
    // What scripts/soak runs: a random hand in the whole app, for as long as one likes.
    .executableTarget(
      name: "InkSoak",
      dependencies: ["TabletCompositor", "InkStore", "InkModel", "InkTestSupport"],
      path: "Tests/Soak", swiftSettings: core),
    // What scripts/fuzz runs: damaged and malicious input to all that reads input.
    .executableTarget(
      name: "InkFuzz",
      dependencies: [
        "Canvas", "Exchange", "ForeignReading", "Handwriting", "InkRendering", "InkStore",
        "InkModel", "InkTestSupport", "ReaderProtocol", "SampleDocuments", "CSQLite",
      ],
      path: "Tests/Fuzz", swiftSettings: core),
    // What of the widgets needs no display: the pixels that they paint.
    .testTarget(
      name: "InkWidgetsTests",
      dependencies: [
        "InkWidgets", "GtkInk", "Canvas", "InkRendering", "InkModel", "InkTestSupport", "CGtk",
      ],
      swiftSettings: waiting),
    // What of the app needs no display: its commands, its settings.
    .testTarget(
      name: "PlumbagoAppTests",
      dependencies: [
        "PlumbagoApp", "PlumbagoReader", "Gtk", "Canvas", "ForeignReading", "InkStore",
        "InkModel", "RepositoryFiles", "CGtk",
      ],
      swiftSettings: waiting),
    // The command line, without a display.
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "RepositoryFiles", "RecordedHands", "InkStore", "InkModel", "InkTestSupport",
        "PlumbagoApp", "SampleDocuments", "CCairo",
      ], swiftSettings: waiting),
    // Prints what painting costs; `swift run -c release RenderingBenchmarks`.
    .executableTarget(
      name: "RenderingBenchmarks", dependencies: ["InkRendering", "InkModel", "InkTestSupport"],
      path: "Tests/Benchmarks/RenderingBenchmarks", swiftSettings: core),

    // Reading handwriting: the engine's tests, and its accuracy and speed on ink in files.
    .testTarget(
      name: "HandwritingTests",
      dependencies: ["Handwriting", "InkModel", "InkTestSupport", "RecordedHands"],
      exclude: ["Goldens"], swiftSettings: waiting),
    .testTarget(
      name: "PageReadingTests",
      dependencies: [
        "PageReading", "Handwriting", "InkModel", "InkTestSupport", "RecordedHands",
        "ComposedPages",
      ], swiftSettings: core),
    .testTarget(
      name: "SearchIndexTests",
      dependencies: [
        "SearchIndex", "PageReading", "Handwriting", "InkStore", "InkModel", "InkTestSupport",
        "RecordedHands", "RepositoryFiles",
      ], swiftSettings: core),
    .testTarget(
      name: "ScribbleTests",
      dependencies: [
        "Scribble", "Handwriting", "InkModel", "InkTestSupport", "RecordedHands", "RepositoryFiles",
      ], swiftSettings: waiting),
    .executableTarget(
      name: "recognize-bench",
      dependencies: ["Handwriting", "InkModel", "RecordedHands", "ComposedPages"],
      path: "Tests/Benchmarks/RecognizeBench", swiftSettings: core),
    // What scripts/bench runs: the measuring, and the bare window that it holds the app against.
    .target(
      name: "InkBenchmarks",
      dependencies: [
        "TabletCompositor", "SearchIndex", "PageReading", "Canvas", "Handwriting", "InkStore",
        "InkRendering", "InkModel", "InkTestSupport", "RecordedHands", "SampleDocuments", "CCairo",
        "CPixbuf",
      ],
      path: "Tests/Benchmarks/InkBenchmarks", swiftSettings: core),
    .executableTarget(
      name: "BenchmarkCommand", dependencies: ["InkBenchmarks"],
      path: "Tests/Benchmarks/BenchmarkCommand", swiftSettings: core),
    // What its report says, of figures that no run measured.
    .testTarget(
      name: "BenchmarkTests", dependencies: ["InkBenchmarks", "RepositoryFiles"],
      swiftSettings: waiting),
    .executableTarget(
      name: "BenchControl", dependencies: ["GtkInk", "Gtk", "InkModel", "CGtk"],
      path: "Tests/Benchmarks/BenchControl", swiftSettings: shell),
    .executableTarget(
      name: "BenchFields", dependencies: ["FieldProgram", "LineOutput", "Gtk", "CGtk"],
      path: "Tests/Benchmarks/BenchFields", swiftSettings: shell),
  ]
)
