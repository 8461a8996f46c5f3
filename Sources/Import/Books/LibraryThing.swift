import API
import Chronology
import Domain

/// The tab-separated export of LibraryThing, often in ISO 8859-1, with dates and numbers in brackets.
extension BookTable.Dialect {
  static let librarything = BookTable.Dialect(
    name: "LibraryThing", format: .librarything, columns: ["Primary Author", "Author (Last, First)"],
    separator: 0x09, isLatin: true
  ) { row, calendar throws(RowProblem) in
    let dates = ReadingDates(
      start: try row.bracketedDate("datestarted")?.readDate(calendar),
      finish: try row.bracketedDate("dateread")?.readDate(calendar),
      addedAt: try row.bracketedDate("entrydate", "dateacquired", "acquired")?.instant(calendar))
    let collections = Texts.names(try row.text("collections"), between: ",")
    let named = collections.lazy.compactMap { ReadingStatus(shelf: $0) }.first
    // A person who rates a book has read it.
    let isRated = Texts.number(try row.text("rating")).map { $0 > 0 } ?? false
    let usual: ReadingStatus = dates.spans.last?.start != nil ? .reading : isRated ? .finished : .wantToRead
    let status = dates.isFinished ? .finished : named ?? usual
    let authors =
      Texts.names(try row.text("primaryauthor", "authorlastfirst"), between: "|")
      + Texts.names(try row.text("secondaryauthor"), between: "|")
    // The primary author may be a secondary one too.
    var names: [String] = []
    for name in authors.map(PersonName.inOrder) where !names.contains(name) { names.append(name) }
    var book = try row.book(authors: names, status: status, dates: dates, calendar)
    book.language = Texts.names(try row.text("languages", "language1"), between: ",").first
    book.originalLanguage = Texts.names(try row.text("originallanguages", "originallanguage"), between: ",").first
    let year = try row.text("date").split { !("0"..."9").contains($0) }.first { $0.count == 4 }.flatMap { Int($0) }
    book.publishedYear = book.publishedYear ?? year
    book.add(tags: try row.text("tags"), between: ",")
    // Uses the number of the work; the number of the owner's copy identifies only that copy.
    book.add(own: try row.identified("librarything", "workid"))
    book.add(own: try row.identified("librarything-copy", "bookid"))
    return book
  }
}

extension NamedRow {
  /// Returns the last date of `[2023-05-01]` or `[2022-01-01], [2023-05-01]`.
  fileprivate func bracketedDate(_ columns: String...) throws(RowProblem) -> DateText? {
    for column in columns {
      let parts = try text(column).split { "[],|".contains($0) }.map { Texts.trimmed(String($0)) }
      guard let last = parts.last(where: { !$0.isEmpty }) else { continue }
      guard let date = DateText(last) else { throw RowProblem("\(RowProblem.quoted(last)) is not a date") }
      return date
    }
    return nil
  }
}

enum PersonName {
  /// Converts "Adams, Douglas" to "Douglas Adams".
  static func inOrder(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { Texts.trimmed(String($0)) }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return name }
    return Texts.name(parts[1] + " " + parts[0])
  }
}
