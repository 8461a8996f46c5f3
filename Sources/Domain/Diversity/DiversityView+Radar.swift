public import Chronology
public import Languages

public struct DiversityRadar: Codable, Hashable, Sendable {
  public struct Axis: Codable, Hashable, Sendable {
    public var dimension: DiversityDimension
    public var label: String
    /// The evenness of the works over the values, 0…100.
    public var value: Double
    public var completion: Double
    /// Whether no book has a value, so that there is nothing to draw.
    public var isGhost: Bool
    public var missingBooks: Int
    public var breakdown: [String: Int]
    /// The axis as a sentence for screen readers.
    public var description: String
  }

  public var period: StatsPeriod
  public var axes: [Axis]
  public var completion: Double

  public static let axisCounts = 5...7

  /// Parses a comma-separated list such as `gender,translation`. Returns nil if it has too few or too many names, an
  /// unknown name or a duplicate.
  public static func axes(named text: String) -> [DiversityDimension]? {
    let named = text.split(separator: ",", omittingEmptySubsequences: false).map {
      DiversityDimension(rawValue: String($0))
    }
    let axes = named.compactMap { $0 }
    guard axes.count == named.count, axisCounts.contains(axes.count), Set(axes).count == axes.count else { return nil }
    return axes
  }
}

extension DiversityRadar {
  public func translated(to language: Language?) -> DiversityRadar {
    guard let language, language != .english else { return self }
    var radar = self
    radar.axes = axes.map { axis in
      var axis = axis
      axis.label = axis.dimension.label(in: language)
      let distribution = DiversityDistribution(axis.breakdown.map { ($0.key, $0.value) })
      axis.description = distribution.description(of: axis.dimension, completion: axis.completion, in: language)
      return axis
    }
    return radar
  }
}

extension DiversityView {
  public mutating func radar(
    _ period: StatsPeriod = .allTime, axes: [DiversityDimension] = DiversityDimension.radar, now: Instant
  ) -> DiversityRadar {
    let tally = tally(period, now: now)
    return DiversityRadar(
      period: period, axes: axes.map { axis($0, of: tally) }, completion: tally.completion)
  }

  private func axis(_ dimension: DiversityDimension, of tally: DiversityTally) -> DiversityRadar.Axis {
    let distribution = tally.distribution(of: dimension, languageName: languages.name)
    let shown = distribution.shown
    let filled = tally.filled(dimension)
    let completion = Percentage.of(filled, in: tally.books)
    return DiversityRadar.Axis(
      dimension: dimension, label: dimension.label, value: distribution.evenness(of: dimension),
      completion: completion, isGhost: filled == 0, missingBooks: tally.books - filled, breakdown: shown.breakdown,
      description: shown.description(of: dimension, completion: completion))
  }
}
