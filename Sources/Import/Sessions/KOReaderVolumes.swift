/// Titles of volumes that a device knows by their series alone: what tells them apart is their number.
struct KOReaderVolumes {
  /// The numbers that books of one title have.
  private var numbers: [[String]: Set<String>] = [:]

  init(_ books: [KOReaderStore.Book]) {
    for book in books {
      guard let series = book.numberedSeries else { continue }
      numbers[Self.key(book.title, book.people), default: []].insert(series.number)
    }
  }

  /// With its series where that is all that the title says, or where another volume has the same.
  func title(of book: KOReaderStore.Book) -> String {
    guard let (name, number) = book.numberedSeries else { return book.title }
    let isSeriesAlone = TitleWords.words(name) == TitleWords.words(book.title)
    let hasSiblings = (numbers[Self.key(book.title, book.people)] ?? []).count > 1
    return isSeriesAlone || hasSiblings ? "\(book.title) (\(name) #\(number))" : book.title
  }

  /// What books must have in common to be one.
  static func key(_ title: String, _ authors: [String]) -> [String] {
    [TitleWords.words(title).joined(separator: " ")] + authors.map { TitleWords.words($0).joined() }
  }
}

extension KOReaderStore.Book {
  var people: [String] { Texts.names(authors, between: "\n").filter { $0 != "N/A" } }

  /// "Name #2" in its parts.
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
