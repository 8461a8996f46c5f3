/// What a person says about activities that files do not.
struct ActivityOptions: Sendable {
  var load = 0.0
  /// Kinds of sport to import; nil for those that are usual for the format.
  var kinds: Set<String>?
  /// Whatever sport a file says it is.
  var takesAll = false

  func add(_ activity: FoundActivity, to findings: inout Findings) throws(ImportRefusal) {
    var found: FoundRuck?
    do throws(RowProblem) {
      if let kinds, !activity.sport.isEmpty, !kinds.contains(Sport.kind(activity.sport)) {
        throw RowProblem("is \(RowProblem.quoted(activity.sport)), not \(kinds.sorted().joined(separator: ", "))")
      }
      if kinds == nil, !takesAll, activity.isOther || Sport.isOther(activity.sport) {
        throw RowProblem("is \(RowProblem.quoted(activity.sport)); --types takes it")
      }
      found = try activity.ruck(load: load)
    } catch {
      findings.reject(
        .rucks, line: activity.line, activity.label.map { "\($0): \(error.reason)" } ?? error.reason)
    }
    if let found { try findings.add(found) }
  }
}
