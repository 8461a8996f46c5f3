public import Chronology

/// The rules for rucks, and the outcome of a report. The time limits are those of listening, except for the span.
public enum RuckRules {
  public static let longestSpanSeconds: Int64 = 7 * 86_400
  public static let longestDistance = 500_000.0
  public static let heaviestLoad = 200.0
  public static let mostSegments = 50
  public static let longestNote = 2_000

  public enum Outcome: Hashable, Sendable {
    case recorded(Ruck)
    case changed(from: Ruck, to: Ruck)
    case unchanged(Ruck)

    public var ruck: Ruck {
      switch self {
      case .recorded(let ruck), .unchanged(let ruck), .changed(from: _, to: let ruck): ruck
      }
    }
  }

  /// Returns the outcome of a report. `known` is the ruck with the same start: it keeps its id and its track, and a
  /// later end replaces everything else. `pathNames` are reserved path segments, which cannot be ids.
  public static func outcome(
    of report: Ruck, known: Ruck?, now: Instant, pathNames: Set<Substring> = []
  ) throws(Rejection) -> Outcome {
    var found = violations(of: report, now: now)
    // A path segment may have an extension.
    if let name = report.id.split(separator: ".", omittingEmptySubsequences: false).first, pathNames.contains(name) {
      found.append(.init("id", "must not be \(name), which is a reserved path"))
    }
    try found.reject()
    guard let known else { return .recorded(report.withoutNegativeZeros) }
    guard report.endedAt > known.endedAt else { return .unchanged(known) }
    var new = report.withoutNegativeZeros
    new.id = known.id
    new.track = known.track
    return .changed(from: known, to: new)
  }

  static func violations(of ruck: Ruck, now: Instant) -> [Rejection.Violation] {
    var found = TextRules.violations(ofId: ruck.id, "id")
    if ruck.startedAt < ListeningRules.earliest {
      found.append(.init("startedAt", "must not be before 2000-01-01"))
    }
    found += ListeningRules.violations(
      from: ruck.startedAt, to: ruck.endedAt, named: "endedAt", now: now, longestSpan: longestSpanSeconds)
    found += violations(of: ruck.distance, "distance", most: longestDistance)
    found += violations(of: ruck.loadWeight, "loadWeight", most: heaviestLoad)
    found += violations(of: ruck.calories, "calories")
    found += violations(of: ruck.elevationGain, "elevationGain")
    found += violations(of: ruck.movingTime, "movingTime")
    let segments = ruck.terrain ?? []
    if segments.count > mostSegments { found.append(.init("terrain", "must have at most \(mostSegments) items")) }
    for (place, segment) in segments.prefix(mostSegments).enumerated() {
      found += violations(of: segment.distance, "terrain[\(place)].distance", most: longestDistance)
    }
    if let weather = ruck.weather {
      if !weather.temperature.isFinite { found.append(.init("weather.temperature", "must be a finite number")) }
      found += TextRules.violations(ofText: weather.condition, "weather.condition")
    }
    if let name = ruck.name { found += TextRules.violations(ofText: name, "name") }
    if let note = ruck.note { found += TextRules.violations(ofText: note, "note", most: longestNote) }
    return found
  }

  private static func violations(
    of number: Double?, _ field: String, most: Double = .infinity
  ) -> [Rejection.Violation] {
    guard let number else { return [] }
    if !number.isFinite { return [.init(field, "must be a finite number")] }
    if number < 0 { return [.init(field, "must not be negative")] }
    return number > most ? [.init(field, "must be at most \(Int(most))")] : []
  }
}

extension Ruck {
  /// Adding zero turns a negative zero into a zero.
  var withoutNegativeZeros: Ruck {
    var ruck = self
    ruck.distance += 0
    ruck.loadWeight += 0
    ruck.calories = calories.map { $0 + 0 }
    ruck.elevationGain = elevationGain.map { $0 + 0 }
    ruck.movingTime = movingTime.map { $0 + 0 }
    ruck.terrain = terrain?.map { RuckSegment(type: $0.type, distance: $0.distance + 0) }
    ruck.weather = weather.map { RuckWeather(temperature: $0.temperature + 0, condition: $0.condition) }
    return ruck
  }
}
