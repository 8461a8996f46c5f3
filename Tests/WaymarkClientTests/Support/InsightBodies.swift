import Foundation

/// Response bodies about reading.
enum InsightBodies {
  static func insights(_ timeframe: String = "allTime", reading: Double = 58.3) -> String {
    """
    {"timeframe":"\(timeframe)","booksRead":7,"works":6,"rereads":1,"undated":2,
     "byFormat":{"print":4,"ebook":1,"audio":1,"unknown":1},"pagesRead":2310,"minutesRead":2840,"culturesExplored":4,
     "averageRating":4.25,"readingProgress":\(reading),"culturalProgress":80,"overallCompletion":69.2,
     "velocity":{"booksPerMonth":0.7,"pagesPerDay":7.5},"streak":{"current":3,"longest":11},
     "genres":{"count":3,"evenness":86.4,"top":[{"genre":"Fantasy","books":4},{"genre":"History","books":2}]},
     "trends":{"booksRead":{"current":7,"previous":5,"changePercent":40,"direction":"up"},"pagesRead":null,
     "minutesRead":{"current":2840,"previous":2850,"changePercent":-0.4,"direction":"flat"},"culturesExplored":null}}
    """
  }

  static let empty = """
    {"timeframe":"allTime","booksRead":0,"pagesRead":0,"minutesRead":0,"culturesExplored":0,"averageRating":null,
     "readingProgress":0,"culturalProgress":0,"overallCompletion":0,"velocity":{"booksPerMonth":0,"pagesPerDay":0},
     "streak":{"current":0,"longest":0},"genres":{"count":0,"evenness":0,"top":[]},
     "trends":{"booksRead":null,"pagesRead":null,"minutesRead":null,"culturesExplored":null}}
    """

  static let timeline = """
    {"months":[{"month":"2026-09","books":1,"diversityPercentage":null},
     {"month":"2026-10","books":4,"diversityPercentage":62.5},{"month":"2026-11","books":2,"diversityPercentage":40}]}
    """

  static let achievements = """
    {"achievements":[{"id":"bookworm","title":"Bookworm","description":"Read 10 books","icon":"books.vertical",
     "category":"reading","rarity":"uncommon","hapticIntensity":"light","isUnlocked":true,
     "unlockedAt":"2026-11-20T10:00:00Z","currentValue":12,"threshold":10,"progress":1,"progressSteps":4},
     {"id":"master-explorer","title":"Master Explorer","description":"50 books, 8 cultures, rated 4.0 or more.",
     "icon":"globe","category":"combined","rarity":"legendary","hapticIntensity":"heavy","isUnlocked":false,
     "unlockedAt":null,"currentValue":12,"threshold":50,"progress":0.58,"progressSteps":2}]}
    """

  static func goals(target: Int = 12) -> String {
    """
    {"goals":[{"type":"annualReading","target":\(target),"current":7,"progress":0.5833333333333334,
     "remaining":\(target - 7),"subtitle":"\(target - 7) books remaining","onTrack":false,
     "projectedDate":"2027-07-18"},
     {"type":"culturalDiversity","target":4,"current":4,"progress":1,"remaining":0,"subtitle":"Goal reached",
     "onTrack":true,"projectedDate":"2026-10-02"},
     {"type":"readingStreak","target":7,"current":0,"progress":0,"remaining":7,"subtitle":"7 days remaining",
     "onTrack":false,"projectedDate":null}]}
    """
  }

  static let review = """
    {"year":2026,"listening":{"seconds":7200.5,"plays":9,"topStory":{"id":"s1","title":"One","playCount":4},
     "topHero":{"heroId":"h1","heroName":"Ada","seconds":3600},"longestStreak":5},
     "reading":{"books":7,"works":7,"rereads":0,"undated":1,
     "byFormat":{"print":5,"ebook":0,"audio":2,"unknown":0},"pages":2310,"minutes":2840,"longestStreak":11,
     "topGenres":[{"genre":"Fantasy","books":4}],
     "culturesExplored":4,"fastestBook":{"id":"kindred","title":"Kindred","days":3},"longestBook":null},
     "rucks":{"sessions":3,"distance":23000,"weightMoved":490000,"records":\(RuckBodies.records)},
     "busiestDay":{"date":"2026-11-16","minutes":160.25},"busiestHour":8,"milestonesUnlocked":["stories-1"],
     "achievementsUnlocked":[{"id":"bookworm","title":"Bookworm","unlockedAt":"2026-11-20T10:00:00Z"}]}
    """

  static let monthReview = review.replacingOccurrences(of: #"{"year":2026,"#, with: #"{"year":2026,"month":3,"#)

  static let emptyReview = """
    {"year":2020,"listening":null,"reading":null,"rucks":null,"busiestDay":null,"busiestHour":null,
     "milestonesUnlocked":[],"achievementsUnlocked":[]}
    """
}

extension TestServer {
  /// Stubs every request about reading for a user who reads.
  func stubInsights() {
    for timeframe in ["week", "month", "year", "allTime"] {
      stub("GET insights?timeframe=\(timeframe)", InsightBodies.insights(timeframe))
    }
    stub("GET insights/timeline?months=12", InsightBodies.timeline)
    stub("GET achievements", InsightBodies.achievements)
    stub("GET goals", InsightBodies.goals())
    stub("PUT goals/annualReading", "{}")
    stub("DELETE goals/annualReading", status: 204, "")
    stub("GET review/2026", InsightBodies.review)
    stub("GET review/2026-03", InsightBodies.monthReview)
    stub("GET review/2020", InsightBodies.emptyReview)
  }
}
