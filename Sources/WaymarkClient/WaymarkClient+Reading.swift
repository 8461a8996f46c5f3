public import Foundation

/// Works, the library and reading sessions.
extension WaymarkClient {
  /// `matching`: words of the title or the authors. A page that is searched may be short, and have others behind it.
  public func works(
    matching words: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<Work> {
    try await fetch(Page<Work>.self, .get("works", query: Self.page(limit, cursor) + Self.search(words)))
  }

  public func work(_ id: String) async throws(APIError) -> Work {
    try await fetch(Work.self, .get("works", id))
  }

  @discardableResult
  public func saveWork(_ work: Work) async throws(APIError) -> Work {
    try await fetch(Work.self, .put("works", work.id, body: WireFormat.encode(work)))
  }

  /// Its entry, its diversity values, its prompts and a timer on it go along; its sessions stay.
  public func deleteWork(_ id: String) async throws(APIError) {
    _ = try await send(.delete("works", id))
  }

  public func library(
    _ status: ReadingStatus? = nil, matching words: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<LibraryEntry> {
    var query = Self.page(limit, cursor) + Self.search(words)
    if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
    return try await fetch(Page<LibraryEntry>.self, .get("library", query: query))
  }

  public func libraryEntry(_ workId: String) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .get("library", workId))
  }

  @discardableResult
  public func saveLibraryEntry(
    _ workId: String, _ changes: LibraryEntryChanges
  ) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .put("library", workId, body: WireFormat.encode(changes)))
  }

  /// Only the members that are given change.
  @discardableResult
  public func changeLibraryEntry(
    _ workId: String, _ changes: LibraryEntryPatch
  ) async throws(APIError) -> LibraryEntry {
    try await fetch(LibraryEntry.self, .patch("library", workId, body: WireFormat.encode(changes)))
  }

  public func deleteLibraryEntry(_ workId: String) async throws(APIError) {
    _ = try await send(.delete("library", workId))
  }

  /// The timer that runs.
  public func readingTimer() async throws(APIError) -> SessionInfo? {
    try await fetch(ActiveSession.self, .get("reading", "timer")).active
  }

  /// ``APIError/conflict(detail:)`` where one runs already.
  public func startReading(_ workId: String, startPage: Int? = nil) async throws(APIError) -> SessionInfo {
    struct Start: Encodable {
      var workId: String
      var startPage: Int?
    }
    let body = try WireFormat.encode(Start(workId: workId, startPage: startPage))
    return try await fetch(SessionInfo.self, .post("reading", "timer", body: body))
  }

  /// After more than a day the server wants to know when the reading ended.
  public func stopReading(endPage: Int, endedAt: Date? = nil) async throws(APIError) -> EndedSession {
    struct Stop: Encodable {
      var endPage: Int
      var endedAt: Date?
    }
    let body = try WireFormat.encode(Stop(endPage: endPage, endedAt: endedAt))
    return try await fetch(EndedSession.self, .post("reading", "timer", "stop", body: body))
  }

  public func discardReading() async throws(APIError) {
    _ = try await send(.delete("reading", "timer"))
  }

  public func recordReading(_ report: ReadingReport) async throws(APIError) -> ReadingSession {
    try await fetch(ReadingSession.self, .post("reading", "sessions", body: WireFormat.encode(report)))
  }

  /// At most 500, each judged alone and answered in its place.
  public func recordReadings(_ reports: [ReadingReport]) async throws(APIError) -> [ReadingBatchResult] {
    try await recordReadings(reports, nil)
  }

  func recordReadings(_ reports: [ReadingReport], _ key: String?) async throws(APIError) -> [ReadingBatchResult] {
    let body = try WireFormat.encode(["sessions": reports])
    return try await fetch(ReadingBatchAnswer.self, .post("reading", "sessions", "batch", body: body, key: key)).results
  }

  /// Newest start first.
  public func readingSessions(
    workId: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ReadingSession> {
    var query = Self.page(limit, cursor)
    if let workId { query.append(URLQueryItem(name: "workId", value: workId)) }
    return try await fetch(Page<ReadingSession>.self, .get("reading", "sessions", query: query))
  }

  public func changeReadingSession(
    _ id: String, _ changes: ReadingSessionChanges
  ) async throws(APIError) -> ReadingSession {
    let body = try WireFormat.encode(changes)
    return try await fetch(ReadingSession.self, .patch("reading", "sessions", id, body: body))
  }

  public func deleteReadingSession(_ id: String) async throws(APIError) {
    _ = try await send(.delete("reading", "sessions", id))
  }

  static func search(_ words: String?) -> [URLQueryItem] {
    words.map { [URLQueryItem(name: "q", value: $0)] } ?? []
  }
}
