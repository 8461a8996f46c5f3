import Domain
/// Completes the titles of volumes that have only the name of their series.
struct KOReaderVolumes {
  /// The volume numbers of books with the same title and authors.
  private var numbers: [[String]: Set<String>] = [:]

  init(_ books: [KOReaderStore.Book]) {
    for book in books {
      guard let series = book.numberedSeries else { continue }
      numbers[Self.key(book.title, book.people), default: []].insert(series.number)
    }
  }

  /// Adds the series to a title that equals its name, or that another volume also has.
  func title(of book: KOReaderStore.Book) -> String {
    guard let (name, number) = book.numberedSeries else { return book.title }
    let isSeriesAlone = TitleWords.words(name) == TitleWords.words(book.title)
    let hasSiblings = (numbers[Self.key(book.title, book.people)] ?? []).count > 1
    return isSeriesAlone || hasSiblings ? "\(book.title) (\(name) #\(number))" : book.title
  }

  /// The key of a book.
  static func key(_ title: String, _ authors: [String]) -> [String] {
    [TitleWords.words(title).joined(separator: " ")] + authors.map { TitleWords.words($0).joined() }
  }
}

extension KOReaderStore.Book {
  /// The checksum, if it has the usual form.
  var document: String? {
    guard let md5, md5.utf8.count == 32,
      md5.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return md5
  }

  var people: [String] { Texts.names(authors, between: "\n").filter { $0 != "N/A" } }

  /// The parts of "Name #2".
  var numberedSeries: (name: String, number: String)? {
    guard let mark = series.lastIndex(of: "#") else { return nil }
    let name = Texts.name(String(series[..<mark]))
    let number = Texts.trimmed(String(series[series.index(after: mark)...]))
    guard !name.isEmpty, !number.isEmpty, number.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) else {
      return nil
    }
    return (name, number)
  }
}
