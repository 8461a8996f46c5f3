import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Session reporter")
struct SessionReporterTests {
  /// Collects delivered reports and lets a test wait for them.
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
        let isReached = state.withLock { state in
          if state.reports.count >= count { return true }
          state.waiter = (count, continuation)
          return false
        }
        if isReached { continuation.resume() }
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

  @Test("Reports the end of a story immediately")
  func finish() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    // Shorter than the progress interval, so that no progress is reported in between.
    time.advance(bySeconds: 30)
    reporter.finish()
    await mailbox.untilHolding(1)
    #expect(mailbox.reports == [session(30, listened: 30, completed: true)])
  }

  @Test("Reports a burst of events once, after it is over")
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

  @Test("Progress extends the session while a story plays")
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

  @Test("An endless burst does not prevent progress reports")
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

  @Test("Entering the background reports immediately, and the story may continue")
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

  @Test("A flush returns after all reports are delivered")
  func flush() async {
    let reporter = reporter()
    reporter.play(storyId: "s1")
    time.advance(bySeconds: 20)
    await reporter.flush()
    #expect(mailbox.reports == [session(20, listened: 20)])
  }

  @Test("A reporter reports the rest when it is released")
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

  @Test("Player sessions reach the server through the queue after the network returns")
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
