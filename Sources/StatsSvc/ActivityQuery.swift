import API
import Chronology
import Domain
import Proto

/// The days that a caller asked for: a range that ends today, or the days from one to another.
enum ActivityQuery {
  static func read(_ call: StatsAPI.FetchActivity) throws(Fault) -> (range: String, days: ActivityDays) {
    guard call.from != nil || call.to != nil else {
      switch call.range ?? .week {
      case .week: return ("week", .week)
      case .month: return ("month", .month)
      case .year: return ("year", .year)
      }
    }
    guard call.range == nil else { throw invalid("range", "goes with neither from nor to") }
    guard let from = call.from else { throw invalid("from", "is needed beside to") }
    guard let to = call.to else { throw invalid("to", "is needed beside from") }
    guard from <= to else { throw invalid("from", "must not be after to") }
    guard to - from < ActivityDays.mostDays else { throw invalid("to", "is more than 3660 days from the first") }
    return ("custom", .from(from, to: to))
  }

  private static func invalid(_ field: String, _ message: String) -> Fault {
    Fault(.invalid, "\(field) \(message)", fields: [.init(field: field, message: message)])
  }
}
