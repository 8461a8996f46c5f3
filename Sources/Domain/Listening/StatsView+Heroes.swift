public import Chronology

public struct HeroStanding: Codable, Hashable, Sendable {
  public var heroId: String
  public var heroName: String
  public var storyCount: Int
  /// The seconds of all sessions of the hero's stories.
  public var totalListeningTime: Double
  /// The latest creation time of the hero's stories.
  public var lastStoryDate: Instant?
  public var isMostActive: Bool

  public init(
    heroId: String, heroName: String, storyCount: Int, totalListeningTime: Double, lastStoryDate: Instant?,
    isMostActive: Bool
  ) {
    self.heroId = heroId
    self.heroName = heroName
    self.storyCount = storyCount
    self.totalListeningTime = totalListeningTime
    self.lastStoryDate = lastStoryDate
    self.isMostActive = isMostActive
  }
}

extension StatsView {
  /// Returns every hero, sorted by descending number of stories, then descending seconds, then name, then id. The first
  /// one is the most active if it has a story.
  public mutating func heroes() -> [HeroStanding] {
    if let cachedStandings { return cachedStandings }
    let tallies = fold.history.tallies().stories
    var sums: [String: DecimalSum] = [:]
    var standings = fold.heroes.mapValues { hero in
      HeroStanding(
        heroId: hero.id, heroName: hero.name, storyCount: 0, totalListeningTime: 0, lastStoryDate: nil,
        isMostActive: false)
    }
    for (number, story) in fold.stories.existing {
      guard let heroId = story.heroId, var standing = standings[heroId] else { continue }
      standing.storyCount += 1
      if number < tallies.count { sums[heroId, default: DecimalSum()] += tallies[number].tally.sum }
      standing.lastStoryDate = max(standing.lastStoryDate ?? story.createdAt, story.createdAt)
      standings[heroId] = standing
    }
    for (id, sum) in sums { standings[id]?.totalListeningTime = sum.value.clampedToFinite }
    var sorted = HeroStanding.sorted(Array(standings.values))
    for index in sorted.indices {
      sorted[index].isMostActive = index == 0 && sorted[index].storyCount > 0
    }
    cachedStandings = sorted
    return sorted
  }
}

extension HeroStanding {
  fileprivate static func sorted(_ standings: [HeroStanding]) -> [HeroStanding] {
    let byActivity = standings.sorted { $0.isMoreActive(than: $1) }
    var sorted: [HeroStanding] = []
    sorted.reserveCapacity(byActivity.count)
    var start = 0
    while start < byActivity.count {
      let end = byActivity[start...].firstIndex { byActivity[start].isMoreActive(than: $0) } ?? byActivity.count
      sorted += NameOrder.sorted(byActivity[start..<end], by: \.heroName) { $0.heroId < $1.heroId }
      start = end
    }
    return sorted
  }

  private func isMoreActive(than other: HeroStanding) -> Bool {
    storyCount != other.storyCount
      ? storyCount > other.storyCount : totalListeningTime > other.totalListeningTime
  }
}
