public import Chronology

/// Values of the diversity of works, and the prompts that ask for them.
public enum DiversityEvent: Hashable, Sendable {
  case valueSet(DiversityValueSet)
  case valueCleared(DiversityValueCleared)
  case promptOpened(DiversityPromptOpened)
  case promptAnswered(DiversityPromptAnswered)
  case promptSkipped(DiversityPromptSkipped)
}

/// A work was described in one dimension. The points are part of the fact, so no later rule changes them.
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

  /// The same value again needs no event.
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

/// A prompt was opened by the end of the session with this work and start.
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

/// The answer sets the value as `DiversityValueSet` does.
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
