import API
import Chronology
import Domain
import Proto

/// A stopped timer with the results of the same call: its session and the prompt.
struct StoppedTimer {
  static let mostItems = 3

  var timer: ReadingTimer
  /// Nil if a session with the same start was left unchanged.
  var session: ReadingSession?
  var items = 1

  /// Returns nil if the first item is not the end of a timer.
  init?(_ waiting: ArraySlice<HistoryItem>) {
    guard let first = waiting.first, case .reading(.timerStopped(let event)) = first.event else { return nil }
    timer = event.timer
    var rest = waiting.dropFirst()
    if let session = Self.session(of: timer, rest.first?.event) {
      self.session = session
      items += 1
      rest = rest.dropFirst()
    }
    guard case .diversity(.promptOpened(let event)) = rest.first?.event, event.workId == timer.workId,
      event.startedAt == timer.startedAt
    else { return }
    items += 1
  }

  private static func session(of timer: ReadingTimer, _ event: Event?) -> ReadingSession? {
    let session: ReadingSession
    switch event {
    case .reading(.recorded(let event)): session = event.session
    case .reading(.changed(let event)):
      // Stopping a timer cannot make any other change to its session.
      guard event.new.startPage == event.old.startPage, event.new.endedAt >= event.old.endedAt else { return nil }
      session = event.new
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers, nil:
      return nil
    }
    return session.workId == timer.workId && session.startedAt == timer.startedAt ? session : nil
  }
}

/// Replays the document's timers without disturbing a timer that the user has running.
struct HistoryTimer {
  let client: ImportClient
  /// The timer that the last call started, so that it need not be read.
  private var justStarted: ReadingTimer?

  init(_ client: ImportClient) {
    self.client = client
  }

  mutating func start(_ timer: ReadingTimer) async throws(Fault) {
    do throws(Fault) {
      _ = try await client.call(
        SessionAPI.StartTimer(workId: timer.workId, startPage: timer.startPage), at: timer.startedAt)
    } catch {
      if error.code == .conflict {
        // The response to an earlier attempt may have been lost.
        guard try await isRunning(timer) else { throw error }
      } else {
        guard error.code == .invalid else { throw error }
        // The current page may exceed the page count of a later edition, which an explicit page may not.
        let entry = try await client.call(SessionAPI.FetchEntry(workId: timer.workId))
        guard entry.currentPage == timer.startPage else { throw error }
        _ = try await client.call(SessionAPI.StartTimer(workId: timer.workId), at: timer.startedAt)
      }
    }
    justStarted = timer
  }

  /// Forgets the started timer after another call, because the user may have stopped it since.
  mutating func noteOtherCall() {
    justStarted = nil
  }

  mutating func discard(_ timer: ReadingTimer, at: Instant) async throws(Fault) {
    guard try await hasStarted(timer) else { return }
    _ = try await client.call(SessionAPI.DiscardTimer(), at: at)
  }

  private mutating func hasStarted(_ timer: ReadingTimer) async throws(Fault) -> Bool {
    defer { justStarted = nil }
    if justStarted == timer { return true }
    return try await isRunning(timer)
  }

  /// Returns false if the timer is not running here.
  mutating func stop(_ stopped: StoppedTimer, at: Instant) async throws(Fault) -> Bool {
    guard try await hasStarted(stopped.timer) else { return false }
    var (endPage, endedAt) = (stopped.session?.endPage, stopped.session?.endedAt)
    if stopped.session == nil {
      // The session existed and ended later: it stays unchanged again.
      let id = SessionIdentifier(workId: stopped.timer.workId, startedAt: stopped.timer.startedAt).text
      let known = try await client.call(SessionAPI.FetchReadingSession(id: id))
      (endPage, endedAt) = (known.endPage, known.endedAt)
    }
    _ = try await client.call(SessionAPI.StopTimer(endPage: endPage ?? 0, endedAt: endedAt), at: at)
    return true
  }

  /// Whether this timer is running. A timer that the user has started is not touched.
  private func isRunning(_ timer: ReadingTimer) async throws(Fault) -> Bool {
    let active = try await client.call(SessionAPI.FetchTimer()).active
    return active?.workId == timer.workId && active?.startedAt == timer.startedAt
  }
}
