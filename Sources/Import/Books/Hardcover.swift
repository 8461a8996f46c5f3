import API
import Domain

/// The library export of Hardcover.
extension BookTable.Dialect {
  static let hardcover = BookTable.Dialect(
    name: "Hardcover", format: .hardcover, columns: ["Hardcover Book ID", "Status"]
  ) { row, calendar throws(RowProblem) in
    let dates = ReadingDates(
      startedAt: try row.date(calendar, "datestarted", "startdate"),
      finishedAt: try row.date(calendar, "datefinished", "finishdate", "dateread"),
      addedAt: try row.date(calendar, "dateadded"))
    guard Texts.key(try row.text("status", "readstatus")) != "ignored" else {
      throw RowProblem("status Ignored is not imported")
    }
    let status = ReadingStatus(shelf: try row.text("status", "readstatus"))
    var book = try row.book(
      authors: Texts.people(try row.text("author", "authors")),
      status: status ?? (dates.finishedAt != nil ? .finished : .wantToRead), dates: dates)
    book.genres = Texts.names(try row.text("genres"), between: ",")
    book.add(own: try row.identified("hardcover", "hardcoverbookid"))
    return book
  }
}
