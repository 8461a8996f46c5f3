/// Minutes a day, oldest first.
public struct ListeningActivity: Codable, Sendable, Hashable {
  public var range: ActivityRange
  /// The IANA zone whose days these are.
  public var timezone: String
  public var dataPoints: [DataPoint]

  public struct DataPoint: Codable, Sendable, Hashable, Identifiable {
    public var date: CalendarDay
    public var minutes: Double

    public var id: CalendarDay { date }

    public init(date: CalendarDay, minutes: Double) {
      self.date = date
      self.minutes = minutes
    }
  }

  public var totalMinutes: Double { dataPoints.reduce(0) { $0 + $1.minutes } }

  public init(range: ActivityRange, timezone: String, dataPoints: [DataPoint]) {
    self.range = range
    self.timezone = timezone
    self.dataPoints = dataPoints
  }
}

/// How far back an activity chart reaches; `custom` is what the server answers to two given days.
public struct ActivityRange: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The last 7 days.
  public static let week = ActivityRange(rawValue: "week")
  /// The last 30 days.
  public static let month = ActivityRange(rawValue: "month")
  /// The last 365 days.
  public static let year = ActivityRange(rawValue: "year")
  public static let custom = ActivityRange(rawValue: "custom")

  /// Those that a person chooses from.
  public static let choices: [ActivityRange] = [.week, .month, .year]
}

/// What the minutes are minutes of.
public struct ActivityKind: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let listening = ActivityKind(rawValue: "listening")
  public static let reading = ActivityKind(rawValue: "reading")
  public static let rucks = ActivityKind(rawValue: "rucks")
}
