/// How far the end of a stroke in progress is drawn ahead of its tool, wherever it is shown.
public enum TailPrediction {
  /// Seconds ahead for ink that waits for the window's next frame: a frame at 60 Hz.
  @inlinable public static var aheadInFrames: Double { 1.0 / 60 }

  /// Seconds ahead for ink on a layer, which is committed at once.
  ///
  /// It is shown with the next refresh, on average half a period later (measured: 7.4 ms).
  @inlinable public static var aheadOnLayer: Double { 1.0 / 120 }

  /// Device pixels by which a tail, which is valid for a frame, may stray from its curve.
  @inlinable public static var flatness: Double { 0.08 }

  /// Seconds without a report after which a tool rests, and nothing is drawn ahead of it.
  ///
  /// Three reports of the slowest pens.
  @inlinable public static var patience: Double { 0.03 }
}
