/// A figure compared with the same number of days of the previous period.
public struct TrendData: Codable, Sendable, Hashable {
  /// The figure of the current period.
  public var current: Double
  /// The figure of the same number of days of the previous period.
  public var previous: Double
  /// The change in percent of ``previous``, with one decimal; negative if the figure fell.
  public var changePercent: Double
  /// Whether the figure rose, fell or stayed about the same.
  public var direction: TrendDirection

  /// Creates a trend, for previews and tests.
  public init(current: Double, previous: Double, changePercent: Double, direction: TrendDirection) {
    self.current = current
    self.previous = previous
    self.changePercent = changePercent
    self.direction = direction
  }
}

/// Whether a figure rises or falls. Whether that is good depends on the metric.
public struct TrendDirection: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a direction from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The figure rose.
  public static let up = TrendDirection(rawValue: "up")
  /// The figure fell.
  public static let down = TrendDirection(rawValue: "down")
  /// The figure changed by less than one percent.
  public static let flat = TrendDirection(rawValue: "flat")

  /// The name of an SF Symbol: an arrow in this direction.
  public var symbolName: String {
    switch self {
    case .up: "arrow.up.right"
    case .down: "arrow.down.right"
    default: "arrow.right"
    }
  }
}

/// The metric of a trend.
public enum MetricType: Sendable, Hashable, CaseIterable {
  /// The distance of rucks.
  case distance
  /// The pace of rucks, in minutes per kilometre.
  case pace
  /// Load times distance of rucks.
  case weightMoved
  /// The number of rucks.
  case sessions
  /// Books finished.
  case books
  /// Pages read.
  case pages
  /// Minutes read.
  case minutes
  /// Different cultural origins of finished books.
  case cultures

  /// Whether a higher value is better. It is false only for ``pace``, where fewer minutes are faster.
  public var isRisingGood: Bool { self != .pace }
}

/// Whether a trend is good for the person.
public enum TrendMeaning: Sendable, Hashable {
  /// The figure improved.
  case better
  /// The figure got worse.
  case worse
  /// The figure stayed about the same.
  case steady

  /// The name of a color that exists on every platform: `green`, `red` or `gray`.
  public var colorName: String {
    switch self {
    case .better: "green"
    case .worse: "red"
    case .steady: "gray"
    }
  }
}

extension TrendData {
  /// The name of an SF Symbol for the direction of the figure. The color shows whether it is good.
  public var symbolName: String { direction.symbolName }

  /// Returns the name of the color for this trend of a metric: `green`, `red` or `gray`.
  public func colorName(for metric: MetricType) -> String { meaning(for: metric).colorName }

  /// Returns whether this trend of a metric is good.
  public func meaning(for metric: MetricType) -> TrendMeaning {
    switch direction {
    case .up: metric.isRisingGood ? .better : .worse
    case .down: metric.isRisingGood ? .worse : .better
    default: .steady
    }
  }
}
