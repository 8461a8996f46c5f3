import Foundation

/// Insights into reading, achievements, goals and the year in review.
extension WaymarkClient {
  /// Returns insights into reading in a timeframe.
  public func journeyInsights(_ timeframe: InsightsTimeframe = .allTime) async throws(APIError) -> JourneyInsights {
    try await fetchUncached(.insights(timeframe))
  }

  /// Returns insights into reading in a timeframe, with ``JourneyInsights/comparison``.
  ///
  /// - Parameter timeframe: any but ``InsightsTimeframe/allTime``, which the server rejects.
  public func journeyInsights(
    _ timeframe: InsightsTimeframe, comparedWith compared: ComparedPeriod
  ) async throws(APIError) -> JourneyInsights {
    try await fetchUncached(.insights(timeframe, compared))
  }

  /// Returns the last months of reading, oldest first. The last one is the current month.
  ///
  /// - Parameter months: a number in ``Limits/timelineMonths``.
  public func readingTimeline(months: Int = 12) async throws(APIError) -> ReadingTimeline {
    try await fetchUncached(.timeline(months))
  }

  /// Returns all achievements, including locked ones.
  public func achievements() async throws(APIError) -> [Achievement] {
    let response: AchievementsResponse = try await fetchUncached(.achievements)
    return response.achievements
  }

  /// Returns all goals.
  public func goals() async throws(APIError) -> [ReadingGoal] {
    let response: GoalsResponse = try await fetchUncached(.goals)
    return response.goals
  }

  /// Returns the goals of a year in ``Limits/reviewYears``, with the targets that applied when it ended.
  public func goals(of year: Int) async throws(APIError) -> [GoalOfYear] {
    let response: YearGoalsResponse = try await fetchUncached(.goals(of: year))
    return response.goals
  }

  /// Sets the target of a goal. Throws ``APIError/validation(_:)`` if the target is not allowed.
  ///
  /// - Parameters:
  ///   - target: 1…10,000; at most 14 for weekly rucks.
  ///   - since: from when on the target counts. Years and weeks that ended before keep their target.
  public func setGoal(_ type: GoalType, target: Int, since: Since = .now) async throws(APIError) {
    let body = try WireFormat.encode(GoalInput(target: target, since: since == .now ? nil : since))
    _ = try await send(.put("goals", type.rawValue, body: body))
  }

  /// Resets the target of a goal to its default from now on.
  public func clearGoal(_ type: GoalType) async throws(APIError) {
    _ = try await send(.delete("goals", type.rawValue))
  }

  /// Returns the review of a year in ``Limits/reviewYears``; the current year up to now.
  public func review(of year: Int) async throws(APIError) -> YearInReview {
    try await fetchUncached(.review(year))
  }

  /// Returns the review of a month, whose year is in ``Limits/reviewYears``; the current month up to now.
  /// An older server rejects it with ``APIError/refused(status:detail:)``.
  public func review(of month: CalendarMonth) async throws(APIError) -> YearInReview {
    try await fetchUncached(.review(month))
  }
}

private struct GoalInput: Encodable {
  var target: Int
  /// Nil means now.
  var since: Since?
}

/// Requests for reading figures. Default parameters are included, so that equal requests have the same cache name.
extension GetRequest {
  static let achievements = GetRequest(path: ["achievements"])
  static let goals = GetRequest(path: ["goals"])

  static func insights(_ timeframe: InsightsTimeframe, _ compared: ComparedPeriod? = nil) -> GetRequest {
    GetRequest(
      path: ["insights"], query: [URLQueryItem(name: "timeframe", value: timeframe.rawValue)] + query(compared))
  }

  static func query(_ compared: ComparedPeriod?) -> [URLQueryItem] {
    compared.map { [URLQueryItem(name: "compare", value: $0.rawValue)] } ?? []
  }

  static func timeline(_ months: Int) -> GetRequest {
    GetRequest(path: ["insights", "timeline"], query: [URLQueryItem(name: "months", value: String(months))])
  }

  static func goals(of year: Int) -> GetRequest {
    GetRequest(path: ["goals"], query: [URLQueryItem(name: "year", value: String(year))])
  }

  static func review(_ year: Int) -> GetRequest { GetRequest(path: ["review", String(year)]) }

  static func review(_ month: CalendarMonth) -> GetRequest { GetRequest(path: ["review", month.description]) }
}
