/// The rules for works and library entries.
public enum LibraryRules {
  public static let pageCounts = 1...100_000
  public static let publishedYears = -3_000...2_200
  public static let mostInList = 50
  public static let mostTags = 50
  public static let longestTag = 50
  public static let seriesPositions = 0...10_000
  /// The maximum number of characters of an identifier in another app.
  public static let longestIdentifier = 128
  /// The last page of a work whose page count is unknown.
  public static let lastPage = 100_000

  /// `isbn` is an ISBN that was sent for the work in addition to its identifiers.
  public static func check(_ work: Work, isbn: String? = nil) throws(Rejection) {
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
    if let isbn { violations += Self.violations(ofISBN: isbn, "isbn") }
    if let series = work.series { violations += Self.violations(of: series) }
    violations += WorkTags.violations(of: work.tags.texts, "tags")
    try violations.reject()
  }

  public static let mostReads = 500
  /// The characters of a review, and the bytes of all reviews of a work.
  public static let longestReview = 10_000
  public static let mostReviewBytes = 256 << 10
  /// The stories that one work may have.
  public static let mostStories = 20

  static var tooManyReads: Rejection {
    Rejection("workId", "has \(mostReads) reads, which is the maximum; delete one first")
  }

  static func violations(ofPage page: Int, _ field: String, work: Work?) -> [Rejection.Violation] {
    let last = work?.pageCount ?? lastPage
    return (0...last).contains(page) ? [] : [.init(field, "must be from 0 to \(last)")]
  }

  static func violations(ofList texts: [String], _ field: String) -> [Rejection.Violation] {
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
      violations += Self.violations(ofIdentifier: text, "identifiers.\(source.rawValue)")
    }
    return violations
  }

  static func violations(ofISBN text: String, _ field: String) -> [Rejection.Violation] {
    guard ISBN(text) == nil else { return [] }
    return [.init(field, "must be an ISBN with 10 or 13 digits and a correct check digit")]
  }

  private static func violations(of series: BookSeries) -> [Rejection.Violation] {
    var violations = TextRules.violations(ofText: series.name, "series.name")
    let range = Double(seriesPositions.lowerBound)...Double(seriesPositions.upperBound)
    if let position = series.position, !range.contains(position) {
      violations.append(.init("series.position", "must be from 0 to 10000"))
    }
    return violations
  }

  static func violations(ofIdentifier text: String, _ field: String) -> [Rejection.Violation] {
    let violations = TextRules.violations(ofText: text, field)
    guard violations.isEmpty, text.unicodeScalars.count > longestIdentifier else { return violations }
    return [.init(field, "must be at most \(longestIdentifier) characters")]
  }

  static func violations(ofRating rating: Double?) -> [Rejection.Violation] {
    guard let rating, !((0...5).contains(rating) && rating * 4 == (rating * 4).rounded()) else { return [] }
    return [.init("rating", "must be from 0 to 5 in steps of 0.25")]
  }
}

extension LibraryRecord {
  /// Checks the values of a record from another account.
  public func check() throws(Rejection) {
    var violations = LibraryRules.violations(ofPage: entry.currentPage, "currentPage", work: nil)
    violations += LibraryRules.violations(ofRating: entry.rating)
    if reads.count > LibraryRules.mostReads { throw LibraryRules.tooManyReads }
    for read in reads { violations += read.violations }
    let instants = [entry.startedAt, entry.finishedAt] + reads.flatMap { [$0.startedAt, $0.finishedAt] }
    for instant in instants { violations += DateEdit(at: instant.map { .set($0) } ?? .unchanged).violations("started") }
    if reads.count(where: \.isOpen) > 1 { violations.append(.init("status", "must be reading for at most one read")) }
    try violations.reject()
  }
}

extension Read {
  fileprivate var violations: [Rejection.Violation] {
    let found = TextRules.violations(ofId: id, "id") + LibraryRules.violations(ofRating: rating)
    let noted = note.map { TextRules.violations(ofText: $0, "note") } ?? []
    return found + noted + ReadReview.violations(of: review?.text, "review")
  }

  /// Checks the values of a read from another account.
  public func check() throws(Rejection) { try violations.reject() }
}
