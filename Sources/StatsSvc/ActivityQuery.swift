import API
import Chronology
import Domain
import Proto

/// Parses the requested days: a range that ends today, or the days from one to another.
enum ActivityQuery {
  static func read(_ call: StatsAPI.FetchActivity) throws(Fault) -> (range: String, days: ActivityDays) {
    if let days = try DayRange.read(from: call.from, to: call.to, with: "range", isNamed: call.range != nil) {
      return ("custom", .from(days.lowerBound, to: days.upperBound))
    }
    switch call.range ?? .week {
    case .week: return ("week", .week)
    case .month: return ("month", .month)
    case .year: return ("year", .year)
    }
  }
}
