/// Reading month by month, oldest first, for a chart with bars (books) and a line (their diversity).
public struct ReadingTimeline: Codable, Sendable, Hashable {
  /// One month of the timeline.
  public struct Month: Codable, Sendable, Hashable, Identifiable {
    /// The month in the user's calendar.
    public var month: CalendarMonth
    /// The number of books finished in the month.
    public var books: Int
    /// The evenness of the books over cultural origins, 0…100, or nil if no book has one.
    public var diversityPercentage: Double?

    /// The month.
    public var id: CalendarMonth { month }
  }

  /// The months, oldest first, including months without books.
  public var months: [Month]
}
