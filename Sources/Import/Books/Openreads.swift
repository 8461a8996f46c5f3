import Domain

/// The CSV export of Openreads.
extension BookTable.Dialect {
  static let openreads = BookTable.Dialect(name: "Openreads") { row, calendar throws(RowProblem) in
    if try row.text("deleted") == "true" { throw RowProblem("the book is in the bin of Openreads") }
    var dates = ReadingDates(
      startedAt: try row.date(calendar, "startdate"), finishedAt: try row.date(calendar, "finishdate"),
      addedAt: try row.date(calendar, "dateadded"))
    // Each reading is `START|END|MILLISECONDS`; the last one counts.
    if let last = try row.text("readings").split(separator: ";").last {
      let parts = last.split(separator: "|", omittingEmptySubsequences: false).map { DateText(String($0)) }
      dates.startedAt = (parts.first ?? nil)?.instant(calendar) ?? dates.startedAt
      dates.finishedAt = (parts.dropFirst().first ?? nil)?.instant(calendar) ?? dates.finishedAt
    }
    let status: ReadingStatus? =
      switch Texts.key(try row.text("status")) {
      case "inprogress": .reading
      case "planned", "forlater": .wantToRead
      case let name: ReadingStatus(shelf: name)
      }
    var book = try row.book(
      authors: Texts.people(try row.text("author")),
      status: status ?? (dates.finishedAt != nil ? .finished : .wantToRead), dates: dates)
    book.identifiers += try row.identified("openlibrary", "olid")
    return book
  }
}
