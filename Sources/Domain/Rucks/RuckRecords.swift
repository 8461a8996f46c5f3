public import Chronology

/// The best rucks of each kind.
public struct RuckRecords: Codable, Hashable, Sendable {
  public struct Best: Codable, Hashable, Sendable {
    public var value: Double
    public var ruckId: String
    /// The day on which the ruck started.
    public var date: Day
  }

  public var longestDistance: Best?
  public var fastestPace: Best?
  public var heaviestLoad: Best?
  public var highestCalorieBurn: Best?
  public var mostWeightMoved: Best?

  init(_ bests: RuckBests, in calendar: LocalCalendar) {
    func reported(_ best: RuckBests.Best?) -> Best? {
      best.map {
        Best(value: $0.value, ruckId: $0.id, date: calendar.day(of: Instant(seconds: $0.startedAt)))
      }
    }
    longestDistance = reported(bests.longestDistance)
    fastestPace = reported(bests.fastestPace)
    heaviestLoad = reported(bests.heaviestLoad)
    highestCalorieBurn = reported(bests.highestCalorieBurn)
    mostWeightMoved = reported(bests.mostWeightMoved)
  }
}
