/// The identifiers under which other apps and shops know a work.
public struct WorkIdentifiers: Codable, Hashable, Sendable {
  /// An app or shop that has one identifier per work.
  public enum Source: String, CaseIterable, Sendable {
    case goodreads, storygraph, librarything, hardcover, openlibrary, asin
  }

  /// With 13 digits, one per edition.
  public var isbn: [String] = []
  public var goodreads: String?
  public var storygraph: String?
  public var librarything: String?
  public var hardcover: String?
  public var openlibrary: String?
  public var asin: String?

  public init() {}

  public var isEmpty: Bool { self == WorkIdentifiers() }

  public subscript(source: Source) -> String? {
    get {
      switch source {
      case .goodreads: goodreads
      case .storygraph: storygraph
      case .librarything: librarything
      case .hardcover: hardcover
      case .openlibrary: openlibrary
      case .asin: asin
      }
    }
    set {
      switch source {
      case .goodreads: goodreads = newValue
      case .storygraph: storygraph = newValue
      case .librarything: librarything = newValue
      case .hardcover: hardcover = newValue
      case .openlibrary: openlibrary = newValue
      case .asin: asin = newValue
      }
    }
  }

  /// Applies an edit of the first ISBN, which is the one that a work shows. The others stay, but null clears all. An
  /// invalid ISBN is ignored.
  public mutating func apply(isbn edit: Patch<String>) {
    switch edit {
    case .unchanged: break
    case .cleared: isbn = []
    case .set(let text):
      guard let digits = ISBN(text)?.digits else { return }
      isbn = Array(([digits] + isbn.filter { $0 != digits }).prefix(LibraryRules.mostInList))
    }
  }

  /// Adds those that are missing and fit.
  public mutating func add(_ others: WorkIdentifiers) {
    for isbn in others.isbn where !self.isbn.contains(isbn) && self.isbn.count < LibraryRules.mostInList {
      self.isbn.append(isbn)
    }
    for source in Source.allCases where self[source] == nil { self[source] = others[source] }
  }
}

// Synthesised coding prefers these overloads to the generic ones. A work without identifiers has the same bytes as
// before there were identifiers.
extension KeyedDecodingContainer {
  func decode(_ type: WorkIdentifiers.Type, forKey key: Key) throws -> WorkIdentifiers {
    try decodeIfPresent(type, forKey: key) ?? WorkIdentifiers()
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ value: WorkIdentifiers, forKey key: Key) throws {
    if !value.isEmpty { try encodeIfPresent(value, forKey: key) }
  }
}
