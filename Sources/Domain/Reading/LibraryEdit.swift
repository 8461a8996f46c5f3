public import Chronology

/// An edit of an entry of the library: members left out stay as they are, and null clears those that an entry can be
/// without.
public struct LibraryEdit: Hashable, Sendable {
  public var status: Patch<ReadingStatus> = .unchanged
  public var currentPage: Patch<Int> = .unchanged
  public var rating: Patch<Double> = .unchanged
  public var startedAt: Patch<Instant> = .unchanged
  public var finishedAt: Patch<Instant> = .unchanged

  public init() {}

  /// The outcome for `entry`. Only given members are checked, and the page by the work as it is now. A finished work
  /// always has an end: it is now where the work becomes finished, or its end is cleared.
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
    try violations.refuse()
    changed.rating = changed.rating.map(\.withoutNegativeZero)
    if changed.status == .finished {
      if entry.status != .finished, finishedAt == .unchanged { changed.finishedAt = nil }
      changed.finishedAt = changed.finishedAt ?? now
    }
    return changed
  }
}

extension Double {
  /// Adding zero makes a zero of a negative one, which no answer should show.
  var withoutNegativeZero: Double { self + 0 }
}
