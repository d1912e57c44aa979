import Testing

@testable import PlumbagoApp

@Suite("A screen reader") struct ScreenReaderTests {
  private let bus = "unix:path=/run/flatpak/at-spi-bus"

  @Test func `where the desktop says whether one runs, that holds, in a sandbox as outside`() {
    for isSandbox in [false, true] {
      for address in [bus, nil] {
        #expect(ScreenReader.mayRun(status: true, isSandbox: isSandbox, bus: address))
        #expect(!ScreenReader.mayRun(status: false, isSandbox: isSandbox, bus: address))
      }
    }
  }

  @Test func `in a sandbox, which hides who says it, one may run where there is a bus for it`() {
    #expect(ScreenReader.mayRun(status: nil, isSandbox: true, bus: bus))
    #expect(!ScreenReader.mayRun(status: nil, isSandbox: true, bus: nil))
    #expect(!ScreenReader.mayRun(status: nil, isSandbox: false, bus: bus))
  }
}
