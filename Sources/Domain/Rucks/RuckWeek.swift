import Chronology

/// The sums of the rucks of one ISO week.
struct RuckWeek: Hashable, Sendable {
  let monday: Day
  private(set) var effort = RuckTally.Effort()
  private(set) var weightMoved = DecimalSum()
  private(set) var load = DecimalSum()
  private(set) var maxLoad = 0.0

  init(monday: Day) {
    self.monday = monday
  }

  func meets(_ goal: SettingByDay<Int>) -> Bool { effort.sessions >= goal[week: monday.week] }
  var averageLoad: Double { load.value / Double(max(1, effort.sessions)) }

  mutating func add(_ row: RuckRow) {
    effort.add(row)
    weightMoved += row.weightMoved
    load += row.load
    maxLoad = max(maxLoad, row.load)
  }

  mutating func add(_ other: RuckWeek) {
    effort += other.effort
    weightMoved += other.weightMoved
    load += other.load
    maxLoad = max(maxLoad, other.maxLoad)
  }
}

extension [RuckWeek] {
  /// Appends later weeks. The first of them may be the same as the last one here.
  mutating func append(_ later: [RuckWeek]) {
    guard let last, let first = later.first, last.monday == first.monday else {
      return append(contentsOf: later)
    }
    self[count - 1].add(first)
    append(contentsOf: later.dropFirst())
  }
}
