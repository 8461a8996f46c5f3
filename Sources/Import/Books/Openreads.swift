import API
import Chronology
import Domain

/// The CSV export of Openreads.
extension BookTable.Dialect {
  static let openreads = BookTable.Dialect(
    name: "Openreads", format: .openreads, columns: ["book_format", "readings"]
  ) { row, calendar throws(RowProblem) in
    if try row.text("deleted") == "true" { throw RowProblem("the book is in the bin of Openreads") }
    var spans: [ReadingDates.Span] = []
    // Each reading is `START|END|MILLISECONDS`. Its times are always midnight.
    for reading in try row.text("readings").split(separator: ";") {
      let dates = reading.split(separator: "|", omittingEmptySubsequences: false).prefix(2).map { part in
        DateText(String(part)).map { ReadDate.date($0.date) }
      }
      spans.append(ReadingDates.Span(start: dates.first ?? nil, finish: dates.count > 1 ? dates[1] : nil))
    }
    if spans.isEmpty {
      let start = try row.date("startdate").map { ReadDate.date($0.date) }
      let finish = try row.date("finishdate").map { ReadDate.date($0.date) }
      if start != nil || finish != nil { spans = [ReadingDates.Span(start: start, finish: finish)] }
    }
    guard spans.count <= LibraryRules.mostReads else {
      throw RowProblem("the book has more than \(LibraryRules.mostReads) reads")
    }
    let dates = ReadingDates(spans: spans, addedAt: try row.date("dateadded")?.instant(calendar))
    let status: ReadingStatus? =
      switch Texts.key(try row.text("status")) {
      case "inprogress": .reading
      case "planned", "forlater": .wantToRead
      case let name: ReadingStatus(shelf: name)
      }
    var book = try row.book(
      authors: Texts.people(try row.text("author")),
      status: status ?? (dates.isFinished ? .finished : .wantToRead), dates: dates, calendar)
    book.add(tags: try row.text("tags"), between: "|", ",")
    book.identifiers += try row.identified("openlibrary", "olid")
    return book
  }
}
