import Domain
import Proto

/// What the description says of a member: what it says, in which unit, and which texts it may hold.
enum Words {
  /// A member means the same everywhere, but for those that are named with their object.
  static func of(_ name: String, in owner: String) -> String? {
    special["\(owner).\(name)"] ?? usual[name]
  }

  /// The texts that a member may hold, where its type in Swift is only a text.
  static func values(of name: String, in owner: String, _ shape: Shape) -> [String]? {
    guard shape.types.first == "string" else { return nil }
    switch (owner, name) {
    case ("ListeningSession", "anomalies"), ("Anomaly", "kind"):
      return [ListeningAnomaly.Kind.durationCapped, .durationExceedsSpan].map(\.rawValue)
    case ("Activity", "range"): return ["week", "month", "year", "custom"]
    default: return nil
    }
  }

  static let special = [
    "Activity.range": "The range that was asked for; `custom` where it was a first and a last day.",
    "ActivityDataPoint.minutes": "Minutes of that day, to two decimals.",
    "Achievement.currentValue": "What the first condition counts, now.",
    "Achievement.progress": "0 to 1: how far the conditions are reached, their mean.",
    "Achievement.description": "What has to be done, as a person would say it.",
    "YearReviewBusiestDay.minutes": "Minutes of all three kinds.",
    "DiversityAward.points": "Points for that field.",
    "DiversityAnswer.value": "The value as it now stands.",
    "DiversityCompletionDimension.completion": "Percent of the library's works that have the field.",
    "DiversityRadarAxis.completion": "Percent of the books that have the field.",
    "DiversityRadarAxis.value": "How evenly the books are spread, 0 to 100; 0 with one value or none.",
    "DiversityRadarAxis.description": "The axis as a sentence to be read aloud.",
    "DiversityRadar.completion": "Percent of the core fields of the period's books that are filled.",
    "DiversityPoints.items": "What points were given for, newest first.",
    "Goal.current": "How far the goal is, now.",
    "Goal.progress": "0 to 1, capped.",
    "Goal.target": "What is aimed at.",
    "Goal.remaining": "What is missing to the target.",
    "Goal.type": "What is aimed at.",
    "LibraryEntry.status": "What the reader does with the work.",
    "LibraryEntryInput.status": "What the reader does with the work.",
    "LibraryEntry.startedAt": "When the reader began the work, if they said so.",
    "LibraryEntryInput.startedAt": "When the reader began the work.",
    "ListeningBatchResult.status": "201 made, 200 known or extended, 422 refused.",
    "Milestone.currentValue": "Stories, seconds or days, now.",
    "Milestone.threshold": "Stories, seconds or days.",
    "Milestone.type": "What is counted.",
    "Problem.status": "The HTTP status.",
    "BatchProblem.status": "The HTTP status that it would have alone.",
    "BatchProblem.type": "What kind of problem: always `about:blank`.",
    "RuckAnalytics.from": "The first day of the period.",
    "RuckAnalytics.to": "The last day of the period; today for the current one.",
    "RuckAnalytics.timePeriod": "The period that was asked for.",
    "RuckReport.id": "Chosen by the client; made where it is left out.",
    "RuckBreakdownBucket.from": "Minutes a kilometre, from here on.",
    "RuckBreakdownBucket.to": "Minutes a kilometre, below this.",
    "TrainingStreak.current": "Weeks in a row, now.",
    "TrainingStreak.longest": "The most weeks in a row, ever.",
    "Trend.current": "The figure of the period.",
    "Trend.previous": "The figure of as many days of the period before.",
    "ReadingInsights.streak": "Days in a row with a reading session.",
    "YearReviewListening.longestStreak": "The longest run of days with a completed session in that year.",
    "YearReviewReading.longestStreak": "The longest run of days with a reading session in that year.",
  ]
}
