import API
import Chronology
import Domain
import Proto

/// A timer that was stopped, with what the same call brought: the session that it became, and the prompt.
struct StoppedTimer {
  static let mostItems = 3

  var timer: ReadingTimer
  /// Nil where the session of the same start stayed as it was.
  var session: ReadingSession?
  var items = 1

  /// Nil where the first of the items is no end of a timer.
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
      // Another change of the same session is one that the end of a timer could not have made.
      guard event.new.startPage == event.old.startPage, event.new.endedAt >= event.old.endedAt else { return nil }
      session = event.new
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, nil: return nil
    }
    return session.workId == timer.workId && session.startedAt == timer.startedAt ? session : nil
  }
}

/// The document's timers, beside the one that the account's user may have running.
struct HistoryTimer {
  let caller: ImportCaller
  /// The one that the last call has started, so that it need not be asked for.
  private var justStarted: ReadingTimer?

  init(_ caller: ImportCaller) {
    self.caller = caller
  }

  mutating func start(_ timer: ReadingTimer) async throws(Fault) {
    do throws(Fault) {
      _ = try await caller.call(
        SessionAPI.StartTimer(workId: timer.workId, startPage: timer.startPage), at: timer.startedAt)
    } catch {
      if error.code == .conflict {
        // The answer to an earlier try may have been lost.
        guard try await isRunning(timer) else { throw error }
      } else {
        guard error.code == .invalid else { throw error }
        // Where the reader is may lie behind the last page that a later edition has: a page that is named may not.
        let entry = try await caller.call(SessionAPI.FetchEntry(workId: timer.workId))
        guard entry.currentPage == timer.startPage else { throw error }
        _ = try await caller.call(SessionAPI.StartTimer(workId: timer.workId), at: timer.startedAt)
      }
    }
    justStarted = timer
  }

  /// Another call than those of a timer was made: the account's user may have made one too.
  mutating func noteOtherCall() {
    justStarted = nil
  }

  mutating func discard(_ timer: ReadingTimer, at: Instant) async throws(Fault) {
    guard try await hasStarted(timer) else { return }
    _ = try await caller.call(SessionAPI.DiscardTimer(), at: at)
  }

  private mutating func hasStarted(_ timer: ReadingTimer) async throws(Fault) -> Bool {
    defer { justStarted = nil }
    if justStarted == timer { return true }
    return try await isRunning(timer)
  }

  /// False where it does not run here.
  mutating func stop(_ stopped: StoppedTimer, at: Instant) async throws(Fault) -> Bool {
    guard try await hasStarted(stopped.timer) else { return false }
    var (endPage, endedAt) = (stopped.session?.endPage, stopped.session?.endedAt)
    if stopped.session == nil {
      // The session was there and ended later: it stays as it is once more.
      let id = SessionIdentifier(workId: stopped.timer.workId, startedAt: stopped.timer.startedAt).text
      let known = try await caller.call(SessionAPI.FetchReadingSession(id: id))
      (endPage, endedAt) = (known.endPage, known.endedAt)
    }
    _ = try await caller.call(SessionAPI.StopTimer(endPage: endPage ?? 0, endedAt: endedAt), at: at)
    return true
  }

  /// Whether the timer that runs is this one: one that the account's user has started is left alone.
  private func isRunning(_ timer: ReadingTimer) async throws(Fault) -> Bool {
    let active = try await caller.call(SessionAPI.FetchTimer()).active
    return active?.workId == timer.workId && active?.startedAt == timer.startedAt
  }
}
