import Foundation

/// The reading of one user: the library, the timer and the sessions, with the last known values at hand when the
/// network is away. Sessions logged by hand wait in the queue until then.
public actor ReadingRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  let stoppedTimer: StoppedTimerFile?
  private let store: LastKnownStore?
  private let timers: AnswerShelf<ActiveSession>
  private let libraries: AnswerShelf<Page<LibraryEntry>>
  private let histories: AnswerShelf<Page<ReadingSession>>

  /// - Parameters:
  ///   - lastKnown: where values survive a restart of the app; the other repositories of the same account may have
  ///     the same one.
  ///   - queue: where sessions wait for the network; without it ``reportReading(_:)`` fails when offline.
  ///   - stoppedTimer: where the stop of a timer survives a restart of the app while the network is away.
  public init(
    client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil,
    stoppedTimer: StoppedTimerFile? = nil
  ) {
    self.client = client
    self.queue = queue
    self.stoppedTimer = stoppedTimer
    store = lastKnown
    timers = AnswerShelf(client: client, store: lastKnown)
    libraries = AnswerShelf(client: client, store: lastKnown)
    histories = AnswerShelf(client: client, store: lastKnown)
  }

  /// The timer that runs. Another device may have started or stopped it: by default the server is asked.
  public func fetchTimer(
    forceRefresh: Bool = true, showing show: ShowKept<SessionInfo?>? = nil
  ) async throws(APIError) -> Answer<SessionInfo?> {
    try await timers.answer(
      to: Question(path: ["reading", "timer"]), on: terms(forceRefresh),
      showing: partly(show, \.active)
    ).map(\.active)
  }

  /// The first ``Limits/itemsPerPage`` entries; the client's own call pages on.
  public func fetchLibrary(
    _ status: ReadingStatus? = nil, forceRefresh: Bool = false, showing show: ShowKept<Page<LibraryEntry>>? = nil
  ) async throws(APIError) -> Answer<Page<LibraryEntry>> {
    try await libraries.answer(to: .library(status), on: terms(forceRefresh), showing: show)
  }

  /// The latest sessions of a work, newest first.
  public func fetchHistory(
    of workId: String, forceRefresh: Bool = false, showing show: ShowKept<Page<ReadingSession>>? = nil
  ) async throws(APIError) -> Answer<Page<ReadingSession>> {
    let question = Question(
      path: ["reading", "sessions"], query: [URLQueryItem(name: "workId", value: workId)], holdsIds: true)
    return try await histories.answer(to: question, on: terms(forceRefresh), showing: show)
  }

  /// A session logged by hand. With a queue it is on disk before anything is sent.
  @discardableResult
  public func reportReading(_ report: ReadingReport) async throws(APIError) -> Delivery<ReadingSession> {
    try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordReading(whole)
    }
  }

  /// Discards everything about the user, on sign-out; sessions that wait in the queue stay there.
  public func discardEverything() async {
    client.writes.note()
    await timers.discardAll()
    await libraries.discardAll()
    await histories.discardAll()
    stoppedTimer?.remove()
    store?.removeAll()
  }

  private func terms<Value>(_ forceRefresh: Bool) -> AnswerShelf<Value>.Terms {
    AnswerShelf<Value>.Terms(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension Question {
  static func library(_ status: ReadingStatus?) -> Question {
    var query = [URLQueryItem(name: "limit", value: String(Limits.itemsPerPage))]
    if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
    return Question(path: ["library"], query: query)
  }
}
