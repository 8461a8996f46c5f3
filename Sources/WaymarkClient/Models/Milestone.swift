public import Foundation

/// A badge for listening. It stays unlocked permanently.
public struct Milestone: Codable, Sendable, Hashable, Identifiable {
  /// The id of the milestone.
  public var id: String
  /// The title to show.
  public var title: String
  /// The name of an SF Symbol.
  public var icon: String
  /// The quantity that the milestone counts.
  public var type: MilestoneType
  /// The count at which it unlocks: stories, seconds or days, depending on ``type``.
  public var threshold: Double
  /// The current count, in the unit of ``threshold``.
  public var currentValue: Double
  /// Whether the milestone was ever unlocked.
  public var isUnlocked: Bool
  /// When it was unlocked, or nil if it is locked.
  public var unlockedAt: Date?

  /// The progress for a progress bar, 0…1. It is 1 once unlocked, even if the count has decreased since.
  public var progress: Double {
    isUnlocked || threshold <= 0 ? 1 : min(1, max(0, currentValue / threshold))
  }

  /// Creates a milestone, for previews and tests.
  public init(
    id: String, title: String, icon: String, type: MilestoneType, threshold: Double, currentValue: Double,
    isUnlocked: Bool, unlockedAt: Date?
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.type = type
    self.threshold = threshold
    self.currentValue = currentValue
    self.isUnlocked = isUnlocked
    self.unlockedAt = unlockedAt
  }
}

/// The quantity that a milestone counts.
public struct MilestoneType: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a type from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Stories.
  public static let stories = MilestoneType(rawValue: "stories")
  /// Seconds listened.
  public static let listeningTime = MilestoneType(rawValue: "listeningTime")
  /// Consecutive days with a completed session.
  public static let streak = MilestoneType(rawValue: "streak")
}

struct MilestonesResponse: Codable, Sendable {
  var milestones: [Milestone]
}
