import API
import Domain

/// The library export of Goodreads.
extension BookTable.Dialect {
  static let goodreads = BookTable.Dialect(
    name: "Goodreads", format: .goodreads, columns: ["Exclusive Shelf"]
  ) { row, calendar throws(RowProblem) in
    let further = Texts.people(try row.text("additionalauthors"))
    let author = Texts.name(try row.text("author"))
    let dates = ReadingDates(
      start: try row.date("datestarted")?.readDate(calendar), finish: try row.date("dateread")?.readDate(calendar),
      addedAt: try row.date("dateadded")?.instant(calendar), count: try row.count("readcount"))
    let shelves = [try row.text("exclusiveshelf")] + Texts.names(try row.text("bookshelves"), between: ",")
    // A custom shelf has no status, but a date read means that the book is finished.
    let named = shelves.lazy.compactMap { ReadingStatus(shelf: $0) }.first
    let status = named ?? (dates.isFinished ? .finished : .wantToRead)
    var book = try row.book(
      authors: (author.isEmpty ? [] : [author]) + further.filter { $0 != author }, status: status, dates: dates,
      calendar)
    book.add(tags: try row.text("bookshelves"), between: ",")
    book.add(own: try row.identified("goodreads", "bookid"))
    return book
  }
}
