import API
import Domain

/// What a reader has reached and aims at.
extension Endpoints {
  private static let type = Parameter.path("type", .name(GoalType.allCases.map(\.rawValue)), "What is aimed at.")

  static let goals: [Endpoint] = [
    .get(
      "/achievements", MilestoneAPI.FetchAchievements.self, "The achievements of reading, and how far each is.",
      details: """
        `currentValue` and `threshold` are those of the first condition where there are several; `progress` is the \
        mean of all. Once unlocked, always: the other figures are what they are now.
        """),
    .get(
      "/goals", MilestoneAPI.FetchGoals.self, "The goals, and how far each is.",
      details: """
        Books finished this year, their cultures, the current reading streak, and this week's rucks. `projectedDate` \
        is the day on which the target is reached at the pace of this year or week, or if no day of the streak is \
        missed.
        """),
    .write(
      .put, "/goals/{type}", MilestoneAPI.SetGoal.self, parameters: [type], "Aim at something else.",
      details: """
        Books, cultures, days in a row, or rucks a week (at most 14). The answer is the goal as it then stands.
        """,
      example: #"{"target": 24}"#
    ).answering(200),
    .mark(
      .delete, "/goals/{type}", SessionAPI.ClearGoal.self, parameters: [type], "Aim at the usual again.",
      details: "12 books, 5 cultures, 7 days, 2 rucks."),
  ]
}
