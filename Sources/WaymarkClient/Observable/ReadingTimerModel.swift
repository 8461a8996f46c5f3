public import Foundation
public import Observation

/// The state of a reading timer. The timer runs on the server: it continues while the app is not running, and timers
/// that another device starts or stops are shown here too.
@MainActor @Observable
public final class ReadingTimerModel {
  /// The running timer, or nil inside the section if none runs. A stored value is shown at once, also without a
  /// network.
  public internal(set) var timer: JourneySection<SessionInfo?> = .idle {
    didSet { follow(from: oldValue.value ?? nil) }
  }
  /// The seconds that the timer has run; see ``clockText``.
  public private(set) var elapsedSeconds = 0
  /// The result of the last stop: the session, and perhaps a question about its work.
  public private(set) var ended: EndedSession?
  /// Whether the timer is older than a day, so that ``stop(endPage:endedAt:)`` needs the time at which the reading
  /// ended.
  public private(set) var asksWhenItEnded = false
  /// The stop that could not be sent because there was no network. The next stop ends the session at its time. With a
  /// ``StoppedTimerFile`` it survives a relaunch.
  public private(set) var stopped: StoppedTimer?
  /// Why the last start, stop or discard failed, or nil if it succeeded.
  public private(set) var failure: APIError?
  /// Whether a start, stop or discard is being sent.
  public private(set) var isChanging = false

  @ObservationIgnored let repository: ReadingRepository
  @ObservationIgnored private let client: WaymarkClient
  @ObservationIgnored private let loader = SectionLoader<ReadingTimerModel>()
  @ObservationIgnored private var clock: RunningClock?

  private static let longestSeconds = 86_400

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(repository: ReadingRepository) {
    self.repository = repository
    client = repository.client
  }
}

/// The values to show.
extension ReadingTimerModel {
  /// The running timer, or nil if none runs.
  public var running: SessionInfo? { timer.value ?? nil }

  /// Whether a timer runs.
  public var isRunning: Bool { running != nil }

  /// When the person stopped the timer without a network, or nil if they did not.
  public var stoppedAt: Date? { stopped?.endedAt }

  /// The time as MM:SS, or H:MM:SS from one hour.
  public var clockText: String { RunningClock.text(seconds: elapsedSeconds) }

  /// Returns the time for VoiceOver.
  public func spokenClock(_ words: Formatters = Formatters()) -> String {
    words.spokenDuration(Double(elapsedSeconds))
  }
}

/// The actions.
extension ReadingTimerModel {
  /// Loads the timer. Call it when the screen appears and when the app comes to the foreground.
  public func load() async {
    await loader.load(\.timer, of: self) { [repository] show throws(APIError) in
      try await repository.fetchTimer(forceRefresh: true, showing: show)
    }
  }

  /// Updates the clock every second until the task is cancelled. Call it from a view's `task`.
  public func run() async {
    while !Task.isCancelled {
      tick()
      let pause = clock?.untilNextSecond(at: client.time.elapsed()) ?? .seconds(1)
      do { try await client.time.sleep(pause) } catch { return }
    }
  }

  /// Loads the timer again whenever reading data changes on any device, until the task is cancelled or the token is
  /// rejected. Call it from a view's `task`.
  public func followChanges() async {
    do throws(APIError) {
      try await client.followChanges(of: [.reading]) { await load() }
    } catch {
      failure = error
    }
  }

  /// Starts a timer. If one is already running, shows that one and sets ``failure``.
  ///
  /// - Parameter startPage: the page at the start. If nil, the server uses the current page of the library entry.
  public func start(_ workId: String, startPage: Int? = nil) async {
    await change { client throws(APIError) in
      let started = try await client.startReading(workId, startPage: startPage)
      return (started, nil)
    }
  }

  /// Starts a timer at the current page of a library entry.
  public func start(_ entry: LibraryEntry) async {
    await start(entry.workId, startPage: entry.currentPage)
  }

  /// Stops the timer, now or at `endedAt`. A timer older than a day needs `endedAt`; without it, this only sets
  /// ``asksWhenItEnded``. If another device has started another timer, shows that one and sets ``failure``.
  public func stop(endPage: Int, endedAt: Date? = nil) async {
    tick()
    let end = endedAt ?? stoppedAt
    guard end != nil || elapsedSeconds <= Self.longestSeconds else {
      asksWhenItEnded = true
      return
    }
    let pressedAt = client.time.now()
    let shown = running?.sessionId
    await change { client throws(APIError) in
      (nil, try await client.stopReading(endPage: endPage, endedAt: end, sessionId: shown))
    }
    switch failure {
    case nil: keep(nil)
    case .networkUnavailable:
      guard let running else { break }
      keep(StoppedTimer(sessionId: running.sessionId, endPage: endPage, endedAt: end ?? pressedAt))
    case .validation(let errors) where errors.contains { $0.field == "endedAt" }:
      keep(nil)
      asksWhenItEnded = true
    default: break
    }
  }

  /// Discards the running timer without storing a session.
  public func discard() async {
    await change { client throws(APIError) in
      try await client.discardReading()
      return (nil, nil)
    }
  }

  /// Removes the failure and the result of the last stop. Call it from the button of an alert, and after the result was
  /// shown.
  public func dismiss() {
    failure = nil
    ended = nil
    asksWhenItEnded = false
  }
}

extension ReadingTimerModel {
  private func change(
    _ work: @Sendable (WaymarkClient) async throws(APIError) -> (SessionInfo?, EndedSession?)
  ) async {
    guard !isChanging else { return }
    isChanging = true
    failure = nil
    do throws(APIError) {
      let (started, end) = try await work(client)
      ended = end
      timer = .loaded(Answer(started, .live, asOf: client.time.now()))
    } catch {
      failure = error == .cancelled ? nil : error
      // Another device was faster. Show the timer of the server.
      if case .conflict = error { await load() }
    }
    isChanging = false
  }

  /// Restarts the clock from the newest value.
  private func follow(from before: SessionInfo?) {
    if running?.sessionId != before?.sessionId {
      asksWhenItEnded = false
      let kept = repository.stoppedTimer?.load()
      stopped = kept?.sessionId == running?.sessionId ? kept : nil
    }
    // Only the server can confirm that the stopped timer has ended.
    if timer.answer?.freshness == .live, running == nil || stopped == nil { repository.stoppedTimer?.remove() }
    guard let answer = timer.answer, let running = answer.value else {
      clock = nil
      return tick()
    }
    let now = client.time.now()
    // An older value is useless as a count of seconds, but its start is still valid.
    let seconds = answer.freshness == .live ? Double(running.elapsedSeconds) : now.timeIntervalSince(running.startedAt)
    if clock == nil || answer.freshness == .live && !timer.isBusy || running.sessionId != before?.sessionId {
      clock = RunningClock(seconds: seconds, elapsed: client.time.elapsed())
    }
    tick()
  }

  /// If the disk is full, the stop is kept in memory only.
  private func keep(_ stop: StoppedTimer?) {
    stopped = stop
    if let stop { try? repository.stoppedTimer?.save(stop) } else { repository.stoppedTimer?.remove() }
  }

  private func tick() {
    let seconds = clock?.seconds(at: client.time.elapsed()) ?? 0
    if seconds != elapsedSeconds { elapsedSeconds = seconds }
  }
}
