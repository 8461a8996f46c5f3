/// An event is written as `[tag, payload]`. Tags are stored: a new event gets a new tag, and no tag is ever renamed.
extension Event: Codable {
  public enum Tag: String, Codable, CaseIterable, Sendable {
    case accountOpened = "account.opened"
    case profileChanged = "profile.changed"
    case unlocksDated = "unlocks.dated"
    case heroSaved = "hero.saved"
    case heroRemoved = "hero.removed"
    case storySaved = "story.saved"
    case storyRemoved = "story.removed"
    case storyFavorited = "story.favorited"
    case storyUnfavorited = "story.unfavorited"
    case listeningRecorded = "session.recorded"
    case listeningChanged = "session.changed"
    case listeningRemoved = "session.removed"
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
    case shareCreated = "share.created"
    case shareDeleted = "share.deleted"
    case connectionChanged = "connection.changed"
    case coverSaved = "cover.saved"
    case coverRemoved = "cover.removed"
  }

  public var tag: Tag {
    switch self {
    case .account(.opened): .accountOpened
    case .account(.profileChanged): .profileChanged
    case .account(.unlocksDated): .unlocksDated
    case .catalogue(.heroSaved): .heroSaved
    case .catalogue(.heroRemoved): .heroRemoved
    case .catalogue(.storySaved): .storySaved
    case .catalogue(.storyRemoved): .storyRemoved
    case .catalogue(.storyFavorited): .storyFavorited
    case .catalogue(.storyUnfavorited): .storyUnfavorited
    case .listening(.recorded): .listeningRecorded
    case .listening(.changed): .listeningChanged
    case .listening(.removed): .listeningRemoved
    case .reading(.workSaved): .workSaved
    case .reading(.workRemoved): .workRemoved
    case .reading(.entrySaved): .entrySaved
    case .reading(.entryRemoved): .entryRemoved
    case .reading(.timerStarted): .readingTimerStarted
    case .reading(.timerStopped): .readingTimerStopped
    case .reading(.timerDiscarded): .readingTimerDiscarded
    case .reading(.recorded): .readingRecorded
    case .reading(.changed): .readingChanged
    case .reading(.removed): .readingRemoved
    case .diversity(.valueSet): .diversityValueSet
    case .diversity(.valueCleared): .diversityValueCleared
    case .diversity(.promptOpened): .diversityPromptOpened
    case .diversity(.promptAnswered): .diversityPromptAnswered
    case .diversity(.promptSkipped): .diversityPromptSkipped
    case .rucks(.recorded): .ruckRecorded
    case .rucks(.changed): .ruckChanged
    case .rucks(.removed): .ruckRemoved
    case .goals(.set): .goalSet
    case .goals(.cleared): .goalCleared
    case .shares(.created): .shareCreated
    case .shares(.deleted): .shareDeleted
    case .connections(.changed): .connectionChanged
    case .covers(.saved): .coverSaved
    case .covers(.removed): .coverRemoved
    }
  }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let name = try container.decode(String.self)
    guard let tag = Tag(rawValue: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown event: \(name)")
    }
    switch tag {
    case .accountOpened: self = .account(.opened(try container.decode(AccountOpened.self)))
    case .profileChanged: self = .account(.profileChanged(try container.decode(ProfileChanged.self)))
    case .unlocksDated: self = .account(.unlocksDated(try container.decode(UnlocksDated.self)))
    case .heroSaved: self = .catalogue(.heroSaved(try container.decode(HeroSaved.self)))
    case .heroRemoved: self = .catalogue(.heroRemoved(try container.decode(HeroRemoved.self)))
    case .storySaved: self = .catalogue(.storySaved(try container.decode(StorySaved.self)))
    case .storyRemoved: self = .catalogue(.storyRemoved(try container.decode(StoryRemoved.self)))
    case .storyFavorited: self = .catalogue(.storyFavorited(try container.decode(StoryFavorited.self)))
    case .storyUnfavorited: self = .catalogue(.storyUnfavorited(try container.decode(StoryUnfavorited.self)))
    case .listeningRecorded: self = .listening(.recorded(try container.decode(ListeningRecorded.self)))
    case .listeningChanged: self = .listening(.changed(try container.decode(ListeningChanged.self)))
    case .listeningRemoved: self = .listening(.removed(try container.decode(ListeningRemoved.self)))
    case .workSaved: self = .reading(.workSaved(try container.decode(WorkSaved.self)))
    case .workRemoved: self = .reading(.workRemoved(try container.decode(WorkRemoved.self)))
    case .entrySaved: self = .reading(.entrySaved(try container.decode(EntrySaved.self)))
    case .entryRemoved: self = .reading(.entryRemoved(try container.decode(EntryRemoved.self)))
    case .readingTimerStarted: self = .reading(.timerStarted(try container.decode(ReadingTimerStarted.self)))
    case .readingTimerStopped: self = .reading(.timerStopped(try container.decode(ReadingTimerStopped.self)))
    case .readingTimerDiscarded: self = .reading(.timerDiscarded(try container.decode(ReadingTimerDiscarded.self)))
    case .readingRecorded: self = .reading(.recorded(try container.decode(ReadingRecorded.self)))
    case .readingChanged: self = .reading(.changed(try container.decode(ReadingChanged.self)))
    case .readingRemoved: self = .reading(.removed(try container.decode(ReadingRemoved.self)))
    case .diversityValueSet: self = .diversity(.valueSet(try container.decode(DiversityValueSet.self)))
    case .diversityValueCleared: self = .diversity(.valueCleared(try container.decode(DiversityValueCleared.self)))
    case .diversityPromptOpened: self = .diversity(.promptOpened(try container.decode(DiversityPromptOpened.self)))
    case .diversityPromptAnswered:
      self = .diversity(.promptAnswered(try container.decode(DiversityPromptAnswered.self)))
    case .diversityPromptSkipped: self = .diversity(.promptSkipped(try container.decode(DiversityPromptSkipped.self)))
    case .ruckRecorded: self = .rucks(.recorded(try container.decode(RuckRecorded.self)))
    case .ruckChanged: self = .rucks(.changed(try container.decode(RuckChanged.self)))
    case .ruckRemoved: self = .rucks(.removed(try container.decode(RuckRemoved.self)))
    case .goalSet: self = .goals(.set(try container.decode(GoalSet.self)))
    case .goalCleared: self = .goals(.cleared(try container.decode(GoalCleared.self)))
    case .shareCreated: self = .shares(.created(try container.decode(ShareCreated.self)))
    case .shareDeleted: self = .shares(.deleted(try container.decode(ShareDeleted.self)))
    case .connectionChanged: self = .connections(.changed(try container.decode(ConnectionChanged.self)))
    case .coverSaved: self = .covers(.saved(try container.decode(CoverSaved.self)))
    case .coverRemoved: self = .covers(.removed(try container.decode(CoverRemoved.self)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(tag.rawValue)
    switch self {
    case .account(.opened(let event)): try container.encode(event)
    case .account(.profileChanged(let event)): try container.encode(event)
    case .account(.unlocksDated(let event)): try container.encode(event)
    case .catalogue(.heroSaved(let event)): try container.encode(event)
    case .catalogue(.heroRemoved(let event)): try container.encode(event)
    case .catalogue(.storySaved(let event)): try container.encode(event)
    case .catalogue(.storyRemoved(let event)): try container.encode(event)
    case .catalogue(.storyFavorited(let event)): try container.encode(event)
    case .catalogue(.storyUnfavorited(let event)): try container.encode(event)
    case .listening(.recorded(let event)): try container.encode(event)
    case .listening(.changed(let event)): try container.encode(event)
    case .listening(.removed(let event)): try container.encode(event)
    case .reading(.workSaved(let event)): try container.encode(event)
    case .reading(.workRemoved(let event)): try container.encode(event)
    case .reading(.entrySaved(let event)): try container.encode(event)
    case .reading(.entryRemoved(let event)): try container.encode(event)
    case .reading(.timerStarted(let event)): try container.encode(event)
    case .reading(.timerStopped(let event)): try container.encode(event)
    case .reading(.timerDiscarded(let event)): try container.encode(event)
    case .reading(.recorded(let event)): try container.encode(event)
    case .reading(.changed(let event)): try container.encode(event)
    case .reading(.removed(let event)): try container.encode(event)
    case .diversity(.valueSet(let event)): try container.encode(event)
    case .diversity(.valueCleared(let event)): try container.encode(event)
    case .diversity(.promptOpened(let event)): try container.encode(event)
    case .diversity(.promptAnswered(let event)): try container.encode(event)
    case .diversity(.promptSkipped(let event)): try container.encode(event)
    case .rucks(.recorded(let event)): try container.encode(event)
    case .rucks(.changed(let event)): try container.encode(event)
    case .rucks(.removed(let event)): try container.encode(event)
    case .goals(.set(let event)): try container.encode(event)
    case .goals(.cleared(let event)): try container.encode(event)
    case .shares(.created(let event)): try container.encode(event)
    case .shares(.deleted(let event)): try container.encode(event)
    case .connections(.changed(let event)): try container.encode(event)
    case .covers(.saved(let event)): try container.encode(event)
    case .covers(.removed(let event)): try container.encode(event)
    }
  }
}
