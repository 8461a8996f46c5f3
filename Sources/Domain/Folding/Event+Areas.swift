extension Event.Tag {
  /// The areas in which something may differ after such an event. One too many costs a client a question; one too few
  /// leaves it with what is no longer so.
  public var areas: Areas {
    switch self {
    case .accountOpened: .profile
    // The zone, the day's beginning and the rest days decide in which day, week and year each thing counts.
    case .profileChanged: [.profile, .listening, .library, .reading, .diversity, .rucks, .goals]
    // Figures of listening name and count heroes and stories.
    case .heroSaved, .heroRemoved, .storySaved, .storyRemoved, .storyFavorited, .storyUnfavorited:
      [.catalogue, .listening]
    case .listeningRecorded, .listeningChanged, .listeningRemoved: .listening
    // A work's language and year are dimensions of its diversity, its pages and genres figures of reading.
    case .workSaved: [.catalogue, .library, .reading, .diversity, .goals]
    // It takes its entry, its values, its prompts and its timer along.
    case .workRemoved: [.catalogue, .library, .reading, .diversity, .goals]
    case .entrySaved, .entryRemoved: [.library, .reading, .diversity, .goals]
    case .readingTimerStarted, .readingTimerStopped, .readingTimerDiscarded: .reading
    // A session sets its entry's page and totals.
    case .readingRecorded, .readingChanged, .readingRemoved: [.library, .reading, .diversity, .goals]
    // One of the goals counts cultures.
    case .diversityValueSet, .diversityValueCleared: [.diversity, .reading, .goals]
    // A session shows whether it was followed by a prompt, and whether that was answered.
    case .diversityPromptOpened, .diversityPromptSkipped: [.diversity, .reading]
    case .diversityPromptAnswered: [.diversity, .reading, .goals]
    // One of the goals counts this week's rucks.
    case .ruckRecorded, .ruckChanged, .ruckRemoved: [.rucks, .goals]
    // Figures of reading and of rucks show how far the goals are.
    case .goalSet, .goalCleared: [.goals, .reading, .rucks]
    case .shareCreated, .shareDeleted: .shares
    }
  }
}
