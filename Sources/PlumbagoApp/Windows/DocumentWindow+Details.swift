import InkStore

/// What there is to know about the drawing.
extension DocumentWindow {
  var canShowDetails: Bool { document.keeper.store != nil }

  func showDetails() {
    Task { [weak self] in await self?.readDetails() }
  }

  private func readDetails() async {
    // What is drawn and not kept yet counts.
    _ = await document.flush()
    guard let store = document.keeper.store else { return }
    do throws(DocumentStoreError) {
      let statistics = try await store.statistics()
      guard Application.shared?.windows.contains(where: { $0 === self }) == true else { return }
      let path = document.path
      DetailsWindow.show(
        DrawingFolder.items(at: [path], .name).first, statistics, title: document.title,
        parent: window
      ) { [weak self] in
        guard let self else { return }
        FileLauncher.show(path, over: self.window)
      }
    } catch {
      tell(tr("The details could not be read"), error, path: document.path)
    }
  }
}
