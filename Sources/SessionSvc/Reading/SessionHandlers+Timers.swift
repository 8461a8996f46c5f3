import API
import Chronology
import Domain
import Proto

extension SessionHandlers {
  func startTimer(
    _ call: SessionAPI.StartTimer, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.ReadingTimerReply> {
    try await keyed(caller, SessionAPI.StartTimer.name) { ledger in
      try ReadingRules.check(timerOn: call.workId, startPage: call.startPage)
      if let active = try TimerStore.timer(ledger.user, ledger.rows) { throw try Fault.running(active, ledger.now) }
      let timer = try ReadingRules.timer(
        on: call.workId, startPage: call.startPage, work: try WorkStore.work(ledger.user, call.workId, ledger.rows),
        entry: try LibraryStore.entry(ledger.user, call.workId, ledger.rows), now: ledger.now)
      try TimerStore.insert(timer, of: ledger.user, ledger.transaction)
      try ledger.append(.reading(.timerStarted(ReadingTimerStarted(timer: timer))))
      return Written(created: true, value: SessionAPI.ReadingTimerReply(timer, now: ledger.now))
    }
  }

  func fetchTimer(_ call: SessionAPI.FetchTimer, _ caller: Caller) async throws(Fault) -> SessionAPI.ActiveTimer {
    let now = now()
    return try await read(caller) { user, rows in
      SessionAPI.ActiveTimer(
        active: try TimerStore.timer(user, rows).map { SessionAPI.ReadingTimerReply($0, now: now) })
    }
  }

  /// The session, the end of the timer and the question that comes with it are one command: all of it happens, or
  /// nothing.
  func stopTimer(
    _ call: SessionAPI.StopTimer, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.StoppedTimer> {
    try await keyed(caller, SessionAPI.StopTimer.name) { [zones] ledger in
      guard let timer = try TimerStore.timer(ledger.user, ledger.rows) else { throw Fault.noTimer }
      let work = try WorkStore.work(ledger.user, timer.workId, ledger.rows)
      let session = try ReadingRules.session(
        of: timer, endPage: call.endPage, endedAt: call.endedAt, work: work, now: ledger.now)
      try TimerStore.delete(ledger.user, ledger.transaction)
      try ledger.append(.reading(.timerStopped(ReadingTimerStopped(timer: timer))))
      // One of the same start may be there: of a timer in the same second, or logged by hand.
      var stored = try ledger.keep(session)
      let prompt = try ledger.openPrompt(for: &stored)
      return Written(
        created: false,
        value: SessionAPI.StoppedTimer(
          session: SessionAPI.ReadingSessionReply(stored, in: ledger.calendar(zones)), prompt: prompt, updatedBooks: 1))
    }
  }

  func discardTimer(_ call: SessionAPI.DiscardTimer, _ caller: Caller) async throws(Fault) -> Nothing {
    try await command(caller) { ledger in
      guard let timer = try TimerStore.timer(ledger.user, ledger.rows) else { return Nothing() }
      try TimerStore.delete(ledger.user, ledger.transaction)
      try ledger.append(.reading(.timerDiscarded(ReadingTimerDiscarded(timer: timer))))
      return Nothing()
    }
  }
}

extension Fault {
  static let noTimer = Fault(.conflict, "no timer runs")

  /// Names the timer that is in the way.
  static func running(_ timer: ReadingTimer, _ now: Instant) throws(Fault) -> Fault {
    let active = SessionAPI.ActiveTimer(active: SessionAPI.ReadingTimerReply(timer, now: now))
    return Fault(.conflict, "a timer runs already", detail: RawCBOR(bytes: try CBOREncoder.encode(active)))
  }
}
