public import Chronology

/// The rules for works and library entries.
public enum LibraryRules {
  public static let pageCounts = 1...100_000
  public static let publishedYears = -3_000...2_200
  public static let mostInList = 50
  /// The maximum number of characters of an identifier in another app.
  public static let longestIdentifier = 128
  /// The last page of a work whose page count is unknown.
  public static let lastPage = 100_000

  public static func check(_ work: Work) throws(Rejection) {
    var violations = TextRules.violations(ofId: work.id, "id") + TextRules.violations(ofText: work.title, "title")
    violations += Self.violations(ofList: work.authors, "authors")
    violations += Self.violations(ofList: work.genres, "genres")
    if let language = work.language { violations += TextRules.violations(ofText: language, "language") }
    if let language = work.originalLanguage {
      violations += TextRules.violations(ofText: language, "originalLanguage")
    }
    if let pageCount = work.pageCount, !pageCounts.contains(pageCount) {
      violations.append(.init("pageCount", "must be from 1 to 100000"))
    }
    if let year = work.publishedYear, !publishedYears.contains(year) {
      violations.append(.init("publishedYear", "must be from -3000 to 2200"))
    }
    violations += Self.violations(of: work.identifiers)
    try violations.reject()
  }

  /// Returns the entry to store. The current page does not change if none is sent. The end is kept as long as the work
  /// remains finished, and is now when it becomes finished.
  public static func entry(
    _ sent: LibraryEntry, currentPage: Int?, replacing old: LibraryEntry?, work: Work, now: Instant
  ) throws(Rejection) -> LibraryEntry {
    var violations: [Rejection.Violation] = []
    if let currentPage { violations += Self.violations(ofPage: currentPage, "currentPage", work: work) }
    violations += Self.violations(ofRating: sent.rating)
    violations += Self.violations(ofInstant: sent.startedAt, "startedAt")
    violations += Self.violations(ofInstant: sent.finishedAt, "finishedAt")
    try violations.reject()
    var entry = sent
    entry.currentPage = currentPage ?? old?.currentPage ?? 0
    entry.rating = sent.rating.map(\.withoutNegativeZero)
    if entry.status == .finished, entry.finishedAt == nil {
      entry.finishedAt = old?.status == .finished ? old?.finishedAt ?? now : now
    }
    return entry
  }

  static func violations(ofPage page: Int, _ field: String, work: Work?) -> [Rejection.Violation] {
    let last = work?.pageCount ?? lastPage
    return (0...last).contains(page) ? [] : [.init(field, "must be from 0 to \(last)")]
  }

  private static func violations(ofList texts: [String], _ field: String) -> [Rejection.Violation] {
    if texts.count > mostInList { return [.init(field, "must have at most \(mostInList) items")] }
    return texts.enumerated().flatMap { TextRules.violations(ofText: $1, "\(field)[\($0)]") }
  }

  private static func violations(of identifiers: WorkIdentifiers) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    if identifiers.isbn.count > mostInList {
      violations.append(.init("identifiers.isbn", "must have at most \(mostInList) items"))
    } else {
      for (place, isbn) in identifiers.isbn.enumerated() where ISBN(isbn)?.digits != isbn {
        violations.append(.init("identifiers.isbn[\(place)]", "must be an ISBN with a valid check digit"))
      }
    }
    for source in WorkIdentifiers.Source.allCases {
      guard let text = identifiers[source] else { continue }
      let field = "identifiers.\(source.rawValue)"
      violations += TextRules.violations(ofText: text, field)
      if text.unicodeScalars.count > longestIdentifier, text.unicodeScalars.count <= TextRules.longestText {
        violations.append(.init(field, "must be at most \(longestIdentifier) characters"))
      }
    }
    return violations
  }

  static func violations(ofRating rating: Double?) -> [Rejection.Violation] {
    guard let rating, !((0...5).contains(rating) && rating * 2 == (rating * 2).rounded()) else { return [] }
    return [.init("rating", "must be from 0 to 5 in steps of 0.5")]
  }

  static func violations(ofInstant instant: Instant?, _ field: String) -> [Rejection.Violation] {
    guard let instant, instant < .earliestText || instant > .latestText else { return [] }
    return [.init(field, "must be in the years 0001 to 9999")]
  }
}
