public import Chronology
public import Proto

extension StatsAPI {
  public enum ActivityRange: String, Codable, CaseIterable, Sendable {
    case week, month, year
  }

  public enum ActivityKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, rucks
  }

  /// Minutes a day: either the days of a range that ends today, or those from one day to another.
  public struct FetchActivity: Method {
    public typealias API = StatsAPI
    public static let name = "stats.activity"
    public var range: ActivityRange?
    public var from: Day?
    public var to: Day?
    public var kind: ActivityKind?

    public init(range: ActivityRange? = nil, from: Day? = nil, to: Day? = nil, kind: ActivityKind? = nil) {
      self.range = range
      self.from = from
      self.to = to
      self.kind = kind
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// `week`, `month`, `year` or `custom`.
      public var range: String
      public var timezone: String
      public var dataPoints: [DataPoint]

      public init(range: String, timezone: String, dataPoints: [DataPoint]) {
        self.range = range
        self.timezone = timezone
        self.dataPoints = dataPoints
      }
    }

    public struct DataPoint: Codable, Hashable, Sendable {
      public var date: Day
      public var minutes: Double

      public init(date: Day, minutes: Double) {
        self.date = date
        self.minutes = minutes
      }
    }
  }
}
