/// The radar chart of diversity, with one axis per dimension.
public struct DiversityRadar: Codable, Sendable, Hashable {
  /// One axis of the radar chart.
  public struct Axis: Codable, Sendable, Hashable, Identifiable {
    /// The dimension that the axis shows.
    public var dimension: DiversityDimension
    /// The name to show.
    public var label: String
    /// The evenness of the books over the values of the dimension, 0…100. This is the length of the axis.
    public var value: Double
    /// The percentage of books with a value for the dimension, 0…100.
    public var completion: Double
    /// Whether no book has a value. Draw the axis dashed.
    public var isGhost: Bool
    /// The number of books without a value. If it is greater than 0, show a "+" at the axis.
    public var missingBooks: Int
    /// The number of books for each value.
    public var breakdown: [String: Int]
    /// A sentence about the axis for VoiceOver.
    public var description: String

    /// The dimension, which identifies the axis within a radar.
    public var id: DiversityDimension { dimension }
  }

  /// The period of the figures.
  public var period: StatsPeriod
  /// The axes in the requested order.
  public var axes: [Axis]
  /// The percentage of core fields that have a value, over all books of the period, 0…100.
  public var completion: Double
}
