import Testing

@Suite("Switches over events")
struct EventSwitchTests {
  private static let subjects = [
    "account", "catalogue", "listening", "reading", "rucks", "diversity", "goals", "shares", "connections",
    "covers",
  ]

  @Test("No switch over an event has a default, which would ignore each new event silently")
  func noDefault() {
    // The client library has other events.
    let files = SourceTree.swiftFiles("Sources", "Tests").filter { !$0.path.hasPrefix("Sources/WaymarkClient/") }
    let switches = files.flatMap { file in Self.switches(of: file).map { (file, $0) } }
    #expect(switches.count > 20)
    let found = switches.filter { file, lines in
      let indent = file.lines[lines.lowerBound].prefix { $0 == " " }
      return file.lines[lines].contains { $0.hasPrefix("\(indent)default") }
    }
    #expect(found.isEmpty, "\(found.map { file, lines in file.place(lines.lowerBound) })")
  }

  /// The line ranges of the switches over an event or over its subjects.
  private static func switches(of file: SourceFile) -> [Range<Int>] {
    file.lines.indices.compactMap { index in
      let line = file.lines[index]
      let indent = line.prefix { $0 == " " }
      guard line.dropFirst(indent.count).hasPrefix("switch "), line.hasSuffix("{"),
        let end = file.lines[(index + 1)...].firstIndex(of: "\(indent)}")
      else { return nil }
      let isOfSubjects = file.lines[index..<end].contains { line in
        subjects.contains { line.hasPrefix("\(indent)case .\($0)(.") }
      }
      return isOfSubjects || line.hasSuffix("switch event {") ? index..<end : nil
    }
  }
}
