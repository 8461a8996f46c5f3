public import Foundation

/// The life of a reading session: begun, shown while it runs, ended, and perhaps followed by one question.
///
/// The timer runs on the server, so that it outlives the app; what is kept here is what was last heard of it.
public actor ReadingSessionService {
  private let client: WaymarkClient
  private var active: SessionInfo?
  private var waiting: DiversityPrompt?
  /// The questions that this app has shown, by the session that they came with.
  private var shown: Set<String> = []

  public init(client: WaymarkClient) {
    self.client = client
  }

  /// Asks the server what runs: to be called when the app comes to the foreground.
  @discardableResult
  public func refresh() async throws(APIError) -> SessionInfo? {
    active = try await client.readingTimer()
    return active
  }

  /// Begins at the entry's current page. Where a session runs already, that one is kept, and the error says so.
  @discardableResult
  public func startSession(for entry: LibraryEntry) async throws(APIError) -> SessionInfo {
    do throws(APIError) {
      let started = try await client.startReading(entry.workId, startPage: entry.currentPage)
      active = started
      waiting = nil
      return started
    } catch {
      if case .conflict = error { _ = try? await refresh() }
      throw error
    }
  }

  /// The session as it was saved. Its prompt waits in ``currentPrompt()``.
  ///
  /// - Parameter endedAt: when the reading ended; nil for now. A timer older than a day needs it.
  public func endSession(endPage: Int, endedAt: Date? = nil) async throws(APIError) -> ReadingSession {
    let ended = try await client.stopReading(endPage: endPage, endedAt: endedAt)
    active = nil
    waiting = ended.prompt
    return ended.session
  }

  /// Throws away what runs.
  public func discardSession() async throws(APIError) {
    try await client.discardReading()
    active = nil
  }

  public func isSessionActive() -> Bool { active != nil }

  public func currentSession() -> SessionInfo? { active }

  /// The sessions of a work, newest first.
  public func history(
    of workId: String, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ReadingSession> {
    try await client.readingSessions(workId: workId, limit: limit, cursor: cursor)
  }

  /// The question after the session that ended last, until it was shown, answered or skipped.
  public func currentPrompt() -> DiversityPrompt? { waiting }

  /// Whether a question waits that was not shown yet: one of this app's last session, or one that the server still has
  /// open.
  public func shouldShowEnrichmentPrompt() async throws(APIError) -> Bool {
    if waiting != nil { return true }
    guard let newest = try await client.prompts(limit: 1).items.first, !shown.contains(newest.id) else { return false }
    waiting = newest
    return true
  }

  /// One question a session, and it is asked once: the server has noted it with the session, this app notes it for
  /// itself.
  public func recordEnrichmentShown(for session: ReadingSession) {
    shown.insert(session.id)
    if waiting?.sessionId == session.id { waiting = nil }
  }

  public func answer(_ prompt: DiversityPrompt, with value: String) async throws(APIError) -> DiversityAnswer {
    let answer = try await client.answerPrompt(prompt.id, value)
    settle(prompt)
    return answer
  }

  /// No data is saved.
  public func skip(_ prompt: DiversityPrompt) async throws(APIError) {
    try await client.skipPrompt(prompt.id)
    settle(prompt)
  }

  private func settle(_ prompt: DiversityPrompt) {
    shown.insert(prompt.id)
    if waiting == prompt { waiting = nil }
  }
}
