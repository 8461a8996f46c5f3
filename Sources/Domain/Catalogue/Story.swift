public import Chronology

public struct Story: Codable, Hashable, Sendable {
  public var id: String
  public var title: String
  public var heroId: String?
  public var estimatedDuration: Double
  public var createdAt: Instant
  public var isFavorite: Bool
  /// The work of which the story is the audio form.
  public var workId: String?
  /// Nil if they are unknown.
  public var authors: [String]?
  /// With 13 digits.
  public var isbn: String?
  public var asin: String?
  /// True if the user has dismissed the proposal of a work.
  public var isMatchDismissed: Bool?

  public init(
    id: String, title: String, heroId: String? = nil, estimatedDuration: Double, createdAt: Instant,
    isFavorite: Bool = false
  ) {
    self.id = id
    self.title = title
    self.heroId = heroId
    self.estimatedDuration = estimatedDuration
    self.createdAt = createdAt
    self.isFavorite = isFavorite
  }
}
