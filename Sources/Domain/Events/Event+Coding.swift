/// An event is written as `[tag, payload]`. The tags are on disks: a new event gets a new one, and none is ever
/// renamed.
extension Event: Codable {
  public enum Tag: String, Codable, CaseIterable, Sendable {
    case accountOpened = "account.opened"
    case profileChanged = "profile.changed"
    case heroSaved = "hero.saved"
    case heroRemoved = "hero.removed"
    case storySaved = "story.saved"
    case storyRemoved = "story.removed"
    case storyFavorited = "story.favorited"
    case storyUnfavorited = "story.unfavorited"
    case sessionRecorded = "session.recorded"
    case sessionChanged = "session.changed"
    case sessionRemoved = "session.removed"
    case workSaved = "work.saved"
    case workRemoved = "work.removed"
    case entrySaved = "entry.saved"
    case entryRemoved = "entry.removed"
    case readingTimerStarted = "reading.timerStarted"
    case readingTimerStopped = "reading.timerStopped"
    case readingTimerDiscarded = "reading.timerDiscarded"
    case readingRecorded = "reading.recorded"
    case readingChanged = "reading.changed"
    case readingRemoved = "reading.removed"
    case diversityValueSet = "diversity.valueSet"
    case diversityValueCleared = "diversity.valueCleared"
    case diversityPromptOpened = "diversity.promptOpened"
    case diversityPromptAnswered = "diversity.promptAnswered"
    case diversityPromptSkipped = "diversity.promptSkipped"
    case ruckRecorded = "ruck.recorded"
    case ruckChanged = "ruck.changed"
    case ruckRemoved = "ruck.removed"
    case goalSet = "goal.set"
    case goalCleared = "goal.cleared"
  }

  public var tag: Tag {
    switch self {
    case .accountOpened: .accountOpened
    case .profileChanged: .profileChanged
    case .heroSaved: .heroSaved
    case .heroRemoved: .heroRemoved
    case .storySaved: .storySaved
    case .storyRemoved: .storyRemoved
    case .storyFavorited: .storyFavorited
    case .storyUnfavorited: .storyUnfavorited
    case .sessionRecorded: .sessionRecorded
    case .sessionChanged: .sessionChanged
    case .sessionRemoved: .sessionRemoved
    case .workSaved: .workSaved
    case .workRemoved: .workRemoved
    case .entrySaved: .entrySaved
    case .entryRemoved: .entryRemoved
    case .readingTimerStarted: .readingTimerStarted
    case .readingTimerStopped: .readingTimerStopped
    case .readingTimerDiscarded: .readingTimerDiscarded
    case .readingRecorded: .readingRecorded
    case .readingChanged: .readingChanged
    case .readingRemoved: .readingRemoved
    case .diversityValueSet: .diversityValueSet
    case .diversityValueCleared: .diversityValueCleared
    case .diversityPromptOpened: .diversityPromptOpened
    case .diversityPromptAnswered: .diversityPromptAnswered
    case .diversityPromptSkipped: .diversityPromptSkipped
    case .ruckRecorded: .ruckRecorded
    case .ruckChanged: .ruckChanged
    case .ruckRemoved: .ruckRemoved
    case .goalSet: .goalSet
    case .goalCleared: .goalCleared
    }
  }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let name = try container.decode(String.self)
    guard let tag = Tag(rawValue: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "is an event unknown here: \(name)")
    }
    switch tag {
    case .accountOpened: self = .accountOpened(try container.decode(AccountOpened.self))
    case .profileChanged: self = .profileChanged(try container.decode(ProfileChanged.self))
    case .heroSaved: self = .heroSaved(try container.decode(HeroSaved.self))
    case .heroRemoved: self = .heroRemoved(try container.decode(HeroRemoved.self))
    case .storySaved: self = .storySaved(try container.decode(StorySaved.self))
    case .storyRemoved: self = .storyRemoved(try container.decode(StoryRemoved.self))
    case .storyFavorited: self = .storyFavorited(try container.decode(StoryFavorited.self))
    case .storyUnfavorited: self = .storyUnfavorited(try container.decode(StoryUnfavorited.self))
    case .sessionRecorded: self = .sessionRecorded(try container.decode(SessionRecorded.self))
    case .sessionChanged: self = .sessionChanged(try container.decode(SessionChanged.self))
    case .sessionRemoved: self = .sessionRemoved(try container.decode(SessionRemoved.self))
    case .workSaved: self = .workSaved(try container.decode(WorkSaved.self))
    case .workRemoved: self = .workRemoved(try container.decode(WorkRemoved.self))
    case .entrySaved: self = .entrySaved(try container.decode(EntrySaved.self))
    case .entryRemoved: self = .entryRemoved(try container.decode(EntryRemoved.self))
    case .readingTimerStarted: self = .readingTimerStarted(try container.decode(ReadingTimerStarted.self))
    case .readingTimerStopped: self = .readingTimerStopped(try container.decode(ReadingTimerStopped.self))
    case .readingTimerDiscarded: self = .readingTimerDiscarded(try container.decode(ReadingTimerDiscarded.self))
    case .readingRecorded: self = .readingRecorded(try container.decode(ReadingRecorded.self))
    case .readingChanged: self = .readingChanged(try container.decode(ReadingChanged.self))
    case .readingRemoved: self = .readingRemoved(try container.decode(ReadingRemoved.self))
    case .diversityValueSet: self = .diversityValueSet(try container.decode(DiversityValueSet.self))
    case .diversityValueCleared: self = .diversityValueCleared(try container.decode(DiversityValueCleared.self))
    case .diversityPromptOpened: self = .diversityPromptOpened(try container.decode(DiversityPromptOpened.self))
    case .diversityPromptAnswered: self = .diversityPromptAnswered(try container.decode(DiversityPromptAnswered.self))
    case .diversityPromptSkipped: self = .diversityPromptSkipped(try container.decode(DiversityPromptSkipped.self))
    case .ruckRecorded: self = .ruckRecorded(try container.decode(RuckRecorded.self))
    case .ruckChanged: self = .ruckChanged(try container.decode(RuckChanged.self))
    case .ruckRemoved: self = .ruckRemoved(try container.decode(RuckRemoved.self))
    case .goalSet: self = .goalSet(try container.decode(GoalSet.self))
    case .goalCleared: self = .goalCleared(try container.decode(GoalCleared.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(tag.rawValue)
    switch self {
    case .accountOpened(let event): try container.encode(event)
    case .profileChanged(let event): try container.encode(event)
    case .heroSaved(let event): try container.encode(event)
    case .heroRemoved(let event): try container.encode(event)
    case .storySaved(let event): try container.encode(event)
    case .storyRemoved(let event): try container.encode(event)
    case .storyFavorited(let event): try container.encode(event)
    case .storyUnfavorited(let event): try container.encode(event)
    case .sessionRecorded(let event): try container.encode(event)
    case .sessionChanged(let event): try container.encode(event)
    case .sessionRemoved(let event): try container.encode(event)
    case .workSaved(let event): try container.encode(event)
    case .workRemoved(let event): try container.encode(event)
    case .entrySaved(let event): try container.encode(event)
    case .entryRemoved(let event): try container.encode(event)
    case .readingTimerStarted(let event): try container.encode(event)
    case .readingTimerStopped(let event): try container.encode(event)
    case .readingTimerDiscarded(let event): try container.encode(event)
    case .readingRecorded(let event): try container.encode(event)
    case .readingChanged(let event): try container.encode(event)
    case .readingRemoved(let event): try container.encode(event)
    case .diversityValueSet(let event): try container.encode(event)
    case .diversityValueCleared(let event): try container.encode(event)
    case .diversityPromptOpened(let event): try container.encode(event)
    case .diversityPromptAnswered(let event): try container.encode(event)
    case .diversityPromptSkipped(let event): try container.encode(event)
    case .ruckRecorded(let event): try container.encode(event)
    case .ruckChanged(let event): try container.encode(event)
    case .ruckRemoved(let event): try container.encode(event)
    case .goalSet(let event): try container.encode(event)
    case .goalCleared(let event): try container.encode(event)
    }
  }
}
