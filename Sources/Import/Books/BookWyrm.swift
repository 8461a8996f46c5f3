import API
import Domain

/// The export of BookWyrm.
extension BookTable.Dialect {
  static let bookwyrm = BookTable.Dialect(
    name: "BookWyrm", format: .bookwyrm, columns: ["author_text"]
  ) { row, calendar throws(RowProblem) in
    let stopped = try row.date("stoppeddate")
    let start = try row.date("startdate")
    let finish = try row.date("finishdate")
    let dates = ReadingDates(
      start: start?.readDate(calendar), finish: (finish ?? stopped)?.readDate(calendar),
      addedAt: try row.date("shelfdate", "dateadded", "reviewpublished")?.instant(calendar))
    let shelves = [try row.text("shelf"), try row.text("shelfname")]
    let named = shelves.lazy.compactMap { ReadingStatus(shelf: $0) }.first
    let guessed: ReadingStatus =
      finish != nil ? .finished : stopped != nil ? .abandoned : start != nil ? .reading : .wantToRead
    var book = try row.book(
      authors: Texts.people(try row.text("authortext", "author", "authors")), status: named ?? guessed, dates: dates,
      calendar)
    // The name of a shelf is chosen by the person, unless its identifier is that of a status.
    if named == nil { book.add(tags: try row.text("shelfname")) }
    book.identifiers += try row.identified("openlibrary", "openlibrarykey")
    book.identifiers += try row.identified("goodreads", "goodreadskey")
    book.identifiers += try row.identified("librarything", "librarythingkey")
    book.identifiers += try row.asins("asin", "aasin")
    return book
  }
}
