/// Choices of the user about activities.
struct ActivityOptions: Sendable {
  var load = 0.0
  /// Kinds of sport to import, or nil for the format's default.
  var kinds: Set<String>?
  /// Whether to import activities of any sport.
  var takesAll = false

  func add(_ activity: FoundActivity, to findings: inout Findings) throws(ImportError) {
    var found: FoundRuck?
    do throws(RowProblem) {
      if let kinds, !activity.sport.isEmpty, !kinds.contains(Sport.kind(activity.sport)) {
        throw RowProblem(
          "sport \(RowProblem.quoted(activity.sport)) is not among --types \(kinds.sorted().joined(separator: ","))")
      }
      if kinds == nil, !takesAll, activity.isOther || Sport.isOther(activity.sport) {
        throw RowProblem("sport \(RowProblem.quoted(activity.sport)) is not imported by default; add it to --types")
      }
      found = try activity.ruck(load: load)
    } catch {
      findings.reject(
        .rucks, line: activity.line, activity.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    if let found { try findings.add(found) }
  }
}
