import API
import SeededRandom

/// Random rows of a book list, with few titles, authors and identifiers, so that many rows share them.
struct RandomBooks {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  static let formats: [ImportFormat] = [.goodreads, .storygraph, .librarything, .bookwyrm, .hardcover]
  static let titles = [
    "Emma", "Dune", "Dune: Part Two", "Dune (Dune, #1)", "Saga, Volume 1", "Saga, Volume 2", "Ünder", "Under", "Poems",
    "!!!", "Эмма",
  ]
  static let authors = ["", "Jane Austen", "Austen, Jane", "F. Herbert", "Frank Herbert", "Any One", "Джейн Остин"]
  static let isbns = ["", "", "9780141439587", "0141439580", "9780156027601", "9780385474542"]

  /// Returns a whole file with some duplicate rows.
  mutating func file(_ format: ImportFormat, rows: Int) -> String {
    let columns = Self.columns(format)
    let separator = format == .librarything ? "\t" : ","
    var lines = [columns.map(\.name).joined(separator: separator)]
    for _ in 0..<rows {
      if lines.count > 1, one(of: 1...8) == 1 {
        lines.append(one(of: Array(lines.dropFirst())))
        continue
      }
      lines.append(columns.map { cell($0.values, quoted: format != .librarything) }.joined(separator: separator))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func cell(_ values: [String], quoted: Bool) -> String {
    let value = one(of: values)
    return quoted ? "\"\(value)\"" : value
  }

  private mutating func one<Values: Collection>(of values: Values) -> Values.Element {
    let place = Int.random(in: 0..<values.count, using: &random)
    return values[values.index(values.startIndex, offsetBy: place)]
  }

  private static let numbers = ["", "1", "2", "3", "4", "5"]
  private static let asins = ["", "", "B009U9S6FI", "B00B7NPRY8"]

  private static func columns(_ format: ImportFormat) -> [(name: String, values: [String])] {
    switch format {
    case .goodreads:
      [
        ("Book Id", numbers), ("Title", titles), ("Author", authors), ("ISBN", isbns), ("ISBN13", isbns),
        ("Exclusive Shelf", ["read", "to-read"]), ("Date Read", ["", "2024/02/03"]), ("Date Added", ["2024/01/02"]),
      ]
    case .storygraph:
      [
        ("Title", titles), ("Authors", authors), ("ISBN/UID", isbns + asins + ["uid-1", "uid-2"]),
        ("Read Status", ["read", "to-read"]), ("Last Date Read", ["2024/02/03"]), ("Date Added", ["2024/01/02"]),
        ("Dates Read", [""]), ("Read Count", ["1"]),
      ]
    case .librarything:
      [
        ("Book Id", ["", "71", "72", "73"]), ("Title", titles), ("Primary Author", authors), ("ISBN", isbns),
        ("ISBNs", isbns + ["[0141439580, 9780385474542]"]), ("Work id", numbers), ("Entry Date", ["[2024-01-02]"]),
        ("Date Started", [""]), ("Date Read", ["", "[2024-02-03]"]), ("Collections", ["Read", "To read", "Mine"]),
        ("Rating", [""]),
      ]
    case .bookwyrm:
      [
        ("title", titles), ("author_text", authors), ("remote_id", ["https://books.example/1"]),
        ("openlibrary_key", ["", "OL1M", "OL2M", "OL3M"]), ("goodreads_key", numbers), ("librarything_key", numbers),
        ("asin", asins), ("isbn_10", isbns), ("isbn_13", isbns), ("start_date", [""]), ("finish_date", ["2024-02-03"]),
        ("stopped_date", [""]), ("shelf", ["read", "to-read"]), ("shelf_date", ["2024-01-02"]),
      ]
    default:
      [
        ("Title", titles), ("Author", authors), ("Status", ["Read", "Want to Read"]), ("Hardcover Book ID", numbers),
        ("Hardcover Edition ID", numbers), ("ISBN 10", isbns), ("ISBN 13", isbns), ("ASIN", asins),
        ("Date Added", ["2024-01-02"]), ("Date Started", [""]), ("Date Finished", ["2024-02-03"]), ("Rating", [""]),
      ]
    }
  }
}
