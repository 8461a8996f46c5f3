public import Chronology

public struct HeroStanding: Hashable, Sendable {
  public var heroId: String
  public var heroName: String
  public var storyCount: Int
  /// The seconds of all sessions of the hero's stories.
  public var totalListeningTime: Double
  /// The latest creation of its stories.
  public var lastStoryDate: Instant?
  public var isMostActive: Bool
}

extension StatsView {
  /// Every hero: by stories, then by seconds, both descending, then by name, then by id. The first is the most active
  /// one, if it has a story.
  public mutating func heroes() -> [HeroStanding] {
    if let madeStandings { return madeStandings }
    let tallies = fold.history.tallies().stories
    var standings = fold.heroes.mapValues { hero in
      HeroStanding(
        heroId: hero.id, heroName: hero.name, storyCount: 0, totalListeningTime: 0, lastStoryDate: nil,
        isMostActive: false)
    }
    for (number, story) in fold.stories.existing {
      guard let heroId = story.heroId, var standing = standings[heroId] else { continue }
      standing.storyCount += 1
      if number < tallies.count { standing.totalListeningTime += tallies[number].tally.seconds }
      standing.lastStoryDate = max(standing.lastStoryDate ?? story.createdAt, story.createdAt)
      standings[heroId] = standing
    }
    var sorted = standings.values.sorted { $0.isBefore($1) }
    for index in sorted.indices {
      sorted[index].totalListeningTime = sorted[index].totalListeningTime.madeFinite
      sorted[index].isMostActive = index == 0 && sorted[index].storyCount > 0
    }
    madeStandings = sorted
    return sorted
  }
}

extension HeroStanding {
  fileprivate func isBefore(_ other: HeroStanding) -> Bool {
    if storyCount != other.storyCount { return storyCount > other.storyCount }
    if totalListeningTime != other.totalListeningTime { return totalListeningTime > other.totalListeningTime }
    if !heroName.utf8.elementsEqual(other.heroName.utf8) {
      return heroName.utf8.lexicographicallyPrecedes(other.heroName.utf8)
    }
    return heroId < other.heroId
  }
}
