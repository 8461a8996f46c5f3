import API
import Domain
import JSON
import OpenIDConnect

/// The requests to Open Library and its responses.
enum OpenLibrary {
  static let source = "openlibrary"
  static let mostCandidates = 10
  static let mostAuthors = 3
  private static let address = "https://openlibrary.org"
  private static let fields =
    "key,title,author_name,first_publish_year,number_of_pages_median,language,isbn,cover_i"
  private static let depth = 16
  private static let listItems = 10
  private static let longestID = 40

  static func search(_ words: String) -> OutboundAPI.Fetch {
    get("/search.json?q=\(QueryText.escaped(words))&limit=\(mostCandidates)&fields=\(fields)")
  }

  /// The edition with a number. Open Library redirects it to its own id.
  static func edition(isbn: String) -> OutboundAPI.Fetch { get("/isbn/\(isbn).json") }

  static func author(_ id: String) -> OutboundAPI.Fetch { get("/authors/\(id).json") }

  /// The largest cover of a work or an edition. Without one, the status is 404. Open Library redirects to the Internet
  /// Archive. Returns nil if the id is neither of a work nor of an edition.
  static func cover(_ id: String) -> OutboundAPI.Fetch? {
    let digits = id.dropFirst(2).dropLast()
    guard id.hasPrefix("OL"), (1...12).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let kind: String
    switch id.last {
    case "W": kind = "w"
    case "M": kind = "b"
    default: return nil
    }
    return OutboundAPI.Fetch(
      .get, "https://covers.openlibrary.org/\(kind)/olid/\(id)-L.jpg?default=false",
      headers: [.init("Accept", "image/jpeg, image/png, image/webp")],
      limits: .init(milliseconds: SessionLimits.coverMilliseconds, bytes: CoverRules.mostBytes),
      redirects: .init(atMost: 3, hosts: coverHosts))
  }

  private static let coverHosts = ["covers.openlibrary.org", ".archive.org"]

  private static func get(_ path: String) -> OutboundAPI.Fetch {
    OutboundAPI.Fetch(
      .get, address + path, headers: [.init("Accept", "application/json")], redirects: .init(atMost: 3))
  }

  /// Returns nil if the body is not a result of a search.
  static func candidates(_ body: [UInt8]) -> [SessionAPI.BookCandidate]? {
    guard let books = JSONValue(parsing: body, depthLimit: depth)?["docs"]?.list else { return nil }
    return books.prefix(mostCandidates).compactMap { book in
      guard let id = id(book["key"]), let title = text(book["title"]) else { return nil }
      var candidate = SessionAPI.BookCandidate(source: source, sourceId: id, title: title)
      candidate.authors = (book["author_name"]?.list ?? []).prefix(listItems).compactMap { text($0) }
      candidate.publishedYear = year(book["first_publish_year"])
      candidate.pageCount = pages(book["number_of_pages_median"])
      candidate.language = book["language"]?.list?.lazy.compactMap { language($0.text) }.first
      candidate.isbn13 = numbers(book["isbn"])
      candidate.coverUrl = cover(book["cover_i"])
      return candidate
    }
  }

  /// Returns the edition and the ids of its authors, or nil if the body is not an edition.
  static func edition(_ body: [UInt8]) -> (candidate: SessionAPI.BookCandidate, authors: [String])? {
    guard let book = JSONValue(parsing: body, depthLimit: depth), let id = id(book["key"]),
      let title = text(book["title"])
    else { return nil }
    var candidate = SessionAPI.BookCandidate(source: source, sourceId: id, title: title)
    candidate.publishedYear = book["publish_date"]?.text.flatMap { date in
      date.split { !$0.isNumber }.lazy.compactMap { $0.utf8.count == 4 ? Int($0) : nil }.first
    }
    candidate.pageCount = pages(book["number_of_pages"])
    candidate.language = book["languages"]?.list?.lazy.compactMap { language(self.id($0["key"])) }.first
    let long = numbers(book["isbn_13"])
    candidate.isbn13 = long + numbers(book["isbn_10"]).filter { !long.contains($0) }
    candidate.coverUrl = cover(book["covers"]?.list?.first)
    let authors = (book["authors"]?.list ?? []).prefix(mostAuthors).compactMap { self.id($0["key"]) }
    return (candidate, authors)
  }

  static func authorName(_ body: [UInt8]) -> String? {
    text(JSONValue(parsing: body, depthLimit: depth)?["name"])
  }

  /// The last part of a path such as `/works/OL45804W`.
  private static func id(_ value: JSONValue?) -> String? {
    guard let last = value?.text?.split(separator: "/").last, last.utf8.count <= longestID,
      last.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    return String(last)
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard let text = value?.text.map(TextRules.trimmed), TextRules.violations(ofText: text, "").isEmpty else {
      return nil
    }
    return text
  }

  private static func year(_ value: JSONValue?) -> Int? { integer(value, 1...9_999) }
  private static func pages(_ value: JSONValue?) -> Int? { integer(value, LibraryRules.pageCounts) }

  private static func integer(_ value: JSONValue?, _ range: ClosedRange<Int>) -> Int? {
    let number: Int? =
      switch value {
      case .integer(let number)?: number
      case .number(let number)?: number.rounded() == number && abs(number) < 1e9 ? Int(number) : nil
      default: nil
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func numbers(_ value: JSONValue?) -> [String] {
    var found: [String] = []
    for number in value?.list ?? [] where found.count < listItems {
      if let digits = number.text.flatMap({ ISBN($0)?.digits }), !found.contains(digits) { found.append(digits) }
    }
    return found
  }

  private static func cover(_ value: JSONValue?) -> String? {
    integer(value, 1...Int(Int32.max)).map { "https://covers.openlibrary.org/b/id/\($0)-L.jpg" }
  }

  /// Open Library uses the codes of library catalogues (MARC).
  private static let languages = [
    "ara": "ar", "bul": "bg", "cat": "ca", "chi": "zh", "cze": "cs", "dan": "da", "dut": "nl", "eng": "en", "est": "et",
    "fin": "fi", "fre": "fr", "ger": "de", "gre": "el", "heb": "he", "hin": "hi", "hun": "hu", "ice": "is", "ind": "id",
    "ita": "it", "jpn": "ja", "kor": "ko", "lat": "la", "lav": "lv", "lit": "lt", "nor": "no", "per": "fa", "pol": "pl",
    "por": "pt", "rum": "ro", "rus": "ru", "slo": "sk", "slv": "sl", "spa": "es", "swe": "sv", "tha": "th", "tur": "tr",
    "ukr": "uk", "vie": "vi",
  ]

  private static func language(_ code: String?) -> String? { code.flatMap { languages[$0] } }
}
