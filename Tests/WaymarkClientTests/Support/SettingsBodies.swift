/// Response bodies about settings and their values over time.
enum SettingsBodies {
  static let history = """
    ,"history":{"timezone":[{"since":null,"value":"Europe/Berlin"},
     {"since":"2026-01-31T15:00:00Z","value":"Asia/Tokyo"}],"dayStart":[{"since":null,"value":4}],
     "restDaysPerWeek":[{"since":null,"value":0},{"since":"2026-03-01T00:00:00Z","value":2},
     {"since":"2026-11-20T10:00:00Z","value":1}]}
    """

  static func profile(zone: String = "Asia/Tokyo", history: String = history) -> String {
    """
    {"userId":"ada","displayName":null,"timezone":"\(zone)","dayStart":4,"restDaysPerWeek":1,
     "createdAt":"2026-01-01T00:00:00Z"\(history)}
    """
  }

  static let goalsOfYear = """
    {"year":2025,"goals":[{"type":"annualReading","target":12,"current":9,"progress":0.75,"reached":false},
     {"type":"culturalDiversity","target":5,"current":6,"progress":1,"reached":true}]}
    """
}
