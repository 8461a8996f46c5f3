import Foundation

/// Insights into reading, achievements, goals and the year in review.
extension WaymarkClient {
  public func journeyInsights(_ timeframe: InsightsTimeframe = .allTime) async throws(APIError) -> JourneyInsights {
    try await ask(.insights(timeframe))
  }

  /// Oldest first; the last one is this month.
  public func readingTimeline(months: Int = 12) async throws(APIError) -> ReadingTimeline {
    try await ask(.timeline(months))
  }

  public func achievements() async throws(APIError) -> [Achievement] {
    let answer: AchievementsAnswer = try await ask(.achievements)
    return answer.achievements
  }

  public func goals() async throws(APIError) -> [ReadingGoal] {
    let answer: GoalsAnswer = try await ask(.goals)
    return answer.goals
  }

  /// - Parameter target: 1 or more.
  public func setGoal(_ type: GoalType, target: Int) async throws(APIError) {
    _ = try await send(.put("goals", type.rawValue, body: WireFormat.encode(["target": target])))
  }

  /// From then on the usual target holds again.
  public func clearGoal(_ type: GoalType) async throws(APIError) {
    _ = try await send(.delete("goals", type.rawValue))
  }

  public func review(of year: Int) async throws(APIError) -> YearInReview {
    try await ask(.review(year))
  }
}

/// The questions about reading; their defaults go along, so that one question has one name.
extension Question {
  static let achievements = Question(path: ["achievements"])
  static let goals = Question(path: ["goals"])

  static func insights(_ timeframe: InsightsTimeframe) -> Question {
    Question(path: ["insights"], query: [URLQueryItem(name: "timeframe", value: timeframe.rawValue)])
  }

  static func timeline(_ months: Int) -> Question {
    Question(path: ["insights", "timeline"], query: [URLQueryItem(name: "months", value: String(months))])
  }

  static func review(_ year: Int) -> Question { Question(path: ["review", String(year)]) }
}
