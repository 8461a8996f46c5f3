public import Chronology
public import Languages

/// The reply to a call that describes a work: what has changed.
public struct DiversityAnswer: Codable, Hashable, Sendable {
  public var workId: String
  public var dimension: DiversityDimension
  public var value: String
  public var completionBefore: Double
  public var completionAfter: Double
  public var pointsAwarded: Int
  public var curatorPoints: Int
  public var radar: DiversityRadar

  public func translated(to language: Language?) -> DiversityAnswer {
    var answer = self
    answer.radar = radar.translated(to: language)
    return answer
  }
}

extension DiversityView {
  /// Returns the reply for an event that is not yet in the journal, computed from a copy of this state. Without an
  /// event nothing changes.
  public func answer(
    _ setting: DiversityValueSet, by event: Event?, zones: any ZoneSource, now: Instant
  ) -> DiversityAnswer {
    var after = self
    if let event { after.apply(event, zones: zones) }
    return DiversityAnswer(
      workId: setting.workId, dimension: setting.dimension, value: setting.value,
      completionBefore: everything.completion,
      completionAfter: after.everything.completion, pointsAwarded: after.awards.points - awards.points,
      curatorPoints: after.awards.points, radar: after.radar(now: now))
  }
}
