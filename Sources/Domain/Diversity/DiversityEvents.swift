public import Chronology

/// Events of the diversity of works and of the prompts that ask for it.
public enum DiversityEvent: Hashable, Sendable {
  case valueSet(DiversityValueSet)
  case valueCleared(DiversityValueCleared)
  case promptOpened(DiversityPromptOpened)
  case promptAnswered(DiversityPromptAnswered)
  case promptSkipped(DiversityPromptSkipped)
}

/// A work was described in one dimension. The event contains the points, so that later rules do not change them.
public struct DiversityValueSet: Codable, Hashable, Sendable {
  public var workId: String
  public var dimension: DiversityDimension
  public var value: String
  public var old: String?
  public var points: Int
  public var at: Instant

  public init(
    workId: String, dimension: DiversityDimension, value: String, old: String? = nil, points: Int, at: Instant
  ) {
    self.workId = workId
    self.dimension = dimension
    self.value = value
    self.old = old
    self.points = points
    self.at = at
  }

  /// Whether the event would have no effect and need not be written.
  public var changesNothing: Bool { old == value && points == 0 }
}

public struct DiversityValueCleared: Codable, Hashable, Sendable {
  public var workId: String
  public var dimension: DiversityDimension
  public var old: String
  public var at: Instant

  public init(workId: String, dimension: DiversityDimension, old: String, at: Instant) {
    self.workId = workId
    self.dimension = dimension
    self.old = old
    self.at = at
  }
}

/// The end of the session with this work and start opened a prompt.
public struct DiversityPromptOpened: Codable, Hashable, Sendable {
  public var workId: String
  public var startedAt: Instant
  public var dimension: DiversityDimension

  public init(workId: String, startedAt: Instant, dimension: DiversityDimension) {
    self.workId = workId
    self.startedAt = startedAt
    self.dimension = dimension
  }
}

/// The answer also sets the value, like `DiversityValueSet`.
public struct DiversityPromptAnswered: Codable, Hashable, Sendable {
  public var startedAt: Instant
  public var answer: DiversityValueSet

  public init(startedAt: Instant, answer: DiversityValueSet) {
    self.startedAt = startedAt
    self.answer = answer
  }
}

public struct DiversityPromptSkipped: Codable, Hashable, Sendable {
  public var workId: String
  public var startedAt: Instant
  public var at: Instant

  public init(workId: String, startedAt: Instant, at: Instant) {
    self.workId = workId
    self.startedAt = startedAt
    self.at = at
  }
}
