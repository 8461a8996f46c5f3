public import Foundation

/// A badge of reading, of exploring cultures, or of both; once unlocked it stays unlocked.
public struct Achievement: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var title: String
  public var description: String
  /// The name of an SF Symbol.
  public var icon: String
  public var category: AchievementCategory
  public var rarity: AchievementRarity
  /// What a tap on it should feel like.
  public var hapticIntensity: HapticIntensity
  public var isUnlocked: Bool
  public var unlockedAt: Date?
  /// Books, cultures, languages, days or stars; of several conditions, the first one's.
  public var currentValue: Double
  public var threshold: Double
  /// 0…1 of all its conditions.
  public var progress: Double
  /// 0…4, for the dots below a badge that is locked.
  public var progressSteps: Int

  /// How many dots there are.
  public static let steps = 4
}

public struct AchievementCategory: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let reading = AchievementCategory(rawValue: "reading")
  public static let cultural = AchievementCategory(rawValue: "cultural")
  public static let combined = AchievementCategory(rawValue: "combined")
}

public struct AchievementRarity: OpenText, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let common = AchievementRarity(rawValue: "common")
  public static let uncommon = AchievementRarity(rawValue: "uncommon")
  public static let rare = AchievementRarity(rawValue: "rare")
  public static let epic = AchievementRarity(rawValue: "epic")
  public static let legendary = AchievementRarity(rawValue: "legendary")

  /// From the most usual one on.
  public static let allCases: [AchievementRarity] = [.common, .uncommon, .rare, .epic, .legendary]

  /// 0…4, for glow and borders that grow with it; one that the app does not know yet looks common.
  public var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How strong a tap is felt: an app maps it to the feedback generator of its platform.
public struct HapticIntensity: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let light = HapticIntensity(rawValue: "light")
  public static let medium = HapticIntensity(rawValue: "medium")
  public static let heavy = HapticIntensity(rawValue: "heavy")
}

extension AchievementRarity {
  /// What the server says with each achievement, for a badge that an app shows on its own.
  public var hapticIntensity: HapticIntensity {
    switch self {
    case .rare: .medium
    case .epic, .legendary: .heavy
    default: .light
    }
  }
}

struct AchievementsAnswer: Codable, Sendable {
  var achievements: [Achievement]
}
