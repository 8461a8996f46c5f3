public import Chronology

public struct Story: Codable, Hashable, Sendable {
  public var id: String
  public var title: String
  public var heroId: String?
  public var estimatedDuration: Double
  public var createdAt: Instant
  public var isFavorite: Bool

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
