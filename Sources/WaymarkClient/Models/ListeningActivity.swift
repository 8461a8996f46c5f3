/// Minutes of activity per day, for a chart.
public struct ListeningActivity: Codable, Sendable, Hashable {
  /// The requested range, or ``ActivityRange/custom`` if two days were given.
  public var range: ActivityRange
  /// The IANA name of the time zone of the days.
  public var timezone: String
  /// The days, oldest first, including days without activity.
  public var dataPoints: [DataPoint]

  /// The minutes of one day.
  public struct DataPoint: Codable, Sendable, Hashable, Identifiable {
    /// The day in the user's calendar.
    public var date: CalendarDay
    /// The minutes of that day, with two decimals.
    public var minutes: Double

    /// The day.
    public var id: CalendarDay { date }

    /// Creates a data point, for previews and tests.
    public init(date: CalendarDay, minutes: Double) {
      self.date = date
      self.minutes = minutes
    }
  }

  /// The sum of all minutes.
  public var totalMinutes: Double { dataPoints.reduce(0) { $0 + $1.minutes } }

  /// Creates an activity, for previews and tests.
  public init(range: ActivityRange, timezone: String, dataPoints: [DataPoint]) {
    self.range = range
    self.timezone = timezone
    self.dataPoints = dataPoints
  }
}

/// The days that an activity chart covers.
public struct ActivityRange: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a range from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The last 7 days.
  public static let week = ActivityRange(rawValue: "week")
  /// The last 30 days.
  public static let month = ActivityRange(rawValue: "month")
  /// The last 365 days.
  public static let year = ActivityRange(rawValue: "year")
  /// The range in the server's response to a request for two given days. It cannot be requested.
  public static let custom = ActivityRange(rawValue: "custom")

  /// The ranges to offer in a picker.
  public static let choices: [ActivityRange] = [.week, .month, .year]
}

/// The kind of activity that is counted.
public struct ActivityKind: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a kind from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Listening to stories.
  public static let listening = ActivityKind(rawValue: "listening")
  /// Reading books.
  public static let reading = ActivityKind(rawValue: "reading")
  /// Rucks.
  public static let rucks = ActivityKind(rawValue: "rucks")
}
