import Gtk

/// Shows files outside of the app, and says where that is not possible.
enum FileLauncher {
  /// What a message that tells of a file offers; `begin` is called first.
  static func actions(
    for path: String, over window: some WindowProtocol, _ begin: @escaping () -> Void
  ) -> [(String, () -> Void)] {
    [
      opening {
        begin()
        open(path, over: window)
      },
      (
        tr("_Show in Folder"),
        {
          begin()
          show(path, over: window)
        }
      ),
    ]
  }

  /// What a message offers that tells of something which can be opened.
  static func opening(_ open: @escaping () -> Void) -> (String, () -> Void) { (tr("_Open"), open) }

  static func open(_ path: String, over window: some WindowProtocol) {
    FileLaunch.open(path) { isOpen in
      guard !isOpen else { return }
      MessageDialog.tell(
        parent: window,
        tr("“{file}” cannot be opened").filled("file", OpenDocument.fileName(of: path)),
        tr("There is no program on this computer for files of this kind."))
    }
  }

  /// Shows where an address leads, and opens it if that is wanted.
  static func ask(toOpen text: String, over window: some WindowProtocol) {
    guard let address = WebAddress(text) else {
      return MessageDialog.tell(
        parent: window, tr("The link is not opened"),
        tr("It leads neither to the web nor to an e-mail address: {address}").filled(
          "address", WebAddress.shown(text)))
    }
    MessageDialog.ask(
      parent: window, tr("Open this address?"), address.shown,
      choices: [
        .init(tr("_Cancel")) {}, .init(tr("_Open")) { open(address, over: window) },
      ])
  }

  private static func open(_ address: WebAddress, over window: some WindowProtocol) {
    FileLaunch.open(uri: address.text) { isOpen in
      guard !isOpen else { return }
      MessageDialog.tell(
        parent: window, tr("The address cannot be opened"),
        tr("There is no program on this computer for addresses of this kind."))
    }
  }

  static func show(_ path: String, over window: some WindowProtocol) {
    FileLaunch.showInFolder(path) { isShown in
      guard !isShown else { return }
      MessageDialog.tell(
        parent: window, tr("The folder cannot be shown"),
        tr("There is no file manager on this computer. The file is “{file}”.").filled(
          "file", path))
    }
  }
}
