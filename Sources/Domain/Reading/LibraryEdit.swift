public import Chronology

/// An edit of an entry of the library: members left out stay as they are, and null clears those that an entry can be
/// without.
public struct LibraryEdit: Hashable, Sendable {
  public typealias Member = ListeningEdit.Member

  public var status: Member<ReadingStatus> = .unchanged
  public var currentPage: Member<Int> = .unchanged
  public var rating: Member<Double> = .unchanged
  public var startedAt: Member<Instant> = .unchanged
  public var finishedAt: Member<Instant> = .unchanged

  public init() {}

  /// What becomes of `entry`; only what is given is judged, and the page by the work as it is now. A finished work
  /// always has an end: it is now where the work becomes finished, or its end is cleared.
  public func outcome(for entry: LibraryEntry, work: Work?, now: Instant) throws(Rejection) -> LibraryEntry {
    var changed = entry
    var violations: [Rejection.Violation] = []
    switch status {
    case .unchanged: break
    case .cleared: violations.append(.init("status", "must not be null"))
    case .set(let status): changed.status = status
    }
    switch currentPage {
    case .unchanged: break
    case .cleared: violations.append(.init("currentPage", "must not be null"))
    case .set(let page):
      violations += LibraryRules.violations(ofPage: page, "currentPage", work: work)
      changed.currentPage = page
    }
    Self.set(rating, of: &changed.rating)
    Self.set(startedAt, of: &changed.startedAt)
    Self.set(finishedAt, of: &changed.finishedAt)
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

  private static func set<Value>(_ member: Member<Value>, of value: inout Value?) {
    switch member {
    case .unchanged: break
    case .cleared: value = nil
    case .set(let new): value = new
    }
  }
}

extension Double {
  /// Adding zero makes a zero of a negative one, which no answer should show.
  var withoutNegativeZero: Double { self + 0 }
}
