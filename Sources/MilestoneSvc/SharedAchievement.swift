import Chronology
import Domain

/// What the card of an achievement shows: the day on which it was unlocked, and before that how far it is.
struct SharedAchievement: Encodable {
  var id: String
  var title: String
  var description: String
  var category: Achievement.Category
  var rarity: Achievement.Rarity
  var isUnlocked: Bool
  var unlockedOn: Day?
  var currentValue: Double?
  var threshold: Double?
  var progress: Double?

  init(_ standing: AchievementStanding, unlockedOn day: Day?) {
    id = standing.id
    title = standing.title
    description = standing.description
    category = standing.category
    rarity = standing.rarity
    isUnlocked = standing.isUnlocked
    unlockedOn = day
    guard !isUnlocked else { return }
    (currentValue, threshold, progress) = (standing.currentValue, standing.threshold, standing.progress)
  }
}
