import API
import Domain

/// The catalogue of Calibre as CSV. It has no status of reading, so only works are imported. The scale of its ratings
/// is not known, so they are not read.
extension BookTable.Dialect {
  static let calibre = BookTable.Dialect(
    name: "Calibre (catalogue as CSV)", format: .calibre, columns: ["author_sort", "title_sort"]
  ) { row, _ throws(RowProblem) in
    let authors = try row.text("authors")
    var book = FoundBook(line: row.line, title: Texts.name(try row.text("title")))
    book.authors = authors.contains("&") ? Texts.names(authors, between: "&") : Texts.people(authors)
    if let isbn = ISBN(try row.text("isbn")) { book.identifiers.append(isbn.identifier) }
    for identifier in Texts.names(try row.text("identifiers"), between: ",") {
      let (scheme, value) = (identifier.prefix { $0 != ":" }, identifier.drop { $0 != ":" }.dropFirst())
      if scheme == "isbn", let isbn = ISBN(String(value)), !book.identifiers.contains(isbn.identifier) {
        book.identifiers.append(isbn.identifier)
      }
      if scheme == "goodreads", TextRules.isObjectId(identifier) { book.identifiers.append(identifier) }
    }
    let languages = Texts.names(try row.text("languages"), between: ",")
    book.language = languages.first
    book.genres = Texts.names(try row.text("tags"), between: ",")
    book.add(tags: try row.text("tags"), between: ",")
    // Calibre writes the year 101 for an unknown date.
    let year = Int(try row.text("pubdate").prefix(4)).flatMap { $0 > 101 ? $0 : nil }
    book.publishedYear = year.flatMap { LibraryRules.publishedYears.contains($0) ? $0 : nil }
    return book
  }
}
