import API
import Domain

/// The export of BookWyrm.
extension BookTable.Dialect {
  static let bookwyrm = BookTable.Dialect(
    name: "BookWyrm", format: .bookwyrm, columns: ["author_text"]
  ) { row, calendar throws(RowProblem) in
    let stopped = try row.date(calendar, "stoppeddate")
    let dates = ReadingDates(
      startedAt: try row.date(calendar, "startdate"), finishedAt: try row.date(calendar, "finishdate"),
      addedAt: try row.date(calendar, "shelfdate", "dateadded", "reviewpublished"))
    let shelves = [try row.text("shelf"), try row.text("shelfname")]
    let named = shelves.lazy.compactMap { ReadingStatus(shelf: $0) }.first
    let guessed: ReadingStatus =
      dates.finishedAt != nil
      ? .finished : stopped != nil ? .abandoned : dates.startedAt != nil ? .reading : .wantToRead
    var book = try row.book(
      authors: Texts.people(try row.text("authortext", "author", "authors")), status: named ?? guessed, dates: dates)
    book.identifiers += try row.identified("openlibrary", "openlibrarykey")
    book.identifiers += try row.identified("goodreads", "goodreadskey")
    book.identifiers += try row.identified("librarything", "librarythingkey")
    return book
  }
}
