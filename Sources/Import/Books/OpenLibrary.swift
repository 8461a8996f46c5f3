import API
import Chronology
import Domain

/// The reading log of Open Library, which has no dates.
extension BookTable.Dialect {
  static let openlibrary = BookTable.Dialect(
    name: "Open Library (reading log)", format: .openlibrary, columns: ["First Publish Year", "Bookshelf"]
  ) { row, calendar throws(RowProblem) in
    var book = try row.book(
      authors: Texts.people(try row.text("authors")),
      status: ReadingStatus(openLibraryShelf: try row.text("bookshelf")) ?? .wantToRead,
      dates: ReadingDates(addedAt: nil), calendar)
    let stars = Texts.number(try row.text("myratings")).flatMap { (1...5).contains($0) ? $0 : nil }
    book.entry?.rating = stars.map { ($0 * 4).rounded() / 4 }
    let year = try row.number("firstpublishyear").map { Int($0) }
    book.publishedYear = year.flatMap { LibraryRules.publishedYears.contains($0) && $0 != 0 ? $0 : nil }
    book.add(own: try row.identified("openlibrary", "workid"))
    book.identifiers += try row.identified("openlibrary", "editionid")
    return book
  }
}

extension ReadingStatus {
  /// Recognises the shelves of Open Library.
  init?(openLibraryShelf shelf: String) {
    if Texts.key(shelf) == "alreadyread" { self = .finished } else { self.init(shelf: shelf) }
  }
}
