public import Foundation
public import Observation

/// The state of a reading timer. It runs on the server: it goes on while the app is away, and what another device
/// starts or stops is shown here too.
@MainActor @Observable
public final class ReadingTimerModel {
  /// The timer that runs; what was known of it is there at once, also without a network.
  public internal(set) var timer: JourneySection<SessionInfo?> = .idle {
    didSet { follow(from: oldValue.value ?? nil) }
  }
  /// For the clock; see ``clockText``.
  public private(set) var elapsedSeconds = 0
  /// What the last stop brought: the session, and perhaps a question about its work.
  public private(set) var ended: EndedSession?
  /// The timer is older than a day: stop it with the time at which the reading ended.
  public private(set) var asksWhenItEnded = false
  /// "Stop" was pressed without a network: the next stop ends the session at that moment. With a
  /// ``StoppedTimerFile`` it is still known after a relaunch.
  public private(set) var stopped: StoppedTimer?
  /// Why the last start, stop or discard was not done.
  public private(set) var failure: APIError?
  public private(set) var isChanging = false

  @ObservationIgnored let repository: ReadingRepository
  @ObservationIgnored private let client: WaymarkClient
  @ObservationIgnored private let loader = SectionLoader<ReadingTimerModel>()
  @ObservationIgnored private var clock: RunningClock?

  private static let longestSeconds = 86_400

  public init(repository: ReadingRepository) {
    self.repository = repository
    client = repository.client
  }
}

/// What a view shows.
extension ReadingTimerModel {
  public var running: SessionInfo? { timer.value ?? nil }

  public var isRunning: Bool { running != nil }

  /// When "stop" was pressed without a network.
  public var stoppedAt: Date? { stopped?.endedAt }

  /// MM:SS, and H:MM:SS from an hour on.
  public var clockText: String { RunningClock.text(seconds: elapsedSeconds) }

  /// The same for VoiceOver.
  public func spokenClock(_ words: Formatters = Formatters()) -> String {
    words.spokenDuration(Double(elapsedSeconds))
  }
}

/// What a view asks for.
extension ReadingTimerModel {
  /// When the screen appears, and when the app comes to the foreground.
  public func load() async {
    await loader.load(\.timer, of: self) { [repository] show throws(APIError) in
      try await repository.fetchTimer(forceRefresh: true, showing: show)
    }
  }

  /// Moves the clock on each second until the task is cancelled: what a view does in its `task`.
  public func run() async {
    while !Task.isCancelled {
      tick()
      let pause = clock?.untilNextSecond(at: client.time.elapsed()) ?? .seconds(1)
      do { try await client.time.sleep(pause) } catch { return }
    }
  }

  /// Loads again whenever reading changes anywhere, until the task is cancelled or the sign-in ends.
  public func followChanges() async {
    // The first one says that the connection is there: what happened just before it is to be loaded too.
    var isFirst = true
    do throws(APIError) {
      for try await change in client.changes() {
        if isFirst || change.areas.contains(.reading) { await load() }
        isFirst = false
      }
    } catch {
      failure = error
    }
  }

  /// Begins at the given page, or at the entry's. Where a session runs already, that one is shown, beside the error.
  public func start(_ workId: String, startPage: Int? = nil) async {
    await change { client throws(APIError) in
      let started = try await client.startReading(workId, startPage: startPage)
      return (started, nil)
    }
  }

  public func start(_ entry: LibraryEntry) async {
    await start(entry.workId, startPage: entry.currentPage)
  }

  /// Ends the session, now or when the reading ended. A timer older than a day is not ended without that:
  /// ``asksWhenItEnded``.
  public func stop(endPage: Int, endedAt: Date? = nil) async {
    tick()
    let end = endedAt ?? stoppedAt
    guard end != nil || elapsedSeconds <= Self.longestSeconds else {
      asksWhenItEnded = true
      return
    }
    let pressedAt = client.time.now()
    await change { client throws(APIError) in (nil, try await client.stopReading(endPage: endPage, endedAt: end)) }
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

  /// Throws away what runs.
  public func discard() async {
    await change { client throws(APIError) in
      try await client.discardReading()
      return (nil, nil)
    }
  }

  /// For the button of an alert, and when the end of a session was shown.
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
      // Another device was quicker: what runs now is what the server says.
      if case .conflict = error { await load() }
    }
    isChanging = false
  }

  /// Counts on from the newest answer.
  private func follow(from before: SessionInfo?) {
    if running?.sessionId != before?.sessionId {
      asksWhenItEnded = false
      let kept = repository.stoppedTimer?.load()
      stopped = kept?.sessionId == running?.sessionId ? kept : nil
    }
    // Only the server knows that what was stopped here runs no more.
    if timer.answer?.freshness == .live, running == nil || stopped == nil { repository.stoppedTimer?.remove() }
    guard let answer = timer.answer, let running = answer.value else {
      clock = nil
      return tick()
    }
    let now = client.time.now()
    // What is not of this moment says when it began, which is all there is to go by.
    let seconds = answer.freshness == .live ? Double(running.elapsedSeconds) : now.timeIntervalSince(running.startedAt)
    if clock == nil || answer.freshness == .live && !timer.isBusy || running.sessionId != before?.sessionId {
      clock = RunningClock(seconds: seconds, elapsed: client.time.elapsed())
    }
    tick()
  }

  /// On a disk that is full it is known until the app ends.
  private func keep(_ stop: StoppedTimer?) {
    stopped = stop
    if let stop { try? repository.stoppedTimer?.save(stop) } else { repository.stoppedTimer?.remove() }
  }

  private func tick() {
    let seconds = clock?.seconds(at: client.time.elapsed()) ?? 0
    if seconds != elapsedSeconds { elapsedSeconds = seconds }
  }
}
