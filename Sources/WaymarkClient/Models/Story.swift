public import Foundation

public struct Story: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var title: String
  public var heroId: String?
  /// Seconds.
  public var estimatedDuration: Double
  public var createdAt: Date
  public var isFavorite: Bool

  public init(
    id: String, title: String, heroId: String?, estimatedDuration: Double, createdAt: Date, isFavorite: Bool
  ) {
    self.id = id
    self.title = title
    self.heroId = heroId
    self.estimatedDuration = estimatedDuration
    self.createdAt = createdAt
    self.isFavorite = isFavorite
  }
}

/// What an app gives of a story under an id of its choice.
public struct StoryDraft: Codable, Sendable, Hashable {
  public var title: String
  public var heroId: String?
  /// Seconds, above 0.
  public var estimatedDuration: Double
  /// Nil: now for a story that is made, unchanged for one that is replaced.
  public var createdAt: Date?

  public init(title: String, heroId: String? = nil, estimatedDuration: Double, createdAt: Date? = nil) {
    self.title = title
    self.heroId = heroId
    self.estimatedDuration = estimatedDuration
    self.createdAt = createdAt
  }
}
