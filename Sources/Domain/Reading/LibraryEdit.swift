public import Chronology

/// An edit of a library entry. Members that are left out do not change, and null clears optional ones.
public struct LibraryEdit: Hashable, Sendable {
  public var status: Patch<ReadingStatus> = .unchanged
  public var currentPage: Patch<Int> = .unchanged
  public var rating: Patch<Double> = .unchanged
  public var startedAt: Patch<Instant> = .unchanged
  public var finishedAt: Patch<Instant> = .unchanged

  public init() {}

  /// Returns the outcome for `entry`. Only given members are checked, the page against the current page count. A
  /// finished work always has an end, which defaults to now.
  public func outcome(for entry: LibraryEntry, work: Work?, now: Instant) throws(Rejection) -> LibraryEntry {
    var changed = entry
    var violations: [Rejection.Violation] = []
    violations += status.apply(to: &changed.status, "status")
    violations += currentPage.apply(to: &changed.currentPage, "currentPage")
    if let page = currentPage.value { violations += LibraryRules.violations(ofPage: page, "currentPage", work: work) }
    rating.apply(to: &changed.rating)
    startedAt.apply(to: &changed.startedAt)
    finishedAt.apply(to: &changed.finishedAt)
    if rating != .unchanged { violations += LibraryRules.violations(ofRating: changed.rating) }
    if startedAt != .unchanged { violations += LibraryRules.violations(ofInstant: changed.startedAt, "startedAt") }
    if finishedAt != .unchanged { violations += LibraryRules.violations(ofInstant: changed.finishedAt, "finishedAt") }
    try violations.reject()
    changed.rating = changed.rating.map(\.withoutNegativeZero)
    if changed.status == .finished {
      if entry.status != .finished, finishedAt == .unchanged { changed.finishedAt = nil }
      changed.finishedAt = changed.finishedAt ?? now
    }
    return changed
  }
}

extension Double {
  /// Adding zero turns a negative zero into a zero.
  var withoutNegativeZero: Double { self + 0 }
}
