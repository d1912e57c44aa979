import Canvas
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// The one table of commands, and what is made from it, held against the requirements.
@MainActor
@Suite("Commands") struct CommandTableTests {
  private var bound: [AppCommand] {
    CommandTable.all.filter { if case .elsewhere = $0.effect { false } else { true } }
  }

  /// A key without regard to how it is written.
  private func canonical(_ key: String) -> String {
    let parts = key.split(separator: ">")
    return parts.dropLast().map { $0 + ">" }.sorted().joined() + (parts.last ?? "")
  }

  @Test func `every key stands for one command, and none for what the canvas does with it`() {
    let listed = Set(CommandTable.all.flatMap(\.keys)).subtracting(bound.flatMap(\.keys))
    var owners: [String: String] = [:]
    for command in bound {
      for key in command.keys {
        let key = canonical(key)
        #expect(owners[key] == nil, "\(key) is \(owners[key] ?? "") and \(command.action)")
        #expect(!listed.contains(key), "\(key) of \(command.action) is the canvas's")
        owners[key] = command.action
      }
    }
    #expect(owners.count > 50)
  }

  @Test func `every key is one that GTK can read`() {
    for command in CommandTable.all {
      for key in command.keys { #expect(!Shortcuts.label(key).isEmpty, "\(key)") }
    }
  }

  @Test func `a key of the number pad is not listed beside the one with the same sign`() {
    let out = Shortcuts.distinct(["<Control>minus", "<Control>KP_Subtract"])
    #expect(out == ["<Control>minus"])
    let closer = Shortcuts.distinct(["<Control>plus", "<Control>equal", "<Control>KP_Add"])
    #expect(closer == ["<Control>plus", "<Control>equal"])
    #expect(Shortcuts.distinct(["KP_Enter"]) == ["KP_Enter"])
  }

  @Test func `the menu has an item for each hand that the settings know, either included`() {
    let items = CommandMenus.hand.joined().filter { $0.hasPrefix("app.hand::") }
    let hands = Hand.allCases.map(\.rawValue) + ["ask"]
    #expect(Set(items) == Set(hands.map { "app.hand::" + $0 }))
  }

  @Test func `what adds pages stands together in the window's menu, each once`() {
    let adding = CommandMenus.pages.filter { section in
      section.contains { $0.hasPrefix("win.add-") || $0 == "win.insert-pages" }
    }
    #expect(adding.map(\.count) == [4])
    let items = CommandMenus.pages.joined()
    #expect(Set(items).count == items.count)
    #expect(Set(items).isSuperset(of: CommandMenus.pagesMenu.joined()))
  }

  @Test func `no two commands have one action, and each has a name`() {
    let actions = CommandTable.all.map(\.action).filter { !$0.isEmpty }
    #expect(Set(actions).count == actions.count)
    for command in CommandTable.all {
      #expect(!command.label.isEmpty && !command.title.isEmpty, "\(command.action)")
      #expect(!command.title.contains("_") && !command.title.contains("…"), "\(command.title)")
    }
  }

  @Test(arguments: [
    ("Save _As…", "Save As"), ("Cu_t", "Cut"), ("名前を付けて保存(_A)…", "名前を付けて保存"),
    ("Вс_ё", "Всё"), ("Options of the Tool", "Options of the Tool"),
  ])
  func `a title is what a menu says, without mnemonic and ellipsis`(label: String, title: String) {
    #expect(AppCommand.title(ofLabel: label) == title)
  }

  /// What the tool picker has buttons for, on every screen that shows it.
  private static let pickerCommands: Set<String> = [
    "win.undo", "win.redo", "win.colors", "win.pick-color", "win.tool-options", "win.toggle-eraser",
    "win.previous-tool", "win.finer", "win.broader", "win.sizes",
  ]

  /// Commands that have no button, since they are how the keyboard, or the desktop's own controls, do it.
  private static let withoutButton: [String: String] = [
    "win.context-menu": "it is a menu", "win.focus-tools": "it moves the keyboard",
    "win.close": "the window's own button", "app.quit": "each window's own button",
    "app.menu": "it is a menu", "app.open-file": "the rows of recent drawings",
    "win.hide-instrument": "what shows a ruler, a set square or a compass hides it, too",
  ]

  /// The menus that a long press or the mouse's secondary button opens, by what they belong to.
  private static var contextMenus: [String: [[String]]] {
    [
      "paper": CommandMenus.paper, "selection": selection.sections, "layer": CommandMenus.layer,
      "instrument": CommandMenus.instrument,
      "drawing in the library": CommandMenus.libraryMenu, "page": CommandMenus.pagesMenu,
      "bar of the selection": selection.besideButtons,
    ]
  }

  /// All that the menu of a selection may have.
  private static var selection: SelectionMenu {
    var contents = SelectionMenu.Contents([])
    contents.hasWriting = true
    contents.hasTexts = true
    contents.hasColors = true
    contents.isPicture = true
    contents.hasLines = true
    return SelectionMenu(of: contents)
  }

  /// What a context menu offers by one name, and the window's menu by those that show the same or hide it again.
  private static let switches = [
    "win.hide-instrument": ["win.ruler", "win.set-square", "win.compass"]
  ]

  @Test func `S69 every command is in a menu or has a button`() {
    let shown = Set(CommandMenus.window).union(CommandMenus.paper.flatMap(\.self))
      .union(CommandMenus.header).union(CommandMenus.search)
    for command in CommandTable.all where !command.action.isEmpty {
      let hasButton =
        shown.contains(command.action) || Self.pickerCommands.contains(command.action)
        || command.actionName == "win.tool" || Self.withoutButton[command.action] != nil
      #expect(hasButton, "\(command.action) is offered nowhere")
    }
  }

  @Test func `every name in a menu, on a button, of a gesture or a tablet's button is a command`() {
    let gestures = Gesture.Effect.allCases
    let inContext = Array(Self.contextMenus.values.joined().joined())
    let names =
      CommandMenus.window + inContext
      + CommandMenus.header + gestures.flatMap { $0.alternatives.compactMap(\.action) }
      + gestures.compactMap(\.command).map { "win." + $0 }
      + PadPress.allCases.compactMap(\.command).map { "win." + $0 }
      + SinglePress.allCases.filter { !$0.isHeld && $0 != .nothing }.map { "win." + $0.rawValue }
    for name in names { #expect(CommandTable.has(name), "\(name)") }
    // As the preferences write them.
    for press in SinglePress.allCases { #expect(!press.title.isEmpty) }
    for press in DoublePress.allCases { #expect(!press.title.isEmpty) }
    for press in PadPress.allCases { #expect(!press.title.isEmpty) }
  }

  @Test func `S88 what a context menu has, the window's menu or the tool picker has, too`() {
    let elsewhere = Set(CommandMenus.window).union(Self.pickerCommands)
    for (owner, sections) in Self.contextMenus {
      #expect(!sections.joined().isEmpty, "\(owner)")
      for action in sections.joined() {
        for action in Self.switches[action] ?? [action] {
          #expect(elsewhere.contains(action), "\(action) is only in the menu of the \(owner)")
        }
      }
    }
    // What shows something is ticked while it does, and hides it then.
    for action in Self.switches.values.joined() {
      guard case .window(let handler) = CommandTable[action].effect, handler.state != nil else {
        Issue.record("\(action) hides nothing")
        continue
      }
    }
  }

  @Test func `S88 the window's menu is made of all its lists`() throws {
    let header = try Repository.text("Sources/PlumbagoApp/Windows/DocumentHeader.swift")
    let lists = [
      "file", "saving", "library", "history", "edit", "picture", "view", "locks", "style",
      "windows", "pages", "layers", "hand", "general",
    ]
    for list in lists {
      // Not a longer name that begins so.
      let use = try Regex("CommandMenus\\.\(list)(?![A-Za-z])")
      #expect(header.contains(use), "the menu does not have CommandMenus.\(list)")
    }
  }

  @Test(arguments: Gesture.Effect.allCases)
  func `S72 what a gesture does can be done without one, by key and by menu`(
    effect: Gesture.Effect
  ) {
    #expect(!effect.alternatives.isEmpty)
    for action in effect.alternatives.compactMap(\.action) {
      #expect(!CommandTable[action].keys.isEmpty, "\(action) has no key")
      let isShown =
        CommandMenus.window.contains(action)
        || CommandMenus.paper.flatMap(\.self).contains(action)
      #expect(isShown || effect == .menu, "\(action) is in no menu")
    }
  }

  /// The texts that a source has translated, as commands are titled.
  private func titles(in path: String) throws -> [String] {
    try Repository.text(path).matches(of: /\btr\(\s*"((?:[^"\\]|\\.)*)"/).map {
      AppCommand.title(ofLabel: String($0.1))
    }
  }

  @Test func `no command's name is written twice`() throws {
    let sources = Repository.files(under: "Sources/PlumbagoApp", suffix: ".swift").filter { path in
      ["Commands/", "Windows/DocumentWindow", "HeaderBar", "EditNames", "GestureNames"]
        .contains { path.contains($0) }
    }
    #expect(sources.count > 12)
    var written: [String: Int] = [:]
    for path in sources { for title in try titles(in: path) { written[title, default: 0] += 1 } }
    // Without the rows that other tables name: tools.
    for command in CommandTable.all where command.actionName != "win.tool" {
      #expect(written[command.title] == 1, "“\(command.title)”")
    }
  }
}
