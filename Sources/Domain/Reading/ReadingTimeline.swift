import Chronology

/// The books of the last months, oldest first, including months without books. The last month is the current one.
public struct ReadingTimeline: Codable, Hashable, Sendable {
  public static let counts = 1...120
  public static let defaultCount = 12

  public struct Month: Codable, Hashable, Sendable {
    /// `2026-11`.
    public var month: String
    public var books: Int
    /// The evenness of the month's books over cultural origins, 0…100; nil if none has one.
    public var diversityPercentage: Double?

    init(_ first: Day, _ finished: FinishedTally) {
      month = String(first.description.dropLast(3))
      books = finished.books
      let cultures = finished.cultures.dropFirst()
      diversityPercentage =
        cultures.contains { $0 > 0 } ? Evenness.value(of: Array(cultures), among: cultures.count) : nil
    }
  }

  public var months: [Month]
}
