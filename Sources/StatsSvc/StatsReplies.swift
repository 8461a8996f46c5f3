import API
import Domain

extension StatsAPI.FetchSummary.Reply {
  init(_ summary: ListeningSummary) {
    self.init(
      totalStories: summary.totalStories, totalListeningTime: summary.totalListeningTime,
      totalPlayCount: summary.totalPlayCount, currentStreak: summary.currentStreak,
      longestStreak: summary.longestStreak, favoriteCount: summary.favoriteCount,
      lastActivityDate: summary.lastActivityDate)
  }
}

extension ActivityKind {
  init(_ kind: StatsAPI.ActivityKind) {
    switch kind {
    case .listening: self = .listening
    case .reading: self = .reading
    case .rucks: self = .rucks
    }
  }
}

extension StatsAPI.FetchHeroes.Standing {
  init(_ standing: HeroStanding) {
    self.init(
      heroId: standing.heroId, heroName: standing.heroName, storyCount: standing.storyCount,
      totalListeningTime: standing.totalListeningTime, lastStoryDate: standing.lastStoryDate,
      isMostActive: standing.isMostActive)
  }
}

extension StatsAPI.FetchInsights.Reply {
  init(_ insights: ListeningInsights) {
    self.init(
      averageStoryLength: insights.averageStoryLength, averageListensPerStory: insights.averageListensPerStory,
      preferredListeningHour: insights.preferredListeningHour,
      mostListenedStory: insights.mostListenedStory.map {
        .init(id: $0.id, title: $0.title, playCount: $0.playCount)
      })
  }
}
