import Domain

/// The keys by which a book is found, computed once.
struct BookKeys {
  let title: TitleKey
  let authors: [AuthorKey]

  init(title: String, authors: [String]) {
    self.title = TitleKey(title)
    self.authors = authors.map { AuthorKey($0) }
  }

  /// Whether neither the title nor the authors have anything in common.
  func isUnrelated(to other: BookKeys) -> Bool {
    !AuthorKey.mayShare(authors, other.authors) && title.words.isDisjoint(with: other.title.words)
  }

  func matches(_ other: BookKeys) -> Bool {
    title.matches(other.title) && AuthorKey.mayShare(authors, other.authors)
  }
}
