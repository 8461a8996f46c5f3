extension Event.Tag {
  /// The areas that may differ after the event. An extra area costs a client one request; a missing one leaves it with
  /// stale data.
  public var areas: Areas {
    switch self {
    case .accountOpened, .unlocksDated: .profile
    // The zone, the start of the day and the rest days determine the day, week and year of every figure.
    case .profileChanged: [.profile, .listening, .library, .reading, .diversity, .rucks, .goals]
    // Figures of listening name and count heroes and stories.
    case .heroSaved, .heroRemoved, .storySaved, .storyRemoved, .storyFavorited, .storyUnfavorited:
      [.catalogue, .listening]
    case .listeningRecorded, .listeningChanged, .listeningRemoved: .listening
    // Language and year are dimensions of diversity; pages and genres are figures of reading.
    case .workSaved: [.catalogue, .library, .reading, .diversity, .goals]
    // Also removes its library entry, values, prompts and timer.
    case .workRemoved: [.catalogue, .library, .reading, .diversity, .goals]
    case .entrySaved, .entryRemoved: [.library, .reading, .diversity, .goals]
    case .readingTimerStarted, .readingTimerStopped, .readingTimerDiscarded: .reading
    // A session sets its entry's page and totals.
    case .readingRecorded, .readingChanged, .readingRemoved: [.library, .reading, .diversity, .goals]
    // One of the goals counts cultures.
    case .diversityValueSet, .diversityValueCleared: [.diversity, .reading, .goals]
    // A session shows whether it had a prompt and whether that was answered.
    case .diversityPromptOpened, .diversityPromptSkipped: [.diversity, .reading]
    case .diversityPromptAnswered: [.diversity, .reading, .goals]
    // One of the goals counts this week's rucks.
    case .ruckRecorded, .ruckChanged, .ruckRemoved: [.rucks, .goals]
    // Figures of reading and rucks contain the progress towards the goals.
    case .goalSet, .goalCleared: [.goals, .reading, .rucks]
    case .shareCreated, .shareDeleted: .shares
    case .connectionChanged: .connections
    case .coverSaved, .coverRemoved: .catalogue
    }
  }
}
