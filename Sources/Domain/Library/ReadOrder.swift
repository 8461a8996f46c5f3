public import Chronology

/// The values of a read by which reads are ordered.
public protocol DatedRead {
  var id: String { get }
  var status: ReadStatus { get }
  var start: ReadDate? { get }
  var finish: ReadDate? { get }
  var createdAt: Instant? { get }
  /// Whether the read follows from listening. It has no reading sessions.
  var isListened: Bool { get }
}

/// The position of a read among the reads of its work: by finish, then by start, then by id. Unknown finishes come
/// first and open reads last. A date that is partly unknown counts by its end.
public struct ReadOrder: Comparable, Sendable {
  private var isOpen: Bool
  public let finish: Int64
  public let start: Int64
  public let id: String

  public init(_ read: some DatedRead, in calendar: LocalCalendar) {
    isOpen = read.status == .reading
    finish = isOpen ? .max : read.finish?.end(in: calendar) ?? .min
    start = read.start?.end(in: calendar) ?? .min
    id = read.id
  }

  public static func < (left: Self, right: Self) -> Bool {
    if left.isOpen != right.isOpen { return right.isOpen }
    return (left.finish, left.start, left.id) < (right.finish, right.start, right.id)
  }
}

extension Sequence where Element: DatedRead {
  /// Returns the reads in order.
  public func ordered(in calendar: LocalCalendar) -> [Element] {
    map { (read: $0, place: ReadOrder($0, in: calendar)) }.sorted { $0.place < $1.place }.map(\.read)
  }

  /// Returns the last read in order.
  public func latest(in calendar: LocalCalendar) -> Element? {
    self.max { ReadOrder($0, in: calendar) < ReadOrder($1, in: calendar) }
  }
}

/// The reading sessions of one read: those that started in `(after, upTo]`.
public struct ReadWindow: Hashable, Sendable {
  public let after: Int64
  public let upTo: Int64

  public static let all = ReadWindow(after: .min, upTo: .max)

  public func contains(_ second: Int64) -> Bool { second > after && second <= upTo }
}

extension Sequence where Element: DatedRead {
  /// Returns the window of each written read, in order; nil if it has no sessions. A session belongs to the first read
  /// that finished at or after it started, otherwise to the open read, otherwise to the last read. A read with an
  /// unknown finish has no sessions, unless all finishes of the work are unknown; then the last read has all.
  public func windows(in calendar: LocalCalendar) -> [(read: Element, window: ReadWindow?)] {
    let ordered = filter { !$0.isListened }.ordered(in: calendar)
    let dated = ordered.indices.filter { ordered[$0].status == .reading || ordered[$0].finish != nil }
    var windows = [ReadWindow?](repeating: nil, count: ordered.count)
    var after = Int64.min
    for index in dated {
      let isLast = index == dated.last
      let end = isLast ? .max : ordered[index].finish?.end(in: calendar) ?? .max
      windows[index] = ReadWindow(after: after, upTo: end)
      after = Swift.max(after, end)
    }
    if dated.isEmpty, !ordered.isEmpty { windows[ordered.count - 1] = .all }
    return Array(zip(ordered, windows).map { (read: $0, window: $1) })
  }
}
