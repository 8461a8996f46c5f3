/// An achievement of reading. Ids are stored: achievements may be added, but their ids never change.
public struct Achievement: Hashable, Sendable {
  public enum Category: String, Codable, CaseIterable, Hashable, Sendable {
    case reading, cultural, combined
  }

  public enum Rarity: String, Codable, CaseIterable, Hashable, Sendable {
    case common, uncommon, rare, epic, legendary

    public var hapticIntensity: HapticIntensity {
      switch self {
      case .common, .uncommon: .light
      case .rare: .medium
      case .epic, .legendary: .heavy
      }
    }
  }

  /// The strength of a device's haptic feedback for the badge.
  public enum HapticIntensity: String, Codable, CaseIterable, Hashable, Sendable {
    case light, medium, heavy
  }

  /// The figure that a condition compares. All finished books count, regardless of when.
  public enum Measure: Hashable, Sendable {
    case books, ratedBooks, cultures, languages
    /// The mean rating of the rated books.
    case rating
    /// Consecutive days; the profile's rest days are allowed for.
    case longestStreak
  }

  public struct Condition: Hashable, Sendable {
    public let measure: Measure
    /// The least value that meets the condition.
    public let threshold: Int

    init(_ measure: Measure, _ threshold: Int) {
      self.measure = measure
      self.threshold = threshold
    }
  }

  public let id: String
  public let title: String
  public let description: String
  /// The name of an SF Symbol.
  public let icon: String
  public let category: Category
  public let rarity: Rarity
  /// All of them must be met. Figures show the first one.
  public let conditions: [Condition]

  private init(
    _ id: String, _ title: String, _ icon: String, _ category: Category, _ rarity: Rarity, _ conditions: [Condition],
    _ description: String
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.icon = icon
    self.category = category
    self.rarity = rarity
    self.conditions = conditions
  }
}

extension Achievement {
  /// In the order in which they are shown.
  public static let all: [Achievement] = reading + cultural + combined

  private static let reading = [
    Achievement(
      "first-steps", "First Steps", "book.fill", .reading, .common, [Condition(.books, 1)], "Finish your first book."),
    Achievement(
      "bookworm", "Bookworm", "books.vertical.fill", .reading, .uncommon, [Condition(.books, 10)], "Finish 10 books."),
    Achievement(
      "avid-reader", "Avid Reader", "text.book.closed.fill", .reading, .rare, [Condition(.books, 25)],
      "Finish 25 books."),
    Achievement(
      "library-master", "Library Master", "building.columns.fill", .reading, .epic, [Condition(.books, 50)],
      "Finish 50 books."),
    Achievement(
      "reading-legend", "Reading Legend", "crown.fill", .reading, .legendary, [Condition(.books, 100)],
      "Finish 100 books."),
    Achievement(
      "quality-reader", "Quality Reader", "star.fill", .reading, .rare,
      [Condition(.rating, 4), Condition(.ratedBooks, 5)],
      "Rate at least 5 finished books with 4 stars or more on average."),
  ]

  private static let cultural = [
    Achievement(
      "global-perspective", "Global Perspective", "globe", .cultural, .common, [Condition(.cultures, 1)],
      "Finish a book whose culture you know."),
    Achievement(
      "culture-explorer", "Culture Explorer", "map.fill", .cultural, .uncommon, [Condition(.cultures, 3)],
      "Finish books from 3 cultures."),
    Achievement(
      "world-traveler", "World Traveler", "airplane", .cultural, .rare, [Condition(.cultures, 5)],
      "Finish books from 5 cultures."),
    Achievement(
      "diversity-champion", "Diversity Champion", "trophy.fill", .cultural, .legendary, [Condition(.cultures, 10)],
      "Finish books from all 10 cultures."),
    Achievement(
      "polyglot", "Polyglot", "character.bubble.fill", .cultural, .uncommon, [Condition(.languages, 3)],
      "Finish books in 3 languages."),
  ]

  private static let combined = [
    Achievement(
      "balanced-reader", "Balanced Reader", "scalemass.fill", .combined, .rare,
      [Condition(.books, 20), Condition(.cultures, 5)], "Finish 20 books, from 5 cultures."),
    Achievement(
      "master-explorer", "Master Explorer", "safari.fill", .combined, .legendary,
      [Condition(.books, 50), Condition(.cultures, 8), Condition(.rating, 4)],
      "Finish 50 books from 8 cultures, with 4 stars or more on average."),
    Achievement(
      "consistent-reader", "Consistent Reader", "flame.fill", .combined, .uncommon, [Condition(.longestStreak, 7)],
      "Read on 7 days in a row."),
  ]
}
