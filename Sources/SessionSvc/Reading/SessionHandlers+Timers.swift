import API
import Chronology
import Domain
import Proto

extension SessionHandlers {
  func startTimer(
    _ call: SessionAPI.StartTimer, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadingTimerReply> {
    try await keyed(caller, SessionAPI.StartTimer.name) { transaction in
      try ReadingRules.check(timerOn: call.workId, startPage: call.startPage)
      if let active = try TimerStore.timer(transaction.user, transaction.rows) {
        throw try Fault.running(active, transaction.now)
      }
      let timer = try ReadingRules.timer(
        on: call.workId, startPage: call.startPage,
        work: try WorkStore.work(transaction.user, call.workId, transaction.rows),
        entry: try LibraryStore.entry(transaction.user, call.workId, transaction.rows), now: transaction.now)
      try TimerStore.insert(timer, of: transaction.user, transaction.storage)
      try transaction.append(.reading(.timerStarted(ReadingTimerStarted(timer: timer))))
      return Written(created: true, value: SessionAPI.ReadingTimerReply(timer, now: transaction.now))
    }
  }

  func fetchTimer(_ call: SessionAPI.FetchTimer, _ caller: CallerContext) async throws(Fault) -> SessionAPI.ActiveTimer
  {
    let now = now()
    return try await read(caller) { user, rows in
      SessionAPI.ActiveTimer(
        active: try TimerStore.timer(user, rows).map { SessionAPI.ReadingTimerReply($0, now: now) })
    }
  }

  /// Stops the timer, records the session and opens the prompt in one command.
  func stopTimer(
    _ call: SessionAPI.StopTimer, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.StoppedTimer> {
    // The kept reply is English, so that its bytes do not depend on the language of the first request.
    var stopped = try await keyed(caller, SessionAPI.StopTimer.name) { [zones] transaction in
      guard let timer = try TimerStore.timer(transaction.user, transaction.rows) else { throw Fault.noTimer }
      let running = SessionIdentifier(workId: timer.workId, startedAt: timer.startedAt).text
      guard call.sessionId == nil || call.sessionId == running else { throw Fault.otherTimer }
      let work = try WorkStore.work(transaction.user, timer.workId, transaction.rows)
      let session = try ReadingRules.session(
        of: timer, endPage: call.endPage, endedAt: call.endedAt, work: work, now: transaction.now)
      try TimerStore.delete(transaction.user, transaction.storage)
      try transaction.append(.reading(.timerStopped(ReadingTimerStopped(timer: timer))))
      // A session with the same start may exist: from a timer in the same second, or recorded by hand.
      var stored = try transaction.keep(session)
      let prompt = try transaction.openPrompt(for: &stored)
      return Written(
        created: false,
        value: SessionAPI.StoppedTimer(
          session: SessionAPI.ReadingSessionReply(stored, title: work?.title, in: transaction.calendar(zones)),
          prompt: prompt,
          updatedBooks: 1))
    }
    stopped.value.prompt = stopped.value.prompt?.translated(to: call.lang)
    return stopped
  }

  func discardTimer(_ call: SessionAPI.DiscardTimer, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard let timer = try TimerStore.timer(transaction.user, transaction.rows) else { return Nothing() }
      try TimerStore.delete(transaction.user, transaction.storage)
      try transaction.append(.reading(.timerDiscarded(ReadingTimerDiscarded(timer: timer))))
      return Nothing()
    }
  }
}

extension Fault {
  static let noTimer = Fault(.conflict, "no timer is running; start one first")
  static let otherTimer = Fault(.conflict, "this timer is not running any more; another one is")

  /// A conflict that contains the running timer.
  static func running(_ timer: ReadingTimer, _ now: Instant) throws(Fault) -> Fault {
    let active = SessionAPI.ActiveTimer(active: SessionAPI.ReadingTimerReply(timer, now: now))
    return Fault(
      .conflict, "a timer is already running; stop or discard it first",
      detail: RawCBOR(bytes: try CBOREncoder.encode(active)))
  }
}
