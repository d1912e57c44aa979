import TabletCompositor
import Testing

extension InputOnScreen {
  /// What the input-method module takes of a program's memory while no pen comes near.
  @Suite struct ModuleMemoryTests {
    /// GTK's widget factory, which has many fields, once it has drawn its first pictures.
    private func start(withModule: Bool) throws -> OtherProgram {
      let factory = try OtherProgram(
        "gtk4-widget-factory", size: PixelSize(width: 1340, height: 800),
        variables: withModule ? [:] : OtherProgram.withoutModule, blinks: false)
      // Its bars never stand still.
      pause(2)
      return factory
    }

    /// KiB of memory that a program has for itself.
    private func memory(withModule: Bool) throws -> Int {
      let factory = try start(withModule: withModule)
      let memory = try factory.privateMemory()
      #expect(try factory.hasMapped(ScribbleModule.loader) == withModule)
      try factory.done()
      return memory
    }

    @Test(.timeLimit(.minutes(5)))
    func `the module takes no more than 2 MiB of a program's memory before a pen comes near`()
      throws
    {
      // One that runs all the while, so that GTK's own pages are shared whatever else comes and goes.
      let companion = try start(withModule: false)
      var differences: [Int] = []
      for i in 0..<3 {
        // The one that comes first is another from pair to pair, so that what changes meanwhile says nothing.
        let isFirst = i % 2 == 0
        let first = try memory(withModule: isFirst)
        let second = try memory(withModule: !isFirst)
        differences.append(isFirst ? first - second : second - first)
      }
      #expect(differences.sorted()[1] <= 2 * 1024, "KiB, of \(differences)")
      try companion.done()
    }
  }
}
