import Domain

/// The library export of Hardcover.
extension BookTable.Dialect {
  static let hardcover = BookTable.Dialect(name: "Hardcover") { row, calendar throws(RowProblem) in
    let dates = ReadingDates(
      start: try row.date("datestarted", "startdate")?.readDate(calendar),
      finish: try row.date("datefinished", "finishdate", "dateread")?.readDate(calendar),
      addedAt: try row.date("dateadded")?.instant(calendar))
    guard Texts.key(try row.text("status", "readstatus")) != "ignored" else {
      throw RowProblem("status Ignored is not imported")
    }
    let status = ReadingStatus(shelf: try row.text("status", "readstatus"))
    var book = try row.book(
      authors: Texts.people(try row.text("author", "authors")),
      status: status ?? (dates.isFinished ? .finished : .wantToRead), dates: dates, calendar)
    book.genres = Texts.names(try row.text("genres"), between: ",")
    book.add(own: try row.identified("hardcover", "hardcoverbookid"))
    return book
  }
}
