public import Foundation

/// Works, the library and reading sessions.
extension WaymarkClient {
  /// Returns a page of the works, ordered by id.
  ///
  /// - Parameter words: words to find in the title or the authors. A page of a search may be short although more pages
  ///   follow.
  public func works(
    matching words: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<Work> {
    try await fetch(Page<Work>.self, .get("works", query: Self.page(limit, cursor) + Self.search(words)))
  }

  /// Returns a work. Throws ``APIError/notFound`` if it does not exist.
  public func work(_ id: String) async throws(APIError) -> Work {
    try await fetch(Work.self, .get("works", id))
  }

  /// Creates or replaces a work and returns it.
  @discardableResult
  public func saveWork(_ work: Work) async throws(APIError) -> Work {
    try await fetch(Work.self, .put("works", work.id, body: WireFormat.encode(work)))
  }

  /// Deletes a work with its library entry, diversity data, prompts and timer. Its sessions and points stay.
  public func deleteWork(_ id: String) async throws(APIError) {
    _ = try await send(.delete("works", id))
  }

  /// Returns a page of the library, ordered by the id of the work.
  ///
  /// - Parameters:
  ///   - status: only entries with this status, or nil for all.
  ///   - words: words to find in the title or the authors.
  public func library(
    _ status: ReadingStatus? = nil, matching words: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<LibraryEntry> {
    var query = Self.page(limit, cursor) + Self.search(words)
    if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
    return try await fetch(Page<LibraryEntry>.self, .get("library", query: query))
  }

  /// Returns a page of the library with the entries that a filter selects, in its order.
  ///
  /// A cursor is valid only with the filter of its page. A page may be short although more pages follow.
  public func library(
    _ filter: LibraryFilter, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<LibraryEntry> {
    let query = Self.page(limit, cursor) + filter.query
    return try await fetch(Page<LibraryEntry>.self, .get("library", query: query))
  }

  /// Returns a library entry. Throws ``APIError/notFound`` if the work is not in the library.
  public func libraryEntry(_ workId: String) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .get("library", workId))
  }

  /// Adds a work to the library, or replaces its entry.
  @discardableResult
  public func saveLibraryEntry(
    _ workId: String, _ changes: LibraryEntryChanges
  ) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .put("library", workId, body: WireFormat.encode(changes)))
  }

  /// Changes the given members of a library entry and returns it.
  @discardableResult
  public func changeLibraryEntry(
    _ workId: String, _ changes: LibraryEntryPatch
  ) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .patch("library", workId, body: WireFormat.encode(changes)))
  }

  /// Removes a work from the library with its timer and open prompts. Its sessions stay.
  public func deleteLibraryEntry(_ workId: String) async throws(APIError) {
    _ = try await send(.delete("library", workId))
  }

  /// Returns the running timer, or nil if there is none.
  public func readingTimer() async throws(APIError) -> SessionInfo? {
    try await fetch(ActiveSession.self, .get("reading", "timer")).active
  }

  /// Starts the timer for a work whose status is `reading`. Throws ``APIError/conflict(detail:)`` if a timer is already
  /// running.
  ///
  /// - Parameter startPage: the page at the start. If nil, the server uses the current page of the library entry.
  public func startReading(_ workId: String, startPage: Int? = nil) async throws(APIError) -> SessionInfo {
    struct Start: Encodable {
      var workId: String
      var startPage: Int?
    }
    let body = try WireFormat.encode(Start(workId: workId, startPage: startPage))
    return try await fetch(SessionInfo.self, .post("reading", "timer", body: body))
  }

  /// Stops the timer and stores a reading session.
  ///
  /// - Parameters:
  ///   - endedAt: when the reading ended, or nil for now. Required if the timer has run for more than 24 hours.
  ///   - sessionId: the session whose timer is meant, or nil for whichever is running. If another one is running, or
  ///     none, throws ``APIError/conflict(detail:)``.
  public func stopReading(
    endPage: Int, endedAt: Date? = nil, sessionId: String? = nil
  ) async throws(APIError) -> EndedSession {
    struct Stop: Encodable {
      var endPage: Int
      var endedAt: Date?
      var sessionId: String?
    }
    let body = try WireFormat.encode(Stop(endPage: endPage, endedAt: endedAt, sessionId: sessionId))
    return try await fetch(EndedSession.self, .post("reading", "timer", "stop", body: body))
  }

  /// Discards the running timer, if there is one, without storing a session.
  public func discardReading() async throws(APIError) {
    _ = try await send(.delete("reading", "timer"))
  }

  /// Stores a reading session that was not timed, or extends it if the end is later than the stored one.
  public func recordReading(_ report: ReadingReport) async throws(APIError) -> ReadingSession {
    try await fetch(ReadingSession.self, .post("reading", "sessions", body: WireFormat.encode(report)))
  }

  /// Stores up to ``Limits/sessionsPerBatch`` reading sessions. Each is checked separately; the results have the order
  /// of the reports.
  public func recordReadings(_ reports: [ReadingReport]) async throws(APIError) -> [ReadingBatchResult] {
    try await recordReadings(reports, nil)
  }

  func recordReadings(_ reports: [ReadingReport], _ key: String?) async throws(APIError) -> [ReadingBatchResult] {
    let body = try WireFormat.encode(["sessions": reports])
    return try await fetch(ReadingBatchResponse.self, .post("reading", "sessions", "batch", body: body, key: key))
      .results
  }

  /// Returns a page of the reading sessions, the newest start first.
  ///
  /// - Parameter workId: only sessions of this work, or nil for all.
  public func readingSessions(
    workId: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ReadingSession> {
    var query = Self.page(limit, cursor)
    if let workId { query.append(URLQueryItem(name: "workId", value: workId)) }
    return try await fetch(Page<ReadingSession>.self, .get("reading", "sessions", query: query))
  }

  /// Changes a reading session and returns it.
  public func changeReadingSession(
    _ id: String, _ changes: ReadingSessionChanges
  ) async throws(APIError) -> ReadingSession {
    let body = try WireFormat.encode(changes)
    return try await fetch(ReadingSession.self, .patch("reading", "sessions", id, body: body))
  }

  /// Deletes a reading session and its prompt.
  public func deleteReadingSession(_ id: String) async throws(APIError) {
    _ = try await send(.delete("reading", "sessions", id))
  }

  static func search(_ words: String?) -> [URLQueryItem] {
    words.map { [URLQueryItem(name: "q", value: $0)] } ?? []
  }
}
