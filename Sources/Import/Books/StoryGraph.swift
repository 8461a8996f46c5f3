import API
import Chronology
import Domain

/// The library export of The StoryGraph, with the column names of several years.
extension BookTable.Dialect {
  static let storygraph = BookTable.Dialect(
    name: "The StoryGraph", format: .storygraph, columns: ["Read Status"]
  ) { row, calendar throws(RowProblem) in
    let listed = try ReadSpan.last(of: try row.text("datesread"))
    let lastRead = try row.date(calendar, "lastdateread", "dateread")
    let status = ReadingStatus(shelf: try row.text("readstatus", "status"))
    let dates = ReadingDates(
      startedAt: (listed?.first ?? (status == .reading ? listed?.last : nil)).map { $0.instant(calendar) },
      finishedAt: listed?.last.map { $0.instant(calendar) } ?? lastRead,
      addedAt: try row.date(calendar, "dateadded"))
    return try row.book(
      authors: Texts.people(try row.text("authors", "author")),
      status: status ?? (dates.finishedAt != nil ? .finished : .wantToRead), dates: dates)
  }
}

/// The dates of one reading: `A-B`, or only one of them.
struct ReadSpan: Hashable {
  var first: DateText?
  var last: DateText?

  /// Returns the latest reading of a list such as `2022/01/02-2022/01/05, 2023/05/06`, which may be in any order.
  static func last(of text: String) throws(RowProblem) -> ReadSpan? {
    var spans: [ReadSpan] = []
    for part in text.split(separator: ",") {
      let part = Texts.trimmed(String(part))
      if part.isEmpty { continue }
      guard let span = ReadSpan(part) else { throw RowProblem("\(RowProblem.quoted(part)) is not a range of dates") }
      spans.append(span)
    }
    return spans.max { $0.order < $1.order }
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
      if let first, let last, last.day < first.day {
        // An end with only a month or year may be any day in it, but not before the start.
        let parts = right.split { !("0"..."9").contains($0) }.count
        let (from, to) = (first.day.civil, last.day.civil)
        if parts == 3 {
          // Some rows have the dates in reverse.
          (self.first, self.last) = (last, first)
          return
        }
        guard from.year == to.year, parts == 1 || from.month == to.month else { continue }
        self.last = first
      }
      return
    }
    return nil
  }
}
