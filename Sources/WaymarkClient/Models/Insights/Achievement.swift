public import Foundation

/// A badge for reading, for exploring cultures, or for both. It stays unlocked permanently.
public struct Achievement: Codable, Sendable, Hashable, Identifiable {
  /// The id of the achievement.
  public var id: String
  /// The title to show.
  public var title: String
  /// The task that unlocks it, as a sentence.
  public var description: String
  /// The name of an SF Symbol.
  public var icon: String
  /// The subject of the achievement.
  public var category: AchievementCategory
  /// How rare the achievement is.
  public var rarity: AchievementRarity
  /// How strong the haptic feedback should be.
  public var hapticIntensity: HapticIntensity
  /// Whether the achievement was ever unlocked.
  public var isUnlocked: Bool
  /// When it was unlocked, or nil if it is locked.
  public var unlockedAt: Date?
  /// The current value of the first condition: books, cultures, languages, days or stars.
  public var currentValue: Double
  /// The value at which the first condition is met.
  public var threshold: Double
  /// The mean progress of all conditions, 0…1.
  public var progress: Double
  /// The number of dots to fill below a locked badge, 0…``steps``.
  public var progressSteps: Int

  /// The number of dots below a locked badge.
  public static let steps = 4
}

/// The subject of an achievement.
public struct AchievementCategory: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a category from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reading.
  public static let reading = AchievementCategory(rawValue: "reading")
  /// Exploring cultures.
  public static let cultural = AchievementCategory(rawValue: "cultural")
  /// Both reading and exploring cultures.
  public static let combined = AchievementCategory(rawValue: "combined")
}

/// How rare an achievement is.
public struct AchievementRarity: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a rarity from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The most frequent rarity.
  public static let common = AchievementRarity(rawValue: "common")
  /// Rarer than ``common``.
  public static let uncommon = AchievementRarity(rawValue: "uncommon")
  /// Rarer than ``uncommon``.
  public static let rare = AchievementRarity(rawValue: "rare")
  /// Rarer than ``rare``.
  public static let epic = AchievementRarity(rawValue: "epic")
  /// The rarest.
  public static let legendary = AchievementRarity(rawValue: "legendary")

  /// All rarities that this version knows, from common to legendary.
  public static let allCases: [AchievementRarity] = [.common, .uncommon, .rare, .epic, .legendary]

  /// The position in ``allCases``, 0…4, for effects that grow with rarity; 0 for an unknown rarity.
  public var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How strong haptic feedback should be. An app maps it to the feedback generator of its platform.
public struct HapticIntensity: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates an intensity from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Light feedback.
  public static let light = HapticIntensity(rawValue: "light")
  /// Medium feedback.
  public static let medium = HapticIntensity(rawValue: "medium")
  /// Heavy feedback.
  public static let heavy = HapticIntensity(rawValue: "heavy")
}

extension AchievementRarity {
  /// The intensity that the server sends for this rarity, for badges that are shown without a server response.
  public var hapticIntensity: HapticIntensity {
    switch self {
    case .rare: .medium
    case .epic, .legendary: .heavy
    default: .light
    }
  }
}

struct AchievementsResponse: Codable, Sendable {
  var achievements: [Achievement]
}
