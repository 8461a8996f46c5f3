/// Response bodies about rucks.
enum RuckBodies {
  static let ruck = """
    {"id":"hill","startedAt":"2026-11-16T08:00:00Z","endedAt":"2026-11-16T09:40:00Z","distance":10000,"loadWeight":20,
     "calories":800,"elevationGain":null,"movingTime":null,"terrain":[{"type":"trail","distance":6000}],
     "weather":{"temperature":-2.5,"condition":"rain"},"pace":10,"weightMoved":200000,
     "name":"Ridge path","note":null,"hasTrack":true}
    """

  static func analytics(_ period: String = "monthly", sessions: Int = 3) -> String {
    """
    {"timePeriod":"\(period)","from":"2026-11-01","to":"2026-11-20","totalSessions":\(sessions),"totalDistance":23000,
     "totalDuration":16320,"totalWeightMoved":490000,"averagePace":11.826086956521738,"averageLoad":20,
     "totalCalories":1200,"trainingStreak":1,
     "distanceTrend":{"current":23000,"previous":18400,"changePercent":25,"direction":"up"},
     "paceTrend":{"current":9,"previous":10,"changePercent":-10,"direction":"down"},
     "weightMovedTrend":null,"sessionsTrend":{"current":3,"previous":3,"changePercent":0,"direction":"flat"}}
    """
  }

  static let empty = """
    {"timePeriod":"monthly","from":"2026-11-01","to":"2026-11-20","totalSessions":0,"totalDistance":0,
     "totalDuration":0,"totalWeightMoved":0,"averagePace":null,"averageLoad":null,"totalCalories":0,"trainingStreak":0,
     "distanceTrend":null,"paceTrend":null,"weightMovedTrend":null,"sessionsTrend":null}
    """

  static let records = """
    {"longestDistance":{"value":10000,"ruckId":"hill","date":"2026-11-16"},
     "fastestPace":{"value":10,"ruckId":"hill","date":"2026-11-16"},
     "heaviestLoad":{"value":30,"ruckId":"c","date":"2026-11-18"},"highestCalorieBurn":null,
     "mostWeightMoved":{"value":240000,"ruckId":"c","date":"2026-11-18"}}
    """

  static let weekly = """
    {"weeks":[{"weekStart":"2026-11-09","sessions":0,"distance":0,"weightMoved":0,"averagePace":null,"meetsGoal":false},
     {"weekStart":"2026-11-16","sessions":3,"distance":23000,"weightMoved":490000,"averagePace":11.8,"meetsGoal":true}],
     "averageSessionsPerWeek":1.5,"averageDistancePerWeek":11500}
    """

  static let streak = """
    {"current":8,"longest":12,"weeklyGoal":2,"thisWeek":{"sessions":3,"meetsGoal":true,"remaining":0},
     "celebration":{"weeks":8}}
    """

  static let breakdown = """
    {"paceDistribution":[{"from":10,"to":10.5,"sessions":1}],
     "terrain":[{"type":"trail","distance":8000,"averagePace":10.5},{"type":"moon","distance":1,"averagePace":null}],
     "weather":{"byCondition":[{"condition":"rain","sessions":1,"averagePace":10}],"temperaturePaceCorrelation":null},
     "loadProgression":[{"weekStart":"2026-11-16","averageLoad":20,"maxLoad":30}],"calorieBurnRate":450}
    """
}

extension TestServer {
  /// Stubs every request about rucks for a user who rucks.
  func stubRucks() {
    for period in ["weekly", "monthly", "quarterly", "yearly", "allTime"] {
      stub("GET rucks/analytics?period=\(period)", RuckBodies.analytics(period))
      stub("GET rucks/breakdown?period=\(period)", RuckBodies.breakdown)
    }
    stub("GET rucks/records", RuckBodies.records)
    stub("GET rucks/weekly?weeks=12", RuckBodies.weekly)
    stub("GET rucks/streak", RuckBodies.streak)
    stub("POST rucks", status: 201, RuckBodies.ruck)
    stub("PATCH rucks/hill", RuckBodies.ruck)
    stub("DELETE rucks/hill", status: 204, "")
    stub("GET rucks", #"{"items":[\#(RuckBodies.ruck)],"nextCursor":null}"#)
    stub("GET rucks/hill", RuckBodies.ruck)
  }
}
