import API
import Chronology
import Domain

/// The library export of Hardcover.
extension BookTable.Dialect {
  static let hardcover = BookTable.Dialect(
    name: "Hardcover", format: .hardcover, columns: ["Hardcover Book ID", "Status"]
  ) { row, calendar throws(RowProblem) in
    let dates = ReadingDates(
      start: try row.date("datestarted", "startdate")?.readDate(calendar),
      finish: try row.date("datefinished", "finishdate", "dateread")?.readDate(calendar),
      addedAt: try row.date("dateadded")?.instant(calendar))
    guard Texts.key(try row.text("status", "readstatus")) != "ignored" else {
      throw RowProblem("status Ignored is not imported")
    }
    let status = ReadingStatus(shelf: try row.text("status", "readstatus"))
    var book = try row.book(
      authors: Contributors.authors(try row.text("author", "authors")),
      status: status ?? (dates.isFinished ? .finished : .wantToRead), dates: dates, calendar)
    book.genres = Texts.names(try row.text("genres"), between: ",")
    let language = Texts.name(try row.text("languagecode", "language"))
    book.language = language.isEmpty ? nil : language
    // The date of the edition.
    let year = DateText(try row.text("publishdate", "publicationdate")).map { Int($0.day.civil.year) }
    book.publishedYear = book.publishedYear ?? year.flatMap { LibraryRules.publishedYears.contains($0) ? $0 : nil }
    book.add(own: try row.identified("hardcover", "hardcoverbookid"))
    book.identifiers += try row.asins("asin")
    return book
  }
}

/// The people of an edition as Hardcover lists them: `Dan Simmons, Helena Fraga (Translator)`.
enum Contributors {
  private static let others: Set = [
    "translator", "narrator", "reader", "illustrator", "illustrations", "coverartist", "coverdesign", "coverdesigner",
    "foreword", "introduction", "afterword", "preface", "contributor",
  ]

  /// Returns the names without roles. People whose role is another one than author or editor are left out.
  static func authors(_ text: String) -> [String] {
    var names: [String] = []
    for person in Texts.people(withoutInnerCommas(text)) {
      let open = person.hasSuffix(")") ? person.lastIndex(of: "(") : nil
      let roles = open.map { person[$0...].split { "();".contains($0) }.map { Texts.key(String($0)) } } ?? []
      let name = open.map { Texts.name(String(person[..<$0])) } ?? person
      let isOther = !roles.isEmpty && roles.allSatisfy { others.contains($0) }
      if !isOther, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Replaces commas in parentheses, where they separate the roles of one person.
  private static func withoutInnerCommas(_ text: String) -> String {
    var depth = 0
    return String(
      text.map { character in
        if character == "(" { depth += 1 } else if character == ")" { depth = max(0, depth - 1) }
        return depth > 0 && character == "," ? ";" : character
      })
  }
}
