public import Chronology
public import Languages

/// An achievement and a reader's progress. The figures are current, even after it is unlocked.
public struct AchievementStanding: Codable, Hashable, Sendable {
  public var id: String
  public var title: String
  public var description: String
  public var icon: String
  public var category: Achievement.Category
  public var rarity: Achievement.Rarity
  public var hapticIntensity: Achievement.HapticIntensity
  public var isUnlocked: Bool
  public var unlockedAt: Instant?
  /// The current value of the first condition.
  public var currentValue: Double
  public var threshold: Double
  /// The mean progress of all conditions, 0…1.
  public var progress: Double
  /// The number of completed quarters of the progress.
  public var progressSteps: Int

  init(_ achievement: Achievement, _ progress: AchievementProgress, unlockedAt: Instant?) {
    id = achievement.id
    title = achievement.title
    description = achievement.description
    icon = achievement.icon
    category = achievement.category
    rarity = achievement.rarity
    hapticIntensity = achievement.rarity.hapticIntensity
    isUnlocked = unlockedAt != nil
    self.unlockedAt = unlockedAt
    currentValue = progress.current
    threshold = Double(achievement.conditions.first?.threshold ?? 0)
    self.progress = progress.mean.value
    progressSteps = progress.steps
  }

  public func translated(to language: Language?) -> AchievementStanding {
    guard let language, language != .english else { return self }
    var standing = self
    standing.title = language.text(title)
    standing.description = language.text(description)
    return standing
  }
}
