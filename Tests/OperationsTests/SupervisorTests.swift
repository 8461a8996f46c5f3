import Service
import Testing

@testable import Operations

@Suite("The supervisor")
struct SupervisorTests {
  @Test("The pause doubles after each early exit, and there is none after a long run")
  func restarts() {
    var policy = RestartPolicy()
    #expect((0..<7).map { _ in policy.pause(startedAt: 0, diedAt: 10) } == [50, 100, 200, 400, 800, 1_000, 1_000])
    #expect(policy.pause(startedAt: 0, diedAt: RestartPolicy.stable) == 0)
    #expect(policy.pause(startedAt: 0, diedAt: 10) == 50)
  }

  @Test("The journal is not disposable, the file of a view is, and the edge has no files")
  func ownData() throws {
    var settings = Settings(data: "d")
    let journal = try #require(try settings.ownData(of: "session"))
    #expect(journal.database?.path == "d/journal.sqlite" && journal.database?.isDisposable == false)
    #expect(journal.keepsReserve)
    for view in ["stats", "milestone", "diversity"] {
      let own = try #require(try settings.ownData(of: view))
      #expect(own.database?.path == "d/\(view).sqlite" && own.database?.isDisposable == true && !own.keepsReserve)
    }
    #expect(try settings.ownData(of: "edge") == nil)
    settings.database = "sqlite:elsewhere.sqlite"
    #expect(try settings.ownData(of: "session")?.database?.path == "elsewhere.sqlite")
    settings.database = "engine://host/name"
    #expect(throws: SettingsError.self) { try settings.ownData(of: "session") }
  }

  @Test("Splits lines correctly for every chunk size")
  func lines() {
    for size in 1...8 {
      var splitter = LineSplitter()
      var lines: [[UInt8]] = []
      var rest = Array("one\n\ntwo\nthree".utf8)[...]
      while !rest.isEmpty {
        lines += splitter.add(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      if let last = splitter.finish() { lines.append(last) }
      #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "", "two", "three"])
      #expect(splitter.finish() == nil)
    }
  }

  @Test("Splits a line that exceeds the maximum length")
  func endlessLine() {
    var splitter = LineSplitter()
    let lines = splitter.add([UInt8](repeating: 0x61, count: LineSplitter.longestLine + 1))
    #expect(lines.count == 1)
    #expect(splitter.finish() == nil)
  }

  @Test("Columns of a table are as wide as their widest cell")
  func table() {
    #expect(TextTable.text([["A", "B"], ["long", ""], ["x", "y"]]) == "A     B\nlong\nx     y")
  }
}
