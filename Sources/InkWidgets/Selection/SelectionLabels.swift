import Canvas

/// Every text about selections, in the language of the embedding app.
public struct SelectionLabels {
  /// What a screen reader calls the bar of actions.
  public var bar: String
  public var cut: String
  public var copy: String
  public var duplicate: String
  public var color: String
  public var delete: String
  public var more: String
  /// The handle by which the selection is dragged to another program.
  public var drag: String
  public var toFront: String
  public var toBack: String
  /// The kinds of selection outline.
  public var kind: (SelectionKind) -> String
  /// The check button by which a new selection is added to the old one.
  public var adds: String
  /// What can be done with a picture.
  public var picture: PictureLabels

  /// Translated as ``PickerLabels/init(_:inContext:)`` says.
  public init(
    _ tr: (_ text: String) -> String,
    inContext trc: @escaping (_ context: String, _ text: String) -> String
  ) {
    bar = tr("What to do with the selection")
    cut = tr("Cut")
    copy = tr("Copy")
    duplicate = tr("Duplicate")
    color = tr("Color of the Selection")
    delete = tr("Delete")
    more = tr("More")
    drag = tr("Drag to another program")
    toFront = tr("Bring to Front")
    toBack = tr("Send to Back")
    kind = { kind in
      switch kind {
      case .lasso: trc("selection", "What a line goes round")
      case .box: trc("selection", "What is in a box")
      }
    }
    adds = tr("Add to what is selected")
    picture = PictureLabels(tr)
  }
}
