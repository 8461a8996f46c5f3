/// The radar chart: one axis a dimension.
public struct DiversityRadar: Codable, Sendable, Hashable {
  public struct Axis: Codable, Sendable, Hashable, Identifiable {
    public var dimension: DiversityDimension
    public var label: String
    /// How evenly the works are spread, 0…100: the length of the axis.
    public var value: Double
    public var completion: Double
    /// No book has data: to be drawn dashed.
    public var isGhost: Bool
    /// Books without data: above 0 the axis gets a "+".
    public var missingBooks: Int
    public var breakdown: [String: Int]
    /// The sentence for VoiceOver.
    public var description: String

    public var id: DiversityDimension { dimension }
  }

  public var period: StatsPeriod
  public var axes: [Axis]
  public var completion: Double
}
