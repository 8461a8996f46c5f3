import API
import Testing

@testable import Connectors

@Suite("Files of an inbox")
struct InboxTests {
  private let file = InboxFile(user: "ada", name: "walk.gpx")

  private func stamp(_ size: Int64 = 5, _ nanoseconds: Int64 = 7) -> InboxStamp {
    InboxStamp(inode: 1, size: size, nanoseconds: nanoseconds)
  }

  @Test(
    "Ignores hidden and unfinished files",
    arguments: [".gpx", ".hidden.gpx", "a.gpx.tmp", "A.PART", ".syncthing.a.gpx.tmp", "a.syncthing-x", "~a", "a\nb"])
  func ignored(_ name: String) {
    #expect(InboxRules.isIgnored(name))
  }

  @Test("Accepts usual names", arguments: ["a.gpx", "20kg walk.fit.gz", "part.gpx", "tmp", "Ä.tcx"])
  func accepted(_ name: String) {
    #expect(!InboxRules.isIgnored(name))
  }

  @Test("The name, or the folder named after a format, decides how a file is imported")
  func orders() {
    #expect(file.order == SessionAPI.ImportOrder(.inbox, .gpx))
    #expect(InboxFile(user: "ada", name: "20kg.fit.gz").order == SessionAPI.ImportOrder(.inbox, .fit, load: 20))
    let list = InboxFile(user: "ada", folder: "goodreads", name: "library.csv")
    #expect(list.order == SessionAPI.ImportOrder(.inbox, .goodreads))
    #expect(InboxFile(user: "ada", name: "library.csv").order == nil)
    #expect(InboxRules.isFormat("health-auto-export") && !InboxRules.isFormat("done"))
    #expect(InboxRules.isUser("ada@example.org") && !InboxRules.isUser(".stfolder") && !InboxRules.isUser(".."))
  }

  @Test("A moved file gets an unused name that the disk can store")
  func names() {
    #expect(InboxRules.names(for: "a.gpx").prefix(3) == ["a.gpx", "2-a.gpx", "3-a.gpx"])
    let long = String(repeating: "é", count: 126) + ".gpx"
    let names = InboxRules.names(for: long)
    #expect(names.allSatisfy { ($0 + ".txt").utf8.count <= 255 && $0.hasSuffix("é.gpx") } && Set(names).count == 999)
  }

  @Test("A file is due after ten seconds without a change")
  func quiet() {
    var queue = InboxQueue()
    #expect(queue.wait(now: 0) == InboxQueue.interval)
    queue.take([file: stamp()], now: 0)
    #expect(queue.next(now: 9_999) == nil && queue.wait(now: 4_000) == 6_000)
    #expect(queue.next(now: 10_000)?.file == file && queue.wait(now: 10_000) == 0)
    queue.take([file: stamp(6)], now: 10_000)
    #expect(queue.next(now: 10_000) == nil)
    queue.take([file: stamp(6, 8)], now: 19_999)
    #expect(queue.next(now: 20_000) == nil && queue.next(now: 29_999)?.stamp == stamp(6, 8))
    // An unchanged file keeps its time, however often it is seen.
    queue.take([file: stamp(6, 8)], now: 29_000)
    #expect(queue.next(now: 29_999)?.file == file)
  }

  @Test("A file that is gone is forgotten; a delayed one is tried again after a minute")
  func forgotten() {
    var queue = InboxQueue()
    queue.take([file: stamp()], now: 0)
    queue.take([:], now: 5_000)
    queue.take([file: stamp()], now: 9_000)
    #expect(queue.next(now: 18_999) == nil && queue.next(now: 19_000)?.file == file)
    queue.delay(file, now: 19_000)
    #expect(queue.next(now: 78_999) == nil && queue.wait(now: 19_000) == InboxQueue.interval)
    #expect(queue.next(now: 79_000)?.file == file)
    queue.remove(file)
    #expect(queue.next(now: 79_000) == nil)
  }

  @Test("A file whose import is ended by something else is tried again a few times, unless it changes")
  func interrupted() {
    var queue = InboxQueue()
    queue.take([file: stamp()], now: 0)
    for attempt in 1..<InboxQueue.interruptions {
      let isTriedAgain = queue.interrupt(file, now: 10_000)
      #expect(isTriedAgain, "\(attempt)")
      #expect(queue.next(now: 69_999) == nil && queue.next(now: 70_000)?.file == file)
      queue.take([file: stamp()], now: 70_000)
    }
    let isOver = !queue.interrupt(file, now: 10_000)
    queue.take([file: stamp(6)], now: 10_000)
    let isNew = queue.interrupt(file, now: 20_000)
    #expect(isOver && isNew)
  }

  @Test("Users take turns, and the file that waits longest is first")
  func turns() {
    var queue = InboxQueue()
    let other = InboxFile(user: "ben", name: "a.gpx")
    let later = InboxFile(user: "ada", name: "b.gpx")
    queue.take([file: stamp()], now: 0)
    queue.take([file: stamp(), later: stamp(), other: stamp()], now: 1)
    #expect(queue.next(now: 20_000)?.file == file)
    #expect(queue.next(now: 20_000, after: "ada")?.file == other)
    #expect(queue.next(now: 20_000, after: "ben")?.file == file)
  }

  @Test("A report with nothing usable is a failure; an empty one, and one with a part, are not")
  func outcomes() {
    func outcome(_ text: String) -> InboxOutcome { InboxOutcome(report: Array(text.utf8), jsonDepth: 64) }
    let counts = #""skipped":0,"skippedByType":{},"byKind":{}"#
    #expect(outcome(#"{"added":0,"alreadyThere":0,"rejected":0,"problems":[],\#(counts)}"#) == .done(problem: nil))
    let line = #"{"line":7,"reason":"no date"}"#
    #expect(
      outcome(#"{"added":1,"alreadyThere":0,"rejected":1,"problems":[\#(line)],\#(counts)}"#)
        == .done(problem: "1 item was skipped: line 7: no date"))
    #expect(
      outcome(#"{"added":0,"alreadyThere":0,"rejected":1,"problems":[\#(line)],\#(counts)}"#)
        == .failed(reason: "nothing in the file could be imported\nline 7: no date"))
    #expect(
      outcome(#"{"added":0,"alreadyThere":0,"rejected":0,"problems":[],"skipped":2}"#)
        == .failed(reason: "nothing in the file could be imported\n2 of types that are not imported"))
    #expect(outcome("{") == .later)
  }
}
