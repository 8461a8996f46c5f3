/// Watches a player and reports what was listened to. Its methods return at once and may be called from anywhere;
/// what they report is dated at the call and handled in that order.
public final class SessionReporter: Sendable {
  public typealias Deliver = @Sendable (SessionReport) async -> Void

  enum Input: Sendable {
    case player(PlayerEvent, Moment)
    case wake(Int)
    case flush(CheckedContinuation<Void, Never>, Moment)
    case settle(CheckedContinuation<Void, Never>)
  }

  private let inbox: AsyncStream<Input>.Continuation
  private let time: TimeSource

  /// - Parameter deliver: gets the reports, one after the other; it should be quick, such as putting them on disk.
  public init(timing: SessionTiming = SessionTiming(), time: TimeSource = .system, deliver: @escaping Deliver) {
    let (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
    self.inbox = inbox
    self.time = time
    let desk = ReporterDesk(timing: timing, time: time, inbox: inbox, deliver: deliver)
    Task { await desk.work(through: inputs) }
  }

  /// Puts the sessions into the repository's queue, which sends them when it can.
  public convenience init(
    repository: ReadingJourneyRepository, timing: SessionTiming = SessionTiming(), time: TimeSource = .system
  ) {
    self.init(timing: timing, time: time) { report in
      // What fails here is on disk or was refused by the server: there is nothing a player could do.
      try? await repository.deposit(report)
    }
  }

  deinit {
    inbox.finish()
  }

  /// Begins a story, or goes on with it after a pause.
  public func play(storyId: String) { report(.play(storyId: storyId)) }
  public func pause() { report(.pause) }
  public func resume() { report(.resume) }
  /// The position was moved: skipping and scrubbing count as no listening.
  public func seek() { report(.seek) }
  /// The story starts over, which is another play of it.
  public func replay() { report(.replay) }
  /// The story was heard to its end.
  public func finish() { report(.finish) }
  /// The app goes to the background: what is known so far is reported now.
  public func enterBackground() { report(.background) }
  /// The player is closed.
  public func stop() { report(.stop) }

  /// Reports what is known so far, and returns when all of it is delivered.
  public func flush() async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.flush(continuation, moment)) { continuation.resume() }
    }
  }

  /// Returns when everything reported so far is worked through.
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
