import Chronology
import Domain
import Storage

/// The starts that a list of sessions is asked for, `[from, before)`; of all time where no day is named.
struct Starts {
  var from = Instant(seconds: .min)
  var before = Instant(seconds: .max)

  init() {}

  /// Days as the user counts them.
  init(from: Day?, to: Day?, of user: String, _ zones: any ZoneSource, _ rows: Rows) throws {
    guard from != nil || to != nil, let profile = try UserStore.account(user, rows)?.profile else { return }
    let calendar = zones.calendar(zone: profile.timezone, dayStart: profile.dayStart)
    if let from { self.from = calendar.start(of: from) }
    if let to { before = calendar.start(of: Day(number: to.number + 1)) }
  }
}
