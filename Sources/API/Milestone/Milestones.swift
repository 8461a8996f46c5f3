public import Chronology
public import Proto

extension MilestoneAPI {
  public struct FetchMilestones: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.list"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var milestones: [Milestone]
      public init(milestones: [Milestone]) { self.milestones = milestones }
    }
  }

  public struct Milestone: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var icon: String
    public var type: String
    public var threshold: Double
    public var currentValue: Double
    public var isUnlocked: Bool
    public var unlockedAt: Instant?

    public init(
      id: String, title: String, icon: String, type: String, threshold: Double, currentValue: Double,
      isUnlocked: Bool, unlockedAt: Instant?
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
}
