/// A merge patch of a work's identifiers.
public struct WorkIdentifiersEdit: Codable, Hashable, Sendable {
  public var isbn: Patch<[String]>
  public var goodreads: Patch<String>
  public var storygraph: Patch<String>
  public var librarything: Patch<String>
  public var hardcover: Patch<String>
  public var openlibrary: Patch<String>
  public var asin: Patch<String>

  /// The edit that replaces all identifiers.
  public init(replacingAllWith identifiers: WorkIdentifiers) {
    func patch(_ text: String?) -> Patch<String> { text.map { .set($0) } ?? .cleared }
    isbn = .set(identifiers.isbn)
    goodreads = patch(identifiers.goodreads)
    storygraph = patch(identifiers.storygraph)
    librarything = patch(identifiers.librarything)
    hardcover = patch(identifiers.hardcover)
    openlibrary = patch(identifiers.openlibrary)
    asin = patch(identifiers.asin)
  }

  /// Returns the new identifiers, with valid ISBNs in their form of 13 digits.
  public func applied(to old: WorkIdentifiers) -> WorkIdentifiers {
    var new = old
    switch isbn {
    case .unchanged: break
    case .cleared: new.isbn = []
    // The rules reject a longer list.
    case .set(let texts) where texts.count > LibraryRules.mostInList: new.isbn = texts
    case .set(let texts):
      new.isbn = []
      for text in texts.map({ ISBN($0)?.digits ?? $0 }) where !new.isbn.contains(text) { new.isbn.append(text) }
    }
    goodreads.apply(to: &new.goodreads)
    storygraph.apply(to: &new.storygraph)
    librarything.apply(to: &new.librarything)
    hardcover.apply(to: &new.hardcover)
    openlibrary.apply(to: &new.openlibrary)
    asin.apply(to: &new.asin)
    return new
  }
}

extension Patch<WorkIdentifiersEdit> {
  /// Null clears all identifiers.
  public func applied(to old: WorkIdentifiers) -> WorkIdentifiers {
    switch self {
    case .unchanged: old
    case .cleared: WorkIdentifiers()
    case .set(let edit): edit.applied(to: old)
    }
  }
}
