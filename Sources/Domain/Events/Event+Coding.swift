/// An event is written as `[tag, payload]`. The tags are on disks: a new event gets a new one, and none is ever renamed.
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
    }
  }
}
