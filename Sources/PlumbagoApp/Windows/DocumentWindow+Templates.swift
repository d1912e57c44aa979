import Canvas
import Gtk
import InkModel
import InkStore

/// Pages from templates, and pages saved as such.
extension DocumentWindow {
  /// Asks what the page is to be like that comes after the last of the chosen ones, or what these are to be like.
  func addPageFromTemplate() {
    guard canWrite else { return }
    canvas.finishContacts()
    let session = document.session
    let settings = session.drawing.settings
    let chosen = chosenPages
    let last = session.pages.lastIndex { chosen.contains($0.id) }
    let model = last.map { session.pages[$0] } ?? session.pages.last
    guard
      let dialog = TemplateDialog(
        parent: window, size: model?.frameSize ?? StandardPage.a4.size,
        like: model.map { settings.paper(of: $0) } ?? settings.paper, settings,
        pages: session.pages.count { chosen.contains($0.id) })
    else { return }
    templateDialog = dialog
    let index = last.map { $0 + 1 } ?? session.pages.count
    dialog.onChoose = { [weak self] in self?.addPage(from: $0, at: index) }
    dialog.onUse = { [weak self] in self?.use($0, for: chosen) }
    dialog.present()
  }

  private func addPage(from source: TemplateTile.Source, at index: Int) {
    templateDialog = nil
    let session = document.session
    switch source {
    case .paper(let pattern):
      let model = session.pages.dropFirst(max(index - 1, 0)).first
      let settings = session.drawing.settings
      let paper = model.map { settings.paper(of: $0) } ?? settings.paper
      changePages(showing: index) {
        $0.addPages(at: index, paper: TemplateTile.paper(pattern, like: paper))
      }
    case .own(let path):
      let hadInk = !session.drawing.isEmpty
      Task { [weak self] in
        guard let self else { return }
        do throws(DocumentStoreError) {
          let update = try await self.document.addPage(from: path, at: index) {
            self.canTakeTemplate()
          } onTorn: {
            self.tell($0, ofTemplate: path)
          }
          guard let update else { return }
          self.canvas.perform { _ in update }
          if hadInk, self.document.session.pages.count == 1 {
            self.showFirstPage()
          } else {
            self.showPage(index)
          }
          let pages = self.document.session.pages
          if pages.indices.contains(index) { self.pagesPanel.select([pages[index].id]) }
        } catch {
          self.tell(tr("No page was added"), error, path: path)
        }
      }
    }
  }

  /// Makes pages what was chosen, with what is on them.
  private func use(_ source: TemplateTile.Source, for pages: Set<Int32>) {
    templateDialog = nil
    switch source {
    case .paper(let pattern):
      canvas.finishContacts()
      canvas.perform { $0.setPaper(of: pages) { TemplateTile.paper(pattern, like: $0) } }
    case .own(let path):
      Task { [weak self] in
        guard let self else { return }
        do throws(DocumentStoreError) {
          var beside = 0
          var isTorn = false
          let update = try await self.document.use(path, for: pages) {
            let can = self.canTakeTemplate()
            beside = self.document.session.elementsBesidePages
            return can
          } onTorn: {
            isTorn = true
            self.tell($0, ofTemplate: path)
          }
          guard let update else { return }
          self.canvas.perform { _ in update }
          // What is missing is told before what lies elsewhere.
          if !isTorn, self.document.session.elementsBesidePages > beside {
            self.tellOfInkBesidePages()
          }
        } catch {
          self.tell(tr("The template could not be used"), error, path: path)
        }
      }
    }
  }

  private func tell(_ torn: TornCommit, ofTemplate path: String) {
    messages.show(.notice, ErrorPresentation.sentence(torn, path: path))
  }

  /// Ends what was begun while a template was read, so that the session takes it; tells where the drawing takes no change
  /// any more.
  private func canTakeTemplate() -> Bool {
    canvas.finishContacts()
    if !canWrite {
      messages.show(.notice, tr("The template was left out: the drawing cannot be changed now."))
    }
    return canWrite
  }

  /// Asks for the name under which the page becomes a template.
  func saveTemplate() {
    canvas.finishContacts()
    let session = document.session
    let chosen = chosenPages
    guard let page = session.pages.first(where: { chosen.contains($0.id) }),
      let dialog = TemplateNameDialog(
        parent: window, CommandTable["win.save-template"].title,
        page.label.isEmpty ? document.title : page.label)
    else { return }
    templateName = dialog
    dialog.onDone = { [weak self] name in
      guard let self else { return }
      self.templateName = nil
      guard let path = TemplateFile.path(of: name) else {
        return TemplateNameDialog.refuse(name, over: self.window)
      }
      Task { [weak self] in
        guard let self else { return }
        do throws(DocumentStoreError) {
          try await TemplateFile.save(page.id, of: self.document, named: name)
          self.messages.show(
            .notice, tr("“{template}” is a template now.").filled("template", name))
        } catch {
          self.tell(tr("The template could not be saved"), error, path: path)
        }
      }
    }
    dialog.present()
  }
}
