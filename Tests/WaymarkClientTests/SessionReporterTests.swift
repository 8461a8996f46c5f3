import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Session reporter")
struct SessionReporterTests {
  /// What was delivered, and a task that waits for it.
  private final class Mailbox: Sendable {
    private let state = Mutex<
      (reports: [SessionReport], waiter: (count: Int, wake: CheckedContinuation<Void, Never>)?)
    >(
      ([], nil))

    var reports: [SessionReport] { state.withLock { $0.reports } }

    func put(_ report: SessionReport) {
      let wake = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.reports.append(report)
        guard let waiter = state.waiter, state.reports.count >= waiter.count else { return nil }
        state.waiter = nil
        return waiter.wake
      }
      wake?.resume()
    }

    func untilHolding(_ count: Int) async {
      await withCheckedContinuation { continuation in
        let isSo = state.withLock { state in
          if state.reports.count >= count { return true }
          state.waiter = (count, continuation)
          return false
        }
        if isSo { continuation.resume() }
      }
    }
  }

  private let time = ManualTime(instant("2026-11-20T20:00:00Z"))
  private let mailbox = Mailbox()

  private func reporter() -> SessionReporter {
    SessionReporter(time: time.source) { [mailbox] in mailbox.put($0) }
  }

  private func session(_ end: Double, listened: Double, completed: Bool = false) -> SessionReport {
    report(from: "2026-11-20T20:00:00Z", seconds: end, completed: completed, duration: listened)
  }

  @Test("The end of a story is reported at once")
  func finish() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    // Less than the time after which progress is reported, which would come between.
    time.advance(bySeconds: 30)
    reporter.finish()
    await mailbox.untilHolding(1)
    #expect(mailbox.reports == [session(30, listened: 30, completed: true)])
  }

  @Test("A burst of pausing and skipping is one report, once it is over")
  func burst() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    await time.untilSleeping()
    time.advance(bySeconds: 30)
    for _ in 0..<5 {
      reporter.pause()
      reporter.seek()
      reporter.resume()
      time.advance(bySeconds: 1)
    }
    reporter.pause()
    await reporter.settled()
    await time.untilSleeping()
    #expect(mailbox.reports.isEmpty)
    time.advance(bySeconds: 2)
    await mailbox.untilHolding(1)
    #expect(mailbox.reports == [session(35, listened: 35)])
  }

  @Test("While a story plays, progress extends its session")
  func progress() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    for minute in 1...3 {
      await reporter.settled()
      await time.untilSleeping()
      time.advance(bySeconds: 60)
      await mailbox.untilHolding(minute)
    }
    #expect(mailbox.reports == [60, 120, 180].map { session($0, listened: $0) })
    _ = reporter
  }

  @Test("An endless burst does not hold progress back for ever")
  func endlessBurst() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    for _ in 0..<61 {
      time.advance(bySeconds: 1)
      reporter.seek()
      await reporter.settled()
      await time.untilSleeping()
    }
    await mailbox.untilHolding(1)
    #expect(mailbox.reports.first?.duration == 60)
  }

  @Test("Going to the background reports at once, and the story may play on")
  func background() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    time.advance(bySeconds: 20)
    reporter.enterBackground()
    await mailbox.untilHolding(1)
    time.advance(bySeconds: 20)
    reporter.finish()
    await mailbox.untilHolding(2)
    #expect(mailbox.reports == [session(20, listened: 20), session(40, listened: 40, completed: true)])
  }

  @Test("A flush returns when everything known is delivered")
  func flush() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    time.advance(bySeconds: 20)
    await reporter.flush()
    #expect(mailbox.reports == [session(20, listened: 20)])
  }

  @Test("A reporter that goes away reports what it still knows")
  func gone() async {
    do {
      let reporter = reporter()
      reporter.play(storyId: "s1")
      reporter.pause()
      time.advance(bySeconds: 20)
      reporter.resume()
      time.advance(bySeconds: 20)
    }
    await mailbox.untilHolding(1)
    #expect(mailbox.reports == [session(40, listened: 20)])
  }

  @Test("What a player reports reaches the server through the queue, also when the network comes back late")
  func throughQueue() async throws {
    let scratch = try ScratchDirectory()
    let server = TestServer(time: time)
    server.addStory("s1")
    let queue = try OfflineQueue(file: scratch.queueFile)
    let repository = ReadingJourneyRepository(client: server.client(), queue: queue)
    let reporter = SessionReporter(repository: repository, time: time.source)
    server.setOffline(true)
    reporter.play(storyId: "s1")
    time.advance(bySeconds: 45)
    reporter.finish()
    await reporter.flush()
    #expect(await queue.pending.map(\.duration) == [45])
    server.setOffline(false)
    _ = try? await repository.uploadPending()
    try await repository.uploadPending()
    #expect(server.sessions.map(\.duration) == [45])
    #expect(server.sessions.map(\.completed) == [true])
  }
}
