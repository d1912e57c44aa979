import InkModel
import InkStore

/// A clip that lies on a certain page.
public struct PlacedClip: Sendable {
  public var clip: InkClip
  /// Of the page, in the settings that it comes with.
  public var page: Int32
  /// To the space of the page.
  public var pageFromClip: AffineTransform
  /// Of those in the settings; `nil` for the current one.
  public var layer: Int32?

  public init(
    _ clip: InkClip, page: Int32, pageFromClip: AffineTransform, layer: Int32? = nil
  ) {
    self.layer = layer
    self.clip = clip
    self.page = page
    self.pageFromClip = pageFromClip
  }

  /// Whether it can lie there.
  public var isWithinLimits: Bool {
    clip.elements.allSatisfy { $0.isWithinLimits(moved: pageFromClip) }
  }
}

extension CanvasSession {
  /// Changes the settings, which have new pages, and puts what lies on those onto its layers, as one step.
  ///
  /// Bytes that the clips show are in the drawing's file already (``DocumentKeeper/keepBlobs(of:)``).
  ///
  /// - Parameter offset: How far what lies on the canvas without pages is moved, to where its first pages are; by default
  ///   so far that the first page has the drawing's elements in its middle.
  public func change(
    to settings: DrawingSettings, label: EditLabel, adding clips: [PlacedClip],
    moving offset: Vector? = nil
  ) -> CanvasUpdate {
    changeSettings { drawing in
      let settings = settings.arranged(as: drawing.arrangement)
      let offset = offset ?? self.offset(toFirstPageOf: settings.layout, in: drawing)
      var edit =
        settings == drawing.settings
        ? DrawingEdit(label: label)
        : drawing.edit(label, to: settings, moving: offset, nextID: takeElement)
      add(clips, to: &edit, in: settings)
      return edit
    }
  }

  /// Puts what a new drawing is made with onto its pages, as the start of its history: nothing of it is undone.
  ///
  /// Only before the first step. Bytes that the clips show are in the drawing's file already, as for
  /// ``change(to:label:adding:moving:)``.
  ///
  /// - Returns: What writes the drawing as it begins.
  public func begin(with clips: [PlacedClip]) -> StoreCommand {
    precondition(history.steps.isEmpty, "a drawing that has steps goes on by one more")
    var start = DrawingEdit(label: .convert)
    add(clips, to: &start, in: drawing.settings)
    apply(start)
    return .begin(
      with: drawing.inOneColumn.settings, elements: start.inserted, contents: start.contents)
  }

  /// Bottom first: what a document showed above is above.
  func add(
    _ clips: [PlacedClip], to edit: inout DrawingEdit, in settings: DrawingSettings
  ) {
    let clips = clips.filter(\.isWithinLimits)
    let layer = currentLayer.id
    let elements = clips.flatMap { placed in
      placed.clip.elements.map { element in
        settings.placed(
          Element(
            id: element.id, page: placed.page, layer: placed.layer ?? layer, order: element.order,
            pageFromElement: placed.pageFromClip * element.canvasFromElement, kind: element.kind))
      }
    }
    guard !elements.isEmpty else { return }
    // What they lie over is where the edit puts it. One that does not fit fails when the session applies it.
    var after = drawing
    _ = try? after.apply(edit)
    let orders = after.orders(for: elements)
    var next = 0
    for placed in clips {
      let numbers = placed.clip.contents.map { _ in takeContent() }
      for (content, number) in zip(placed.clip.contents, numbers) {
        var copy = content
        copy.id = number
        edit.contents.append(copy)
      }
      for element in elements[next..<next + placed.clip.elements.count] {
        let kind = element.kind.renumbered { numbers[Int($0.number) - 1] }
        edit.inserted.append(element.version(takeElement(), kind, order: orders[next]))
        next += 1
      }
    }
  }
}
