/// The start of each work's first session. Computed on first use from all sessions; after a first session is removed,
/// from the sessions after it.
struct FirstSessions: Sendable {
  private static let unknown = Int64.min
  private static let none = Int64.max

  /// By work number; nil until first used.
  private var starts: [Int64]?
  /// Works whose start is unknown have no session before this time.
  private var firstUnknown = Self.none

  mutating func add(_ row: PageRow) {
    guard starts != nil else { return }
    grow(to: row.work)
    if starts?[Int(row.work)] == Self.unknown {
      firstUnknown = min(firstUnknown, row.startedAt)
    } else if let start = starts?[Int(row.work)] {
      starts?[Int(row.work)] = min(start, row.startedAt)
    }
  }

  mutating func remove(_ row: PageRow) {
    guard starts?[Int(row.work)] == row.startedAt else { return }
    starts?[Int(row.work)] = Self.unknown
    firstUnknown = min(firstUnknown, row.startedAt)
  }

  mutating func start(of work: UInt32, in log: SessionLog<PageRow>) -> Int64? {
    if starts == nil {
      starts = []
      for chunk in log.chunks { for row in chunk.rows { add(row) } }
    } else if firstUnknown < Self.none {
      resolveUnknown(in: log)
    }
    guard let starts, work < starts.count, starts[Int(work)] != Self.none else { return nil }
    return starts[Int(work)]
  }

  private mutating func resolveUnknown(in log: SessionLog<PageRow>) {
    guard var starts = starts.take() else { return }
    for chunk in log.chunks where chunk.number >= UTCMonth.number(of: firstUnknown) {
      for row in chunk.rows where starts[Int(row.work)] == Self.unknown { starts[Int(row.work)] = row.startedAt }
    }
    for work in starts.indices where starts[work] == Self.unknown { starts[work] = Self.none }
    self.starts = starts
    firstUnknown = Self.none
  }

  private mutating func grow(to work: UInt32) {
    let missing = Int(work) + 1 - (starts?.count ?? 0)
    if missing > 0 { starts?.append(contentsOf: repeatElement(Self.none, count: missing)) }
  }

  var approximateBytes: Int { (starts?.count ?? 0) * 8 }
}
