/// A figure beside what it was by the same point of the period before.
public struct TrendData: Codable, Sendable, Hashable {
  public var current: Double
  public var previous: Double
  /// To one decimal, below 0 when the number fell.
  public var changePercent: Double
  public var direction: TrendDirection

  public init(current: Double, previous: Double, changePercent: Double, direction: TrendDirection) {
    self.current = current
    self.previous = previous
    self.changePercent = changePercent
    self.direction = direction
  }
}

/// Where the number goes, be that good or not.
public struct TrendDirection: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let up = TrendDirection(rawValue: "up")
  public static let down = TrendDirection(rawValue: "down")
  /// Changed by less than one percent.
  public static let flat = TrendDirection(rawValue: "flat")

  /// The SF Symbol of an arrow the way the number goes.
  public var symbolName: String {
    switch self {
    case .up: "arrow.up.right"
    case .down: "arrow.down.right"
    default: "arrow.right"
    }
  }
}

/// What a trend is a trend of.
public enum MetricType: Sendable, Hashable, CaseIterable {
  case distance, pace, weightMoved, sessions
  case books, pages, minutes, cultures

  /// Pace counts minutes for a way: a faster walk has a smaller one.
  public var isRisingGood: Bool { self != .pace }
}

/// What a trend says to the person whose it is.
public enum TrendMeaning: Sendable, Hashable {
  case better, worse, steady

  /// A colour that every platform names so: `green`, `red` or `gray`.
  public var colorName: String {
    switch self {
    case .better: "green"
    case .worse: "red"
    case .steady: "gray"
    }
  }
}

extension TrendData {
  /// The arrow follows the number; whether that is good is for the colour to say.
  public var symbolName: String { direction.symbolName }

  public func colorName(for metric: MetricType) -> String { meaning(for: metric).colorName }

  public func meaning(for metric: MetricType) -> TrendMeaning {
    switch direction {
    case .up: metric.isRisingGood ? .better : .worse
    case .down: metric.isRisingGood ? .worse : .better
    default: .steady
    }
  }
}
