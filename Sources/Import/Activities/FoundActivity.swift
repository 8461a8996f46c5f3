import Chronology
import Domain

/// An activity of a file. Missing values are computed from its points.
struct FoundActivity: Sendable {
  var line = 1
  /// Identifies the activity if its line may contain several.
  var label: String?
  var id: String?
  /// The name in the file.
  var sport = ""
  /// Whether the file's sport number means neither a hike nor a walk.
  var isOther = false
  var startedAt: Instant?
  var endedAt: Instant?
  var distance: Double?
  var calories: Double?
  var climb: Double?
  var movingSeconds: Double?
  var track = Track()
  var name: String?
  var note: String?
  /// The number of the track that another file of the activity has.
  var storedTrack: Int?
  /// Why the distance is unreadable. Without it, 0 m would be recorded.
  var distanceProblem: String?
  /// The error of the first point with an unreadable position.
  var pointProblem: String?

  func ruck(load: Double) throws(RowProblem) -> FoundRuck {
    if let distanceProblem { throw RowProblem(distanceProblem) }
    if let pointProblem, !track.hasPlaces, (distance ?? 0) <= 0 {
      throw RowProblem("no point has a valid position: \(pointProblem)")
    }
    guard let start = startedAt ?? track.startedAt else {
      let problem = track.hasPoints ? "none of the points has a time, as in a planned route" : "it is empty"
      throw RowProblem("the activity has no start time: \(problem)")
    }
    guard let end = endedAt ?? track.endedAt else { throw RowProblem("the end time and the duration are missing") }
    guard end - start <= RuckRules.longestSpanSeconds else {
      let days = RuckRules.longestSpanSeconds / 86_400
      throw RowProblem("the activity lasts from \(start) to \(end), longer than \(days) days; split it")
    }
    let span = Double(end - start)
    let stretches = track.stretches > 1 ? Double(track.movingSeconds) : nil
    let moving = (movingSeconds ?? stretches).flatMap { $0 > 0 && $0 < span ? $0 : nil }
    // Devices that do not count the distance report 0.
    let metres = distance.flatMap { $0 > 0 ? $0 : nil } ?? track.distance
    let climbed = climb ?? (track.hasHeights ? track.climb : nil)
    return FoundRuck(
      line: line, label: label,
      ruck: Ruck(
        id: id, startedAt: start, endedAt: end, distance: Self.tenths(metres), loadWeight: load, calories: calories,
        elevationGain: climbed.map(Self.tenths), movingTime: moving,
        name: Self.text(name, most: TextRules.longestText), note: Self.text(note, most: RuckRules.longestNote)),
      track: storedTrack)
  }

  /// Returns the text without characters that a ruck cannot have, or nil if nothing remains.
  private static func text(_ text: String?, most: Int) -> String? {
    guard let text else { return nil }
    let plain = Texts.trimmed(text).unicodeScalars.lazy.filter { $0 != "\0" }.prefix(most)
    let cut = Texts.trimmed(String(String.UnicodeScalarView(plain)))
    return cut.isEmpty ? nil : cut
  }

  /// Rounds a sum of many points, whose last digits have no meaning.
  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension FoundActivity {
  /// An activity with the values of a file, which a list may correct or complete.
  init(_ found: FoundRuck) {
    let ruck = found.ruck
    name = ruck.name
    note = ruck.note
    storedTrack = found.track
    startedAt = ruck.startedAt
    endedAt = ruck.endedAt
    distance = ruck.distance
    calories = ruck.calories
    climb = ruck.elevationGain
    movingSeconds = ruck.movingTime
  }
}
