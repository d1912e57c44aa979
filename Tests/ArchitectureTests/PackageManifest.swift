/// What the text of Package.swift says of its targets: enough of it to hold a table against.
struct PackageManifest {
  struct Target: Equatable {
    var name: String
    var dependencies: Set<String>
    /// From the comment `// Floor N: …` or `// Floor N½: …` above it; nil before the first.
    var floor: Double?
  }

  /// Reads `.target(name: "…", dependencies: ["…"]…)` and its relatives in the order they stand in.
  static func targets(in manifest: String) -> [Target] {
    var found: [Target] = []
    var floor: Double?
    // The floors stand in comments, one line each, so the text is cut at them first.
    let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var piece = ""
    for line in lines + ["// Floor"] {
      if let comment = line.firstRange(of: "// Floor") {
        found += targets(inPiece: piece, floor: floor)
        piece = ""
        let number = line[comment.upperBound...].drop { $0 == " " }.prefix { $0 != ":" }
        floor = Double(number.prefix { $0 != "½" }).map { number.hasSuffix("½") ? $0 + 0.5 : $0 }
      } else {
        piece += line.trimmingComment + "\n"
      }
    }
    return found
  }

  private static func targets(inPiece piece: String, floor: Double?) -> [Target] {
    let declaration =
      /\.(systemLibrary|target|executableTarget)\(\s*name: "(?<name>\w+)"(,\s*dependencies: \[(?<list>[^\]]*)\])?/
    return piece.matches(of: declaration).map { match in
      let list = match.list.map(String.init) ?? ""
      return Target(
        name: String(match.name),
        dependencies: Set(list.matches(of: /"(\w+)"/).map { String($0.1) }), floor: floor)
    }
  }
}

extension String {
  /// The line without a `//` comment.
  fileprivate var trimmingComment: String {
    firstRange(of: "//").map { String(self[..<$0.lowerBound]) } ?? self
  }
}
