/// The sums of chunks' tallies, added in the order of the chunks.
struct TallySums: Sendable {
  private(set) var hours = [Tally](repeating: Tally(), count: 24)
  /// Indexed by the story's number.
  private(set) var stories: [StoryTally] = []

  mutating func add(_ tallies: Tallies) {
    for hour in hours.indices { hours[hour] += tallies.hours[hour] }
    for tally in tallies.stories {
      while stories.count <= tally.story { stories.append(StoryTally(story: UInt32(stories.count))) }
      stories[Int(tally.story)].add(tally)
    }
  }

  var count: Int { hours.reduce(0) { $0 + $1.count } }
}
