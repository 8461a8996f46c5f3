public import Chronology
public import Languages

/// A milestone of listening. Ids are stored: milestones may be added, but their ids never change.
public struct Milestone: Hashable, Sendable {
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case stories, listeningTime, streak
  }

  public let id: String
  public let title: String
  /// The name of an SF Symbol.
  public let icon: String
  public let kind: Kind
  /// In stories, seconds or days.
  public let threshold: Double

  /// In the order in which they are shown.
  public static let all: [Milestone] = [
    Milestone(id: "stories-1", title: "First Story", icon: "book.fill", kind: .stories, threshold: 1),
    Milestone(id: "stories-5", title: "5 Stories", icon: "books.vertical.fill", kind: .stories, threshold: 5),
    Milestone(id: "stories-10", title: "10 Stories", icon: "star.fill", kind: .stories, threshold: 10),
    Milestone(id: "stories-25", title: "25 Stories", icon: "rosette", kind: .stories, threshold: 25),
    Milestone(id: "stories-50", title: "50 Stories", icon: "crown.fill", kind: .stories, threshold: 50),
    Milestone(id: "listening-1h", title: "First Hour", icon: "headphones", kind: .listeningTime, threshold: 3_600),
    Milestone(
      id: "listening-5h", title: "5 Hours", icon: "headphones.circle.fill", kind: .listeningTime, threshold: 18_000),
    Milestone(id: "streak-7", title: "7-Day Streak", icon: "flame.fill", kind: .streak, threshold: 7),
    Milestone(id: "streak-30", title: "30-Day Streak", icon: "flame.circle.fill", kind: .streak, threshold: 30),
  ]
}

/// A milestone and a user's progress.
public struct MilestoneStanding: Codable, Hashable, Sendable {
  public var id: String
  public var title: String
  public var icon: String
  public var type: Milestone.Kind
  public var threshold: Double
  /// The current number of stories, seconds, or days of the current streak.
  public var currentValue: Double
  public var isUnlocked: Bool
  public var unlockedAt: Instant?

  public init(milestone: Milestone, currentValue: Double, unlockedAt: Instant?) {
    id = milestone.id
    title = milestone.title
    icon = milestone.icon
    type = milestone.kind
    threshold = milestone.threshold
    self.currentValue = currentValue
    isUnlocked = unlockedAt != nil
    self.unlockedAt = unlockedAt
  }

  public func translated(to language: Language?) -> MilestoneStanding {
    guard let language, language != .english else { return self }
    var standing = self
    standing.title = language.text(title)
    return standing
  }
}
