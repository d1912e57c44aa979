import Canvas
import ForeignReading
import Gtk
import GtkInk
import InkModel
import InkStore
import InkWidgets
import ReaderProtocol

/// Pictures: inserted, pasted, dropped, replaced and saved.
extension DocumentWindow {
  var hasPicture: Bool { document.session.selectedPicture != nil }
  var canChangePicture: Bool { document.session.canChangePicture }
  /// The selected picture is one of shapes, which can become ink.
  var canConvertPicture: Bool {
    canChangePicture && document.session.selectedPicture.map { hasLines($0) } ?? false
  }

  /// Whether an element is a picture of shapes.
  func hasLines(_ element: Element) -> Bool {
    element.picture.map { document.foreign.shelf.kind(of: $0.blob) == .shapes } ?? false
  }

  func connectPictures() {
    overlay.onPicture = { [weak self] action in
      switch action {
      case .convertToInk: self?.convertPictureToInk()
      case .replace: self?.replacePicture()
      case .saveOriginal: self?.savePicture()
      case .alternativeText: self?.editAlternativeText()
      // The overlay does these itself.
      case .crop, .flipHorizontally, .flipVertically, .opacity: break
      }
    }
    overlay.hasLines = { [weak self] in self?.hasLines($0) ?? false }
    let target = DropTarget(
      [DraggedDrawing.mimeType, InkClip.mimeType] + PictureFormats.mediaTypes
        + InkClipboard.textTypes)
    // A read-only drawing takes nothing, and still files that open in windows of their own.
    target.onAccept { [weak self] in self != nil }
    target.onDrop { [weak self] drop, x, y in
      guard let self, self.canWrite || drop.offersFiles else { return drop.finish(false) }
      Task { [weak self] in
        let taking = await self?.take(drop, at: Point(x, y)) ?? .nothing
        if taking == .unreadable {
          self?.tell(of: .noPicture, tr("the picture"))
        }
        drop.finish(taking == .taken)
      }
    }
    Widget(canvas.widget).add(target)
  }

  // MARK: Coming

  /// Asks for a file and puts its picture into the middle of the view.
  func insertPicture() {
    dialogs.open(tr("Insert a Picture"), [PictureFormats.filter]) { [weak self] path in
      guard let self else { return }
      Task { await self.insert(picturesAt: [path], at: nil) }
    }
  }

  /// Puts pictures from files on the canvas, each a little aside of the one before.
  ///
  /// - Parameter position: Of the first one's middle, in widget points; `nil` for the middle of the view.
  func insert(picturesAt paths: [String], at position: Point?) async {
    for (i, path) in paths.enumerated() {
      let name = OpenDocument.fileName(of: path)
      do throws(ForeignContentError) {
        let taken = try await document.foreign.take(fileAt: path)
        let aside = Vector(16, 16) * Double(i)
        insert(taken, at: (position ?? canvas.view.clearRoom.center) + aside, name)
      } catch {
        tell(of: error, name)
      }
    }
  }

  private func insert(pictureIn bytes: [UInt8], at position: Point) async {
    // What has no name is called as the desktop calls where it was.
    let name = tr("the picture")
    do throws(ForeignContentError) {
      insert(try await document.foreign.take(bytes: bytes), at: position, name)
    } catch {
      tell(of: error, name)
    }
  }

  private func insert(_ taken: TakenContent, at position: Point, _ name: String) {
    guard let picture = taken.picture else { return tell(of: .noPicture, name) }
    let room = overlay.roomForSelected(beside: messages.frame)
    overlay.paste {
      $0.insert(picture, at: position, pointsPerUnit: taken.pointsPerUnit, in: room)
    }
  }

  /// What became of something that was pasted or dropped.
  enum Taking {
    case taken
    /// A picture whose bytes do not come.
    case unreadable
    case nothing
  }

  /// Takes the best of what was pasted or dropped: elements of a drawing, files, a picture, a text; into a drawing that
  /// is read-only nothing, while files of others open.
  func take(_ content: some OfferedContent, at position: Point) async -> Taking {
    if canWrite, let clip = await InkClipboard.clip(in: content) {
      await paste(clip, at: position)
      return .taken
    }
    if content.offersFiles {
      let paths = await content.drawings()
      // A folder has nothing to open; the library drags them, too.
      let files = paths.filter { !FileTest.isFolder($0) }
      if !files.isEmpty {
        await take(files: files, at: position)
        return .taken
      }
      if !paths.isEmpty { return .nothing }
    }
    guard canWrite else { return .nothing }
    if let type = PictureFormats.mediaTypes.first(where: { content.has($0) }) {
      guard let bytes = await content.bytes(type, limit: PictureFormats.mostBytes) else {
        return .unreadable
      }
      await insert(pictureIn: bytes, at: position)
      return .taken
    }
    if let text = await InkClipboard.text(in: content) {
      overlay.paste { $0.paste(text: text, at: position) }
      return .taken
    }
    return .nothing
  }

  /// Opens the drawings and documents among files, and inserts the pictures and the texts.
  private func take(files paths: [String], at position: Point) async {
    let texts = paths.filter { PlainTextFile.isText($0) }
    let others = paths.filter { !texts.contains($0) }
    let (opened, pictures) = (
      others.filter { Self.isOpened($0) }, others.filter { !Self.isOpened($0) }
    )
    for path in opened { Application.shared?.open(path) }
    guard canWrite else { return }
    await insert(picturesAt: pictures, at: position)
    await insert(textsAt: texts, at: position)
  }

  /// Whether a file is a drawing of its own, by this program or another, or a document.
  private static func isOpened(_ path: String) -> Bool {
    DocumentStore.isDrawing(path) || ExchangeFile.isExchange(path)
      || ForeignFile.head(of: path).flatMap { MediaType.of($0) } == "application/pdf"
  }

  // MARK: The one that is selected

  /// Asks for a file whose picture takes the place of the selected one.
  func replacePicture() {
    guard canChangePicture, let id = document.session.selectedPicture?.id else { return }
    dialogs.open(CommandTable["win.replace-picture"].title, [PictureFormats.filter]) {
      [weak self] path in
      guard let self else { return }
      Task {
        do throws(ForeignContentError) {
          let taken = try await self.document.foreign.take(fileAt: path)
          guard let new = taken.picture else { throw .noPicture }
          // It may have been let go meanwhile.
          guard self.document.session.selectedPicture?.id == id else { return }
          self.canvas.perform {
            $0.replacePicture(new.blob, width: new.width, height: new.height)
          }
        } catch {
          self.tell(of: error, OpenDocument.fileName(of: path))
        }
      }
    }
  }

  /// Puts the lines of the selected picture in its place, as ink.
  func convertPictureToInk() {
    guard canConvertPicture, let element = document.session.selectedPicture,
      let picture = element.picture
    else { return }
    let shelf = document.foreign.shelf
    Task { [weak self] in
      do throws(ForeignError) {
        let strokes = try await PictureInk.strokes(
          of: picture.blob, on: shelf, in: picture.crop, opacity: picture.opacity)
        // It may have been let go, or changed, meanwhile.
        guard let self, self.document.session.selectedPicture == element else { return }
        guard !strokes.isEmpty else {
          return self.messages.show(.notice, tr("The picture has no lines."))
        }
        self.canvas.perform { $0.convertPicture(to: strokes) }
      } catch {
        self?.messages.show(.notice, ErrorPresentation.unconverted(error))
      }
    }
  }

  /// Asks where the bytes of the selected picture are saved, as they came.
  func savePicture() {
    guard let blob = document.session.selectedPicture?.picture?.blob,
      let store = document.keeper.store
    else { return }
    Task { [weak self] in
      let type = try? await store.blob(blob)?.type
      guard let self else { return }
      let ending = type.flatMap { PictureFormats.ending(of: $0) } ?? "png"
      let filter = PictureFormats.filter(ending: ending)
      let name = tr("Picture from {drawing}").filled("drawing", self.document.title) + "." + ending
      self.dialogs.save(CommandTable["win.save-picture"].title, [filter], name: name) {
        [weak self] path in
        Task {
          do throws(DocumentStoreError) {
            try await store.write(blob, to: path)
            self?.tellOfFile(path, tr("Saved as “{file}”."))
          } catch {
            guard let self else { return }
            self.tell(tr("The picture could not be saved"), error, path: path)
          }
        }
      }
    }
  }

  /// Asks what is seen in the selected picture.
  func editAlternativeText() {
    guard canChangePicture, let element = document.session.selectedPicture,
      let dialog = AlternativeTextDialog(parent: window, element.picture?.alternativeText ?? "")
    else { return }
    alternativeTextDialog = dialog
    dialog.onDone = { [weak self] text in
      guard let self, self.document.session.selectedPicture?.id == element.id else { return }
      self.canvas.perform { $0.setAlternativeText(text) }
    }
    dialog.present()
  }

  // MARK: What goes wrong

  private func tell(of error: ForeignContentError, _ name: String) {
    MessageDialog.tell(
      parent: window, tr("The picture could not be inserted"),
      ErrorPresentation.sentence(error, name: name))
  }
}

extension ForeignContentError {
  /// It is a document of pages.
  fileprivate static let noPicture = ForeignContentError.foreign(.refused(.unknownFormat))
}

extension TakenContent {
  /// The picture, all of it; `nil` for a document.
  fileprivate var picture: PlacedPicture? {
    guard facts.kind != .document, let size = sizes.first else { return nil }
    return PlacedPicture(blob: blob, width: size.width, height: size.height)
  }

  /// What has pixels has 96 of them to the inch; all else has a size of its own.
  fileprivate var pointsPerUnit: Double { facts.kind == .pixels ? ForeignFile.pixel : 1 }
}
