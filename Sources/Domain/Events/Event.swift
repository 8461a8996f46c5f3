/// A fact about a user, in the past tense. Bytes once written decode for ever: tags and members are never renamed.
public enum Event: Hashable, Sendable {
  case accountOpened(AccountOpened)
  case profileChanged(ProfileChanged)
  case heroSaved(HeroSaved)
  case heroRemoved(HeroRemoved)
  case storySaved(StorySaved)
  case storyRemoved(StoryRemoved)
  case storyFavorited(StoryFavorited)
  case storyUnfavorited(StoryUnfavorited)
  case sessionRecorded(SessionRecorded)
  case sessionChanged(SessionChanged)
  case sessionRemoved(SessionRemoved)
}
