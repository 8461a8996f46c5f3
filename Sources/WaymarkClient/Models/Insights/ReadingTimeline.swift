/// Reading month by month, oldest first: bars for the books, a line for their diversity.
public struct ReadingTimeline: Codable, Sendable, Hashable {
  public struct Month: Codable, Sendable, Hashable, Identifiable {
    public var month: CalendarMonth
    /// Finished in it.
    public var books: Int
    /// 0…100, how evenly their cultural origins are spread; nil without data.
    public var diversityPercentage: Double?

    public var id: CalendarMonth { month }
  }

  public var months: [Month]
}
