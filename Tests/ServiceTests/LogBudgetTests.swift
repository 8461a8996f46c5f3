import Foundation
import Synchronization
import Testing

@testable import Service

@Suite("The budget of the log")
struct LogBudgetTests {
  private typealias Suppressed = LogBudget.Suppressed
  private let interval = LogBudget.intervalMilliseconds

  @Test("One user's lines of a message are limited, and those of others are still written")
  func users() {
    var budget = LogBudget()
    let written = (0..<20_000).count { _ in budget.admit("odd", user: "eve", now: 0) }
    #expect(written == LogBudget.linesPerUser)
    let (other, otherMessage) = (budget.admit("odd", user: "ada", now: 0), budget.admit("even", user: "eve", now: 0))
    #expect(other && otherMessage)
    let early = budget.endIntervals(now: interval - 1)
    let ended = budget.endIntervals(now: interval)
    #expect(early.isEmpty && ended == [Suppressed(message: "odd", user: "eve", count: 20_000 - written)])
    let next = budget.admit("odd", user: "eve", now: interval)
    let last = budget.endIntervals(now: 2 * interval)
    #expect(next && last.isEmpty)
  }

  @Test("All lines of a message together are limited, with and without a user")
  func messages() {
    var budget = LogBudget()
    let byUsers = (0..<1_000).count { budget.admit("odd", user: "user \($0 / 2)", now: 5) }
    let without = (0..<1_000).count { _ in budget.admit("bad", user: nil, now: 5) }
    #expect(byUsers == LogBudget.linesPerMessage && without == LogBudget.linesPerMessage)
    let ended = budget.endIntervals(now: interval + 5)
    #expect(ended == [Suppressed(message: "bad", count: 900), Suppressed(message: "odd", count: 900)])
  }

  @Test("Every line is written or counted, however many messages and users there are")
  func everyLine() {
    var budget = LogBudget()
    var (written, dropped) = (0, 0)
    for number in 0..<5_000 {
      if budget.admit("message \(number)", user: "user \(number)", now: number) { written += 1 }
      dropped += budget.endIntervals(now: number).reduce(0) { $0 + $1.count }
    }
    dropped += budget.endIntervals(now: 10 * interval).reduce(0) { $0 + $1.count }
    #expect(written + dropped == 5_000)
    #expect((1...(2 * LogBudget.mostKeys + LogBudget.linesPerMessage)).contains(written))
  }

  @Test("The log reports how many lines it has dropped, once the interval has ended")
  func log() throws {
    let now = Mutex(0)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let log = Log(service: "session", descriptor: ends[1]) { now.withLock { $0 } }
    let copy = log
    for _ in 0..<50 { copy.warning("odd", ["kind": "a", "user": "eve"]) }
    for _ in 0..<500 { log.error("bad") }
    for _ in 0..<200 { log.unlimited.info("paced") }
    now.withLock { $0 = interval }
    log.reportDropped()
    log.reportDropped()
    close(ends[1])
    let handle = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let lines = String(decoding: handle.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains(" odd kind=a") } == LogBudget.linesPerUser)
    #expect(lines.count { $0.hasSuffix(" bad") } == LogBudget.linesPerMessage)
    #expect(lines.count { $0.hasSuffix(" paced") } == 200)
    let reports = lines.filter { $0.contains("lines were dropped") }
    #expect(reports.count == 2)
    #expect(reports[0].hasSuffix("warning session: lines were dropped message=bad count=400"))
    #expect(reports[1].hasSuffix("warning session: lines were dropped message=odd user=eve count=40"))
  }
}
