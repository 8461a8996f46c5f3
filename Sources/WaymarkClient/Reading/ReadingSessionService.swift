public import Foundation

/// The life of a reading session: start, display, end, and the question that may follow. ``ReadingTimerModel`` does the
/// same for views.
///
/// The timer runs on the server, so it survives the app. This actor keeps the last known state.
public actor ReadingSessionService {
  private let client: WaymarkClient
  private var active: SessionInfo?
  /// The prompt that was not shown yet.
  private var waiting: DiversityPrompt?
  /// The sessions whose prompts this app has shown.
  private var shown: Set<String> = []

  /// Creates a service.
  public init(client: WaymarkClient) {
    self.client = client
  }

  /// Loads the running timer from the server. Call it when the app comes to the foreground.
  @discardableResult
  public func refresh() async throws(APIError) -> SessionInfo? {
    active = try await client.readingTimer()
    return active
  }

  /// Starts a timer at the current page of a library entry. If one is already running, keeps that one and throws
  /// ``APIError/conflict(detail:)``.
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

  /// Stops the timer and returns the session. Its prompt is available from ``currentPrompt()``. If another device has
  /// started another timer, keeps that one and throws ``APIError/conflict(detail:)``.
  ///
  /// - Parameter endedAt: when the reading ended, or nil for now. Required if the timer has run for more than 24 hours.
  public func endSession(endPage: Int, endedAt: Date? = nil) async throws(APIError) -> ReadingSession {
    do throws(APIError) {
      let ended = try await client.stopReading(endPage: endPage, endedAt: endedAt, sessionId: active?.sessionId)
      active = nil
      waiting = ended.prompt
      return ended.session
    } catch {
      if case .conflict = error { _ = try? await refresh() }
      throw error
    }
  }

  /// Discards the running timer without storing a session.
  public func discardSession() async throws(APIError) {
    try await client.discardReading()
    active = nil
  }

  /// Returns whether a timer was running when it was last checked.
  public func isSessionActive() -> Bool { active != nil }

  /// Returns the running timer as last known, or nil if there is none.
  public func currentSession() -> SessionInfo? { active }

  /// Returns a page of the sessions of a work, newest first.
  public func history(
    of workId: String, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ReadingSession> {
    try await client.readingSessions(workId: workId, limit: limit, cursor: cursor)
  }

  /// Returns the prompt of the last session until it was shown, answered or skipped; otherwise nil.
  public func currentPrompt() -> DiversityPrompt? { waiting }

  /// Returns whether there is a prompt that was not shown yet, from this app's last session or open on the server.
  public func shouldShowEnrichmentPrompt() async throws(APIError) -> Bool {
    if waiting != nil { return true }
    guard let newest = try await client.prompts(limit: 1).items.first, !shown.contains(newest.id) else { return false }
    waiting = newest
    return true
  }

  /// Notes that the prompt of a session was shown, so that it is not shown again.
  public func recordEnrichmentShown(for session: ReadingSession) {
    shown.insert(session.id)
    if waiting?.sessionId == session.id { waiting = nil }
  }

  /// Answers a prompt. Throws ``APIError/conflict(detail:)`` if it was already answered or skipped.
  public func answer(_ prompt: DiversityPrompt, with value: String) async throws(APIError) -> DiversityAnswer {
    let answer = try await client.answerPrompt(prompt.id, value)
    settle(prompt)
    return answer
  }

  /// Skips a prompt without saving a value.
  public func skip(_ prompt: DiversityPrompt) async throws(APIError) {
    try await client.skipPrompt(prompt.id)
    settle(prompt)
  }

  private func settle(_ prompt: DiversityPrompt) {
    shown.insert(prompt.id)
    if waiting == prompt { waiting = nil }
  }
}
