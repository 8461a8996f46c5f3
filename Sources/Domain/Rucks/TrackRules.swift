import Chronology

/// The limits of a track, and the rule for storing one.
public enum TrackRules {
  /// Points of a stored track. A longer one is thinned.
  public static let mostPoints = 50_000
  public static let fewestPoints = 2
  /// The bytes of a stored track, encoded and compressed. The encoding of the most points is shorter.
  public static let mostBytes = 1 << 20
  /// The greatest tolerance of a simplification, in metres.
  public static let greatestTolerance = 1_000_000.0

  /// Returns the ruck after a track arrived for it, or nil if it keeps what it has. A connector does not restore a
  /// track that a person removed.
  public static func stored(for ruck: Ruck, isFromConnector: Bool) -> Ruck? {
    switch ruck.track {
    case .stored: return nil
    case .removed where isFromConnector: return nil
    case .removed, nil:
      var changed = ruck
      changed.track = .stored
      return changed
    }
  }

  /// Returns the ruck without its track, or nil if it has none.
  public static func removed(from ruck: Ruck) -> Ruck? {
    guard ruck.hasTrack else { return nil }
    var changed = ruck
    changed.track = .removed
    return changed
  }

  /// Returns why the points are not a track, or nil if they are one.
  public static func problem(of points: [TrackPoint]) -> String? {
    guard let first = points.first, let last = points.last, points.count >= fewestPoints else {
      return "a track must have at least \(fewestPoints) points"
    }
    guard points.count <= mostPoints else { return "a track must have at most \(mostPoints) points" }
    guard zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) else {
      return "the points of a track must be in the order of their times"
    }
    let (span, isTooLong) = last.time.subtractingReportingOverflow(first.time)
    guard !isTooLong, span <= RuckRules.longestSpanSeconds, first.time >= ListeningRules.earliest.seconds else {
      return "the times of a track must be within seven days, and not before 2000-01-01"
    }
    return nil
  }
}
