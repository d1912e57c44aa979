/// Everything one or more tools reported, in order, to be replayed by tests,
/// benchmarks and bug reports.
///
/// The `.stylus` file is UTF-8 text, one record a line, fields apart by spaces, `#` begins a
/// comment. The first line is `plumbago-stylus 1`. Then:
///
///     size WIDTH HEIGHT                         of the canvas, canvas points
///     tool NAME SERIAL HARDWAREID               the tool of the records that follow (hexadecimal)
///     hover|down|move|up TIME X Y FORCE ALTITUDE AZIMUTH ROLL SLIDER DISTANCE
///     out TIME                                  the tool left, or its stroke was cut short
///
/// TIME is in seconds from the recording's start, up to ``longest``, X and Y in canvas points, axes as in
/// ``StylusSample``, `-` for an axis the tool does not have; trailing `-` may be left out.
public struct StylusRecording: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable {
    case hover
    case down
    case move
    case up
    case out
  }

  public struct Record: Hashable, Sendable {
    public var phase: Phase
    public var tool: StylusTool
    public var sample: StylusSample

    public init(_ phase: Phase, tool: StylusTool, sample: StylusSample) {
      self.phase = phase
      self.tool = tool
      self.sample = sample
    }
  }

  /// The latest time that a record may have, in seconds: more than thirty years.
  public static let longest = 1e9

  /// Canvas points.
  public var width: Double
  public var height: Double
  public var records: [Record]

  public init(width: Double, height: Double, records: [Record] = []) {
    self.width = width
    self.height = height
    self.records = records
  }

  /// The tool that touched and its samples, stroke by stroke.
  ///
  /// A stroke that was cut short ends with its last sample.
  public var strokes: [(tool: StylusTool, samples: [StylusSample])] {
    var done: [(tool: StylusTool, samples: [StylusSample])] = []
    // Two tools may be down at once; each stroke continues with its own tool.
    var open: [StylusTool: Int] = [:]
    for record in records {
      switch record.phase {
      case .down:
        open[record.tool] = done.count
        done.append((record.tool, [record.sample]))
      case .move:
        if let i = open[record.tool] { done[i].samples.append(record.sample) }
      case .up:
        if let i = open.removeValue(forKey: record.tool),
          done[i].samples.last?.position != record.sample.position
        {
          done[i].samples.append(record.sample)
        }
      case .hover, .out:
        open[record.tool] = nil
      }
    }
    return done
  }
}

/// A `.stylus` text that cannot be read.
public struct StylusRecordingError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The first line is not `plumbago-stylus`.
    case notARecording
    /// Written by a later version of the format.
    case newerVersion(String)
    /// A line that is no known record, or has a field that is no finite number.
    case malformed
  }
  public var reason: Reason
  /// Counted from 1.
  public var line: Int

  public init(reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}

extension StylusRecording {
  /// Reads a `.stylus` text.
  public init(parsing text: String) throws(StylusRecordingError) {
    self.init(width: 0, height: 0)
    var tool = StylusTool(.pen)
    var sawHeader = false
    var line = 0
    for raw in text.split(
      // What ends a line on Windows is one character to Swift.
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    {
      line += 1
      let content = raw.prefix { $0 != "#" && $0 != "\r" }
      let fields = content.split(separator: " ")
      guard let word = fields.first else { continue }
      if !sawHeader {
        guard word == "plumbago-stylus" else {
          throw StylusRecordingError(reason: .notARecording, line: line)
        }
        guard fields.count > 1, fields[1] == "1" else {
          throw StylusRecordingError(
            reason: .newerVersion(fields.count > 1 ? String(fields[1]) : ""), line: line)
        }
        sawHeader = true
        continue
      }
      func malformed() -> StylusRecordingError {
        StylusRecordingError(reason: .malformed, line: line)
      }
      func number(_ i: Int) throws(StylusRecordingError) -> Double {
        guard i < fields.count, let v = Double(fields[i]), v.isFinite else { throw malformed() }
        return v
      }
      func axis(_ i: Int) throws(StylusRecordingError) -> Float? {
        guard i < fields.count, fields[i] != "-" else { return nil }
        guard let v = Float(fields[i]), v.isFinite else { throw malformed() }
        return v
      }
      switch word {
      case "size":
        width = try number(1)
        height = try number(2)
      case "tool":
        guard fields.count >= 2, let kind = StylusTool.Kind(rawValue: String(fields[1])) else {
          throw malformed()
        }
        tool = StylusTool(kind)
        if fields.count > 2 {
          guard let serial = UInt64(fields[2], radix: 16) else { throw malformed() }
          tool.serial = serial
        }
        if fields.count > 3 {
          guard let hardware = UInt64(fields[3], radix: 16) else { throw malformed() }
          tool.hardwareID = hardware
        }
      default:
        guard let phase = Phase(rawValue: String(word)) else { throw malformed() }
        var sample = StylusSample(position: .zero, time: try number(1))
        guard abs(sample.time) <= Self.longest else { throw malformed() }
        if phase != .out {
          sample.position = Point(try number(2), try number(3))
          sample.force = try axis(4)
          sample.altitude = try axis(5)
          sample.azimuth = try axis(6)
          sample.roll = try axis(7)
          sample.slider = try axis(8)
          sample.distance = try axis(9)
        }
        records.append(Record(phase, tool: tool, sample: sample))
      }
    }
    guard sawHeader else { throw StylusRecordingError(reason: .notARecording, line: 1) }
  }

  /// The `.stylus` text; parsing it again gives an equal recording.
  public var text: String {
    var out = "plumbago-stylus 1\nsize \(width) \(height)\n"
    var tool: StylusTool?
    for record in records {
      if record.tool != tool {
        tool = record.tool
        let t = record.tool
        out +=
          "tool \(t.kind.rawValue) \(String(t.serial, radix: 16)) "
          + "\(String(t.hardwareID, radix: 16))\n"
      }
      let s = record.sample
      out += "\(record.phase.rawValue) \(s.time)"
      if record.phase != .out {
        out += " \(s.position.x) \(s.position.y)"
        var axes = [s.force, s.altitude, s.azimuth, s.roll, s.slider, s.distance]
        while let last = axes.last, last == nil { axes.removeLast() }
        for axis in axes { out += axis.map { " \($0)" } ?? " -" }
      }
      out += "\n"
    }
    return out
  }
}
