import Chronology
import Domain

/// The figures of the shared picture of weeks, without loads and paces.
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
