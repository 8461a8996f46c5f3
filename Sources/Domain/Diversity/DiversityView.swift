public import Chronology

/// The diversity of a user's books, the points for describing them, and the prompts that ask for it.
///
/// Each event updates the counts, so the cost of a query does not depend on the number of works. Each figure is defined
/// next to its query, in `DiversityView+….swift`.
public struct DiversityView: ViewState {
  public static let snapshotEdition = 5

  var works = WorkTable<WorkDiversityRow>()
  var languages = NameTable()
  var log = SessionLog<ReadingRow>()
  var awards = AwardList()
  var settings = SettingsHistory(Profile(createdAt: Instant(seconds: 0)))
  var isBaseChanged = true
  public internal(set) var calendar = LocalCalendar(zone: .utc)

  // Derived from the properties above.
  var everything = DiversityTally()
  var openPrompts = OpenPrompts()
  /// By work number.
  var cachedLastEnds: [UInt32: Int64]?
  var periods: [StatsPeriod: PeriodTally] = [:]

  public init() {}

  public mutating func rezone(zones: any ZoneSource) {
    calendar = settings.calendar(zones)
    periods = [:]
  }

  public var approximateBytes: Int {
    2048 + works.approximateBytes + log.count * ReadingRow.bytes + awards.count * MemoryLayout<AwardList.Award>.stride
      + openPrompts.count * 16 + (cachedLastEnds?.count ?? 0) * 24 + languages.approximateBytes
      + periods.values.reduce(0) { $0 + $1.approximateBytes }
  }
}

/// The open prompts, sorted by the start of their session, then by work.
struct OpenPrompts: Sendable {
  struct Key: Hashable, Comparable, Sendable {
    var startedAt: Int64
    var work: UInt32

    static func < (left: Key, right: Key) -> Bool {
      (left.startedAt, left.work) < (right.startedAt, right.work)
    }
  }

  private(set) var keys: [Key] = []

  var count: Int { keys.count }

  mutating func insert(_ key: Key) {
    let place = place(of: key)
    if place == keys.count || keys[place] != key { keys.insert(key, at: place) }
  }

  mutating func remove(_ key: Key) {
    let place = place(of: key)
    if place < keys.count, keys[place] == key { keys.remove(at: place) }
  }

  /// Returns the index of the first prompt that is not before `key`.
  func place(of key: Key) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
