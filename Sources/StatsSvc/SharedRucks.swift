import Chronology
import Domain

/// What the picture of weeks shows: nothing of the load, nor of the pace.
struct SharedRucks: Encodable {
  struct Week: Encodable {
    var weekStart: Day
    var sessions: Int
    var distance: Double
    var meetsGoal: Bool
  }

  var weeks: [Week]
  var averageDistancePerWeek: Double

  init(_ weekly: RuckWeekly) {
    weeks = weekly.weeks.map {
      Week(weekStart: $0.weekStart, sessions: $0.sessions, distance: $0.distance, meetsGoal: $0.meetsGoal)
    }
    averageDistancePerWeek = weekly.averageDistancePerWeek
  }
}
