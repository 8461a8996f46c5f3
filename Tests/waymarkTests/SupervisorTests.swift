import Service
import Testing

@testable import waymark

@Suite("Watching over processes")
struct SupervisorTests {
  @Test("A process that dies young waits longer each time, and one that lived starts again at once")
  func restarts() {
    var policy = RestartPolicy()
    #expect((0..<7).map { _ in policy.pause(startedAt: 0, diedAt: 10) } == [50, 100, 200, 400, 800, 1_000, 1_000])
    #expect(policy.pause(startedAt: 0, diedAt: RestartPolicy.stable) == 0)
    #expect(policy.pause(startedAt: 0, diedAt: 10) == 50)
  }

  @Test("The journal may not be replaced while it is in use, a view's file may, and the edge has no data")
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

  @Test("Lines come out whole, however they come in")
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

  @Test("A line without end does not grow without end")
  func endlessLine() {
    var splitter = LineSplitter()
    let lines = splitter.add([UInt8](repeating: 0x61, count: LineSplitter.longestLine + 1))
    #expect(lines.count == 1)
    #expect(splitter.finish() == nil)
  }

  @Test("Columns are as wide as their widest cell")
  func table() {
    #expect(Output.table([["A", "B"], ["long", ""], ["x", "y"]]) == "A     B\nlong\nx     y")
  }
}
