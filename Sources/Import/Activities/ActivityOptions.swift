import Domain

/// Choices of the user about activities.
struct ActivityOptions: Sendable {
  var load = 0.0
  /// Kinds of sport to import, or nil for the format's default.
  var kinds: Set<String>?
  /// Whether to import activities of any sport.
  var takesAll = false
  /// Stores tracks until they are written; nil if they are not needed.
  var tracks: TrackSpool?

  /// Whether to import an activity from a list of all of a person's sports.
  func takes(listed sport: String) -> Bool { (kinds ?? Sport.usual).contains(Sport.kind(sport)) }

  /// Whether to import an activity from a file that may not name the sport.
  private func takes(_ activity: FoundActivity) -> Bool {
    guard let kinds else { return takesAll || !(activity.isOther || Sport.isOther(activity.sport)) }
    return activity.sport.isEmpty || kinds.contains(Sport.kind(activity.sport))
  }

  /// Adds an activity of a list, which names every sport.
  func addListed(_ activity: FoundActivity, to findings: inout Findings) throws(ImportError) {
    guard takes(listed: activity.sport) else { return findings.skip(activity.sport) }
    try add(activity, to: &findings)
  }

  func add(_ activity: FoundActivity, to findings: inout Findings) throws(ImportError) {
    guard takes(activity) else { return findings.skip(activity.sport) }
    var found: FoundRuck?
    do throws(RowProblem) {
      found = try activity.ruck(load: load)
    } catch {
      findings.reject(
        .rucks, line: activity.line, activity.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    guard let found else { return }
    try findings.add(try withTrack(found, of: activity, &findings))
  }

  private func withTrack(
    _ found: FoundRuck, of activity: FoundActivity, _ findings: inout Findings
  ) throws(ImportError) -> FoundRuck {
    guard let tracks, found.track == nil, !activity.track.points.isEmpty else { return found }
    var found = found
    switch try tracks.store(activity.track.points.track()) {
    case .none, .full(isFirst: false): break
    case .number(let number): found.track = number
    case .full(isFirst: true):
      findings.note(
        line: activity.line,
        "the file has too many tracks: from this activity on they are left out; import the rest as a separate file")
    }
    return found
  }
}
