/// The events that webhooks report.
public enum WebhookEvent: String, Codable, CaseIterable, Hashable, Sendable {
  case listeningRecorded = "listening.recorded"
  case readingRecorded = "reading.recorded"
  case ruckRecorded = "ruck.recorded"
  case bookFinished = "book.finished"
  case milestoneUnlocked = "milestone.unlocked"
  case achievementUnlocked = "achievement.unlocked"
  case goalReached = "goal.reached"
  case connectionFailing = "connection.failing"

  /// The type of a test delivery, which a user has requested.
  public static let test = "test"
  /// Stands for all events, including those of later versions.
  public static let every = "*"

  /// Whether only the folds of the views detect it.
  public var isUnlock: Bool {
    switch self {
    case .milestoneUnlocked, .achievementUnlocked, .goalReached: true
    case .listeningRecorded, .readingRecorded, .ruckRecorded, .bookFinished, .connectionFailing: false
    }
  }
}
