/// Events of stories and heroes.
public enum CatalogueEvent: Hashable, Sendable {
  case heroSaved(HeroSaved)
  case heroRemoved(HeroRemoved)
  indirect case storySaved(StorySaved)
  case storyRemoved(StoryRemoved)
  case storyFavorited(StoryFavorited)
  case storyUnfavorited(StoryUnfavorited)
}

public struct HeroSaved: Codable, Hashable, Sendable {
  public var hero: Hero
  public init(hero: Hero) { self.hero = hero }
}

/// Also clears `heroId` of the hero's stories. A fold does this without further events.
public struct HeroRemoved: Codable, Hashable, Sendable {
  public var hero: Hero
  public init(hero: Hero) { self.hero = hero }
}

/// A story was created, or replaced the story `old`.
public struct StorySaved: Codable, Hashable, Sendable {
  public var story: Story
  public var old: Story?
  public init(story: Story, old: Story? = nil) {
    self.story = story
    self.old = old
  }
}

public struct StoryRemoved: Codable, Hashable, Sendable {
  public var story: Story
  public init(story: Story) { self.story = story }
}

public struct StoryFavorited: Codable, Hashable, Sendable {
  public var storyId: String
  public init(storyId: String) { self.storyId = storyId }
}

public struct StoryUnfavorited: Codable, Hashable, Sendable {
  public var storyId: String
  public init(storyId: String) { self.storyId = storyId }
}
