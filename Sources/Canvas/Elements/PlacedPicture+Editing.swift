import InkModel

/// A picture is edited as the filled rectangle that it is.
extension PlacedPicture: EditedElement {}
