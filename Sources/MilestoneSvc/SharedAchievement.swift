import Chronology
import Domain

/// The figures of a shared achievement card: the day of unlocking, or the progress before it.
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
