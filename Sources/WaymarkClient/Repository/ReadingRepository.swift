import Foundation

/// The library, its reads, proposals of links, the timer and the reading sessions of one user, with last known values
/// when the server cannot be reached. Sessions can be queued while offline.
public actor ReadingRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  let stoppedTimer: StoppedTimerFile?
  private let store: LastKnownStore?
  private let timers: ResponseCache<ActiveSession>
  private let libraries: ResponseCache<Page<LibraryEntry>>
  let entries: ResponseCache<LibraryEntry?>
  let reads: ResponseCache<Page<BookRead>>
  private let finishedReads: ResponseCache<Page<BookRead>>
  private let histories: ResponseCache<Page<ReadingSession>>
  let matches: ResponseCache<Page<StoryMatch>>

  /// Creates a repository.
  ///
  /// - Parameters:
  ///   - lastKnown: stores values across restarts of the app. All repositories of an account may share it.
  ///   - queue: stores sessions while there is no network. If nil, ``reportReading(_:)`` throws when offline.
  ///   - stoppedTimer: stores the stop of a timer across restarts of the app while there is no network.
  public init(
    client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil,
    stoppedTimer: StoppedTimerFile? = nil
  ) {
    self.client = client
    self.queue = queue
    self.stoppedTimer = stoppedTimer
    store = lastKnown
    timers = ResponseCache(client: client, store: lastKnown)
    libraries = ResponseCache(client: client, store: lastKnown)
    entries = ResponseCache(client: client, store: lastKnown, absent: .some(nil))
    reads = ResponseCache(client: client, store: lastKnown, absent: Page(items: []))
    finishedReads = ResponseCache(client: client, store: lastKnown)
    histories = ResponseCache(client: client, store: lastKnown)
    matches = ResponseCache(client: client, store: lastKnown)
  }

  /// Returns the running timer, or nil inside the answer if none runs. By default it asks the server, because another
  /// device may have started or stopped the timer.
  public func fetchTimer(
    forceRefresh: Bool = true, showing show: ShowKept<SessionInfo?>? = nil
  ) async throws(APIError) -> Answer<SessionInfo?> {
    try await timers.value(
      for: GetRequest(path: ["reading", "timer"]), under: policy(forceRefresh),
      showing: projecting(show, \.active)
    ).map(\.active)
  }

  /// Returns the first ``WaymarkClient/Limits/itemsPerPage`` library entries. Use
  /// ``WaymarkClient/library(_:matching:limit:cursor:)`` for further pages.
  ///
  /// - Parameter status: only entries with this status, or nil for all.
  public func fetchLibrary(
    _ status: ReadingStatus? = nil, forceRefresh: Bool = false, showing show: ShowKept<Page<LibraryEntry>>? = nil
  ) async throws(APIError) -> Answer<Page<LibraryEntry>> {
    try await libraries.value(for: .library(status), under: policy(forceRefresh), showing: show)
  }

  /// Returns the library entry of a work, or nil inside the answer if the work is not in the library.
  public func fetchEntry(
    of workId: String, forceRefresh: Bool = false, showing show: ShowKept<LibraryEntry?>? = nil
  ) async throws(APIError) -> Answer<LibraryEntry?> {
    try await entries.value(for: .entry(of: workId), under: policy(forceRefresh), showing: show)
  }

  /// Returns the reads of a work, the open or latest one last. There are none if the work is not in the library.
  public func fetchReads(
    of workId: String, forceRefresh: Bool = false, showing show: ShowKept<Page<BookRead>>? = nil
  ) async throws(APIError) -> Answer<Page<BookRead>> {
    try await reads.value(for: .reads(of: workId), under: policy(forceRefresh), showing: show)
  }

  /// Returns the first ``WaymarkClient/Limits/itemsPerPage`` finished reads of all works, the latest finish first. Use
  /// ``WaymarkClient/finishedReads(from:to:year:limit:cursor:)`` for further pages.
  ///
  /// - Parameter year: only reads that were finished in this year, or nil for all.
  public func fetchFinishedReads(
    of year: Int? = nil, forceRefresh: Bool = false, showing show: ShowKept<Page<BookRead>>? = nil
  ) async throws(APIError) -> Answer<Page<BookRead>> {
    try await finishedReads.value(for: .finishedReads(year), under: policy(forceRefresh), showing: show)
  }

  /// Returns the first ``WaymarkClient/Limits/itemsPerPage`` proposals of works for stories. Use
  /// ``WaymarkClient/matches(limit:cursor:)`` for further pages.
  public func fetchMatches(
    forceRefresh: Bool = false, showing show: ShowKept<Page<StoryMatch>>? = nil
  ) async throws(APIError) -> Answer<Page<StoryMatch>> {
    try await matches.value(for: .matches, under: policy(forceRefresh), showing: show)
  }

  /// Returns the latest sessions of a work, newest first.
  public func fetchHistory(
    of workId: String, forceRefresh: Bool = false, showing show: ShowKept<Page<ReadingSession>>? = nil
  ) async throws(APIError) -> Answer<Page<ReadingSession>> {
    let request = GetRequest(
      path: ["reading", "sessions"], query: [URLQueryItem(name: "workId", value: workId)], containsIds: true)
    return try await histories.value(for: request, under: policy(forceRefresh), showing: show)
  }

  /// Reports a reading session that was not timed. With a queue, it is on disk before it is sent.
  @discardableResult
  public func reportReading(_ report: ReadingReport) async throws(APIError) -> Delivery<ReadingSession> {
    try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordReading(whole)
    }
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out. Queued sessions stay in the queue.
  public func discardEverything() async {
    client.writes.increment()
    await timers.discardAll()
    await libraries.discardAll()
    await entries.discardAll()
    await reads.discardAll()
    await finishedReads.discardAll()
    await histories.discardAll()
    await matches.discardAll()
    stoppedTimer?.remove()
    store?.removeAll()
  }

  private func policy<Value>(_ forceRefresh: Bool) -> ResponseCache<Value>.ReadPolicy {
    ResponseCache<Value>.ReadPolicy(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension GetRequest {
  private static let wholePage = [URLQueryItem(name: "limit", value: String(Limits.itemsPerPage))]

  static let matches = GetRequest(path: ["matches"], query: wholePage)

  static func entry(of workId: String) -> GetRequest {
    GetRequest(path: ["library", workId], containsIds: true)
  }

  static func reads(of workId: String) -> GetRequest {
    GetRequest(path: ["library", workId, "reads"], query: wholePage, containsIds: true)
  }

  static func library(_ status: ReadingStatus?) -> GetRequest {
    var query = wholePage
    if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
    return GetRequest(path: ["library"], query: query)
  }

  static func finishedReads(_ year: Int?) -> GetRequest {
    var query = wholePage
    if let year { query.append(URLQueryItem(name: "year", value: String(year))) }
    return GetRequest(path: ["reads"], query: query)
  }
}
