import Chronology
import Domain

/// What a file says of one activity; what it does not say is made up of its points.
struct FoundActivity: Sendable {
  var line = 1
  /// Which of the activities on its line it is, where there may be several.
  var label: String?
  var id: String?
  /// As the file names it.
  var sport = ""
  /// Whether the file says by a number that it is neither a hike nor a walk.
  var isOther = false
  var startedAt: Instant?
  var endedAt: Instant?
  var distance: Double?
  var calories: Double?
  var climb: Double?
  var movingSeconds: Double?
  var track = Track()
  /// What of the way cannot be read, so that a way of 0 m would be wrong.
  var distanceProblem: String?
  /// The first of the points whose place cannot be read.
  var pointProblem: String?

  func ruck(load: Double) throws(RowProblem) -> FoundRuck {
    if let distanceProblem { throw RowProblem(distanceProblem) }
    if let pointProblem, !track.hasPlaces, (distance ?? 0) <= 0 {
      throw RowProblem("has no point that can be read: \(pointProblem)")
    }
    guard let start = startedAt ?? track.startedAt else { throw RowProblem("says nothing of when it began") }
    guard let end = endedAt ?? track.endedAt else { throw RowProblem("says nothing of how long it took") }
    let span = Double(end - start)
    let stretches = track.stretches > 1 ? Double(track.movingSeconds) : nil
    let moving = (movingSeconds ?? stretches).flatMap { $0 > 0 && $0 < span ? $0 : nil }
    // A device without a count of its own says 0.
    let metres = distance.flatMap { $0 > 0 ? $0 : nil } ?? track.distance
    let climbed = climb ?? (track.hasHeights ? track.climb : nil)
    return FoundRuck(
      line: line, label: label,
      ruck: Ruck(
        id: id, startedAt: start, endedAt: end, distance: Self.tenths(metres), loadWeight: load, calories: calories,
        elevationGain: climbed.map(Self.tenths), movingTime: moving))
  }

  /// Sums of many points have digits that mean nothing.
  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension FoundActivity {
  /// What another file may correct or complete.
  init(_ ruck: Ruck) {
    startedAt = ruck.startedAt
    endedAt = ruck.endedAt
    distance = ruck.distance
    calories = ruck.calories
    climb = ruck.elevationGain
    movingSeconds = ruck.movingTime
  }
}
