/// An edit of what a story says about its book. Members that are left out do not change, and null clears the others.
public struct StoryBookEdit: Hashable, Sendable {
  public var workId: Patch<String>
  public var authors: Patch<[String]>
  public var isbn: Patch<String>
  public var asin: Patch<String>

  public init(
    workId: Patch<String> = .unchanged, authors: Patch<[String]> = .unchanged, isbn: Patch<String> = .unchanged,
    asin: Patch<String> = .unchanged
  ) {
    self.workId = workId
    self.authors = authors
    self.isbn = isbn
    self.asin = asin
  }

  func violations(workIsKnown: Bool) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    if let id = workId.value {
      let illegal = TextRules.violations(ofId: id, "workId")
      violations += illegal
      if illegal.isEmpty, !workIsKnown { violations.append(.init("workId", "is not the id of a work")) }
    }
    if let authors = authors.value { violations += LibraryRules.violations(ofList: authors, "authors") }
    if let isbn = isbn.value { violations += LibraryRules.violations(ofISBN: isbn, "isbn") }
    if let asin = asin.value { violations += LibraryRules.violations(ofIdentifier: asin, "asin") }
    return violations
  }

  func apply(to story: inout Story, replacing old: Story?) {
    story.workId = old?.workId
    story.authors = old?.authors
    story.isbn = old?.isbn
    story.asin = old?.asin
    story.isMatchDismissed = old?.isMatchDismissed
    workId.apply(to: &story.workId)
    authors.apply(to: &story.authors)
    isbn.apply(to: &story.isbn)
    asin.apply(to: &story.asin)
    if story.authors?.isEmpty == true { story.authors = nil }
    story.isbn = story.isbn.map { ISBN($0)?.digits ?? $0 }
  }
}
