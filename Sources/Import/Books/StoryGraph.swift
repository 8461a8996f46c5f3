import API
import Chronology
import Domain

/// The library export of The StoryGraph, with the column names of several years.
extension BookTable.Dialect {
  static let storygraph = BookTable.Dialect(
    name: "The StoryGraph", format: .storygraph, columns: ["Read Status"]
  ) { row, calendar throws(RowProblem) in
    let listed = try ReadSpan.all(of: try row.text("datesread"))
    let status = ReadingStatus(shelf: try row.text("readstatus", "status"))
    var spans = listed.map { span in
      ReadingDates.Span(start: span.first?.readDate(calendar), finish: span.last?.readDate(calendar))
    }
    if status == .reading, let last = spans.last, last.start == nil {
      // The only date of a book that is being read is its start.
      spans[spans.count - 1] = ReadingDates.Span(start: last.finish)
    }
    let lastRead = try row.date("lastdateread", "dateread")?.readDate(calendar)
    if let lastRead, spans.last?.finish == nil, status != .reading {
      if spans.isEmpty { spans.append(ReadingDates.Span()) }
      spans[spans.count - 1].finish = lastRead
    }
    let dates = ReadingDates(
      spans: spans, addedAt: try row.date("dateadded")?.instant(calendar), count: try row.count("readcount"))
    var book = try row.book(
      authors: Texts.people(try row.text("authors", "author")),
      status: status ?? (dates.isFinished ? .finished : .wantToRead), dates: dates, calendar)
    book.add(tags: try row.text("tags"), between: ",")
    // An edition without an ISBN has an ASIN or an id of The StoryGraph in the same column.
    let asins = try row.asins("isbnuid")
    book.identifiers += asins
    if book.identifiers.isEmpty { book.add(own: try row.identified("storygraph", "isbnuid")) }
    return book
  }
}

/// The dates of one reading: `A-B`, or only one of them.
struct ReadSpan: Hashable {
  var first: DateText?
  var last: DateText?

  /// Returns the reads of a list such as `2022/01/02-2022/01/05, 2023/05/06`, which may be in any order, the latest
  /// last.
  static func all(of text: String) throws(RowProblem) -> [ReadSpan] {
    var spans: [ReadSpan] = []
    for part in text.split(separator: ",") {
      let part = Texts.trimmed(String(part))
      if part.isEmpty { continue }
      guard let span = ReadSpan(part) else { throw RowProblem("\(RowProblem.quoted(part)) is not a range of dates") }
      spans.append(span)
    }
    guard spans.count <= LibraryRules.mostReads else {
      throw RowProblem("the book has more than \(LibraryRules.mostReads) reads")
    }
    return spans.sorted { $0.order < $1.order }
  }

  private var order: Int32 { (last ?? first)?.day.number ?? .min }

  private init?(_ text: String) {
    if let day = DateText(text), !text.hasPrefix("-"), !text.hasSuffix("-") {
      last = day
      return
    }
    // Dates may contain hyphens: the separator has a date, or nothing, on both sides.
    for place in text.indices where text[place] == "-" {
      let (left, right) = (
        Texts.trimmed(String(text[..<place])), Texts.trimmed(String(text[text.index(after: place)...]))
      )
      let (first, last) = (DateText(left), DateText(right))
      guard left.isEmpty != (first != nil), right.isEmpty != (last != nil), first != nil || last != nil else {
        continue
      }
      (self.first, self.last) = (first, last)
      // Some rows have the dates in reverse. An end that is only a month or year may be any day in it.
      if let first, let last, last.date.isCertainlyBefore(first.date) { (self.first, self.last) = (last, first) }
      return
    }
    return nil
  }
}
