public import Foundation

/// A goal of a journey; once unlocked it stays unlocked.
public struct Milestone: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var title: String
  /// The name of an SF Symbol.
  public var icon: String
  public var type: MilestoneType
  /// Stories, seconds or days, as `type` says.
  public var threshold: Double
  public var currentValue: Double
  public var isUnlocked: Bool
  public var unlockedAt: Date?

  /// 0…1, for a progress bar; full once unlocked, also when the value has fallen since.
  public var progress: Double {
    isUnlocked || threshold <= 0 ? 1 : min(1, max(0, currentValue / threshold))
  }

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

public struct MilestoneType: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let stories = MilestoneType(rawValue: "stories")
  public static let listeningTime = MilestoneType(rawValue: "listeningTime")
  public static let streak = MilestoneType(rawValue: "streak")
}

struct MilestonesAnswer: Codable, Sendable {
  var milestones: [Milestone]
}
