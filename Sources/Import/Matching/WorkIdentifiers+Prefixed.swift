import Domain

/// Identifiers as texts with the name of their source, such as `goodreads:37781`. New works get one of them as id.
extension WorkIdentifiers {
  static let isbnPrefix = "isbn:"

  var prefixed: [String] {
    isbn.map { Self.isbnPrefix + $0 }
      + Source.allCases.compactMap { source in self[source].map { "\(source.rawValue):\($0)" } }
  }

  /// Ignores texts of other sources, and further ones of the same source.
  init(prefixed texts: [String]) {
    self.init()
    for text in texts {
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = String(text[text.index(after: colon)...])
      var one = WorkIdentifiers()
      if text.hasPrefix(Self.isbnPrefix) {
        one.isbn = [value]
      } else if let source = Source(rawValue: String(text[..<colon])) {
        one[source] = value
      }
      add(one)
    }
  }
}

extension ISBN {
  var identifier: String { WorkIdentifiers.isbnPrefix + digits }
}
