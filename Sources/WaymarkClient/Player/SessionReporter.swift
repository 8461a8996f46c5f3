/// Reports what a player plays as listening sessions. All methods return at once, may be called from any thread, and
/// take effect in the order of the calls.
public final class SessionReporter: Sendable {
  /// Receives the reports, one after the other.
  public typealias Deliver = @Sendable (SessionReport) async -> Void

  enum Input: Sendable {
    case player(PlayerEvent, Moment)
    case wake(Int)
    case flush(CheckedContinuation<Void, Never>, Moment)
    case settle(CheckedContinuation<Void, Never>)
  }

  private let inbox: AsyncStream<Input>.Continuation
  private let time: TimeSource

  /// Creates a reporter with its own delivery.
  ///
  /// - Parameter deliver: receives the reports. It should return quickly, for example after storing the report on disk.
  public init(timing: SessionTiming = SessionTiming(), time: TimeSource = .system, deliver: @escaping Deliver) {
    let (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
    self.inbox = inbox
    self.time = time
    let scheduler = ReportScheduler(timing: timing, time: time, inbox: inbox, deliver: deliver)
    Task { await scheduler.run(inputs) }
  }

  /// Creates a reporter that stores the sessions in the repository's queue, which sends them.
  public convenience init(
    repository: ReadingJourneyRepository, timing: SessionTiming = SessionTiming(), time: TimeSource = .system
  ) {
    self.init(timing: timing, time: time) { report in
      // If this fails, the session is on disk or was rejected. A player cannot do anything about it.
      try? await repository.deposit(report)
    }
  }

  deinit {
    inbox.finish()
  }

  /// The player starts a story, or continues it after a pause.
  public func play(storyId: String) { report(.play(storyId: storyId)) }
  /// The player pauses.
  public func pause() { report(.pause) }
  /// The player continues after a pause.
  public func resume() { report(.resume) }
  /// The position was moved. Skipped parts do not count as listening.
  public func seek() { report(.seek) }
  /// The story starts again from the beginning, which counts as another play.
  public func replay() { report(.replay) }
  /// The story was played to its end.
  public func finish() { report(.finish) }
  /// The app enters the background. The listening so far is reported now, because the system may end the app.
  public func enterBackground() { report(.background) }
  /// The player is closed.
  public func stop() { report(.stop) }

  /// Reports what is known so far, and returns when all reports are delivered.
  public func flush() async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.flush(continuation, moment)) { continuation.resume() }
    }
  }

  /// Returns when all earlier calls are handled.
  func settled() async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.settle(continuation)) { continuation.resume() }
    }
  }

  private var moment: Moment { Moment(wall: time.now(), elapsed: time.elapsed()) }

  private func report(_ event: PlayerEvent) {
    inbox.yield(.player(event, moment))
  }
}
