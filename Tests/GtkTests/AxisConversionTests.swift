import CGtk
import Glibc
import InkModel
import Testing

@testable import Gtk

@MainActor @Suite struct AxisConversionTests {
  let all = AxisConversion(available: GdkAxisFlags(rawValue: .max))

  private func sample(_ values: [GdkAxisUse.RawValue: Double]) -> StylusSample {
    all.sample(at: Point(1, 2), milliseconds: 1500) { values[$0.rawValue] }
  }

  @Test func `S13 axes arrive in our units`() {
    let s = sample([
      GDK_AXIS_PRESSURE.rawValue: 0.25, GDK_AXIS_ROTATION.rawValue: 0.5,
      GDK_AXIS_SLIDER.rawValue: 0.75, GDK_AXIS_DISTANCE.rawValue: 0.1,
    ])
    #expect(s.time == 1.5)
    #expect(s.force == 0.25)
    #expect(abs((s.roll ?? 0) - .pi) < 1e-6)
    #expect(s.slider == 0.5)
    #expect(s.distance == 0.1)
    #expect(s.altitude == nil)
  }

  @Test(arguments: [
    (0.0, 0.0, 90.0, 0.0), (30, 0, 60, 0), (0, 30, 60, 90), (-30, 0, 60, 180), (0, -30, 60, 270),
  ])
  func `S14 S16 tilt about one axis becomes altitude and azimuth`(
    tiltX: Double, tiltY: Double, altitude: Double, azimuth: Double
  ) throws {
    let s = sample([
      GDK_AXIS_XTILT.rawValue: tiltX / 90, GDK_AXIS_YTILT.rawValue: tiltY / 90,
    ])
    #expect(abs(Double(try #require(s.altitude)) * 180 / .pi - altitude) < 1e-4)
    #expect(abs(Double(try #require(s.azimuth)) * 180 / .pi - azimuth) < 1e-4)
  }

  /// Raw tilt in degrees as our angles, in degrees.
  private func held(_ tiltX: Double, _ tiltY: Double) throws -> (altitude: Double, azimuth: Double)
  {
    let s = sample([
      GDK_AXIS_XTILT.rawValue: tiltX / 90, GDK_AXIS_YTILT.rawValue: tiltY / 90,
    ])
    return (
      Double(try #require(s.altitude)) * 180 / .pi, Double(try #require(s.azimuth)) * 180 / .pi
    )
  }

  /// How far apart two directions are, degrees.
  private func apart(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 360))
  }

  @Test func `S16 tilt that is mirrored is the mirror image, and tilt that is turned is turned`()
    throws
  {
    for degrees in stride(from: 0.0, to: 360, by: 1) {
      for lean in [3.0, 20, 45, 62] {
        let (x, y) = (lean * cos(degrees * .pi / 180), lean * sin(degrees * .pi / 180))
        let straight = try held(x, y)
        // Left and right exchanged, up and down, both: a tablet of a left hand, which is turned by 180°.
        let sideways = try held(-x, y)
        let over = try held(x, -y)
        let turned = try held(-x, -y)
        for other in [sideways, over, turned] {
          #expect(abs(other.altitude - straight.altitude) < 1e-3, "\(degrees), \(lean)")
        }
        #expect(apart(sideways.azimuth, 180 - straight.azimuth) < 1e-3, "\(degrees), \(lean)")
        #expect(apart(over.azimuth, -straight.azimuth) < 1e-3, "\(degrees), \(lean)")
        #expect(apart(turned.azimuth, straight.azimuth + 180) < 1e-3, "\(degrees), \(lean)")
        // A quarter turn of the tablet exchanges the axes.
        let quarter = try held(-y, x)
        #expect(apart(quarter.azimuth, straight.azimuth + 90) < 1e-3, "\(degrees), \(lean)")
      }
    }
  }

  @Test func `a lean in both directions is steeper than in one`() throws {
    let s = sample([GDK_AXIS_XTILT.rawValue: 0.5, GDK_AXIS_YTILT.rawValue: 0.5])
    // tan² of both: 1 + 1, so the altitude is atan(1/√2).
    #expect(abs(try #require(s.altitude) - 0.61548) < 1e-4)
    #expect(abs(try #require(s.azimuth) - .pi / 4) < 1e-5)
  }

  @Test func `a tool that lies flat or says nonsense stays in range`() throws {
    for x in [-1.0, 1, 5, -5] {
      let s = sample([GDK_AXIS_XTILT.rawValue: x, GDK_AXIS_YTILT.rawValue: -x])
      #expect((0...(Float.pi / 2)).contains(try #require(s.altitude)))
      #expect((0..<(2 * Float.pi)).contains(try #require(s.azimuth)))
    }
    let s = sample([GDK_AXIS_PRESSURE.rawValue: 7, GDK_AXIS_DISTANCE.rawValue: .nan])
    #expect(s.force == 1)
    #expect(s.distance == nil)
  }

  @Test func `S18 an axis that the tool does not announce is not believed`() {
    let conversion = AxisConversion(available: GDK_AXIS_FLAG_PRESSURE)
    let s = conversion.sample(at: .zero, milliseconds: 0) { _ in 0.5 }
    #expect(s.force == 0.5)
    #expect(s.altitude == nil && s.azimuth == nil)
    #expect(s.roll == nil && s.slider == nil && s.distance == nil)
  }
}
