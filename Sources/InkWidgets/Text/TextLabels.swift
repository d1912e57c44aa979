import InkModel

/// Every text about text boxes, in the language of the embedding app.
public struct TextLabels {
  /// What a screen reader calls a text box that is edited.
  public var box: String
  public var font: String
  public var bold: String
  public var italic: String
  public var alignment: (TextAlignment) -> String
  public var bullets: String
  public var numbers: String

  /// Translated as ``PickerLabels/init(_:inContext:)`` says.
  public init(
    _ tr: (_ text: String) -> String,
    inContext trc: @escaping (_ context: String, _ text: String) -> String
  ) {
    box = tr("Text Box")
    font = tr("Font")
    bold = tr("Bold")
    italic = tr("Italic")
    alignment = { alignment in
      switch alignment {
      case .start: trc("alignment", "At the Start")
      case .center: trc("alignment", "In the Middle")
      case .end: trc("alignment", "At the End")
      case .justified: trc("alignment", "At Both Ends")
      }
    }
    bullets = tr("List With Bullets")
    numbers = tr("List With Numbers")
  }
}
