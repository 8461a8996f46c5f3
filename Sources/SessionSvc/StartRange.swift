import Chronology
import Domain
import Storage

/// The range `[from, before)` of start times in a list of sessions. Without days it is unlimited.
struct StartRange {
  var from = Instant(seconds: .min)
  var before = Instant(seconds: .max)

  init() {}

  /// Converts the user's local days.
  init(from: Day?, to: Day?, of user: String, _ zones: any ZoneSource, _ rows: Rows) throws {
    guard from != nil || to != nil, let record = try UserStore.record(user, rows) else { return }
    let calendar = record.settings.calendar(zones)
    if let from { self.from = calendar.start(of: from) }
    if let to { before = calendar.start(of: Day(number: to.number + 1)) }
  }
}
