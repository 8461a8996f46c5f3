/// A search over several kinds of objects.
public struct ObjectSearch: Sendable {
  /// The characters of a search.
  public static let lengths = 1...200
  /// The most results per kind, and how many there are if nothing is requested.
  public static let limits = 1...50
  public static let limit = 10

  private let words: SearchWords
  private let start: [Unicode.Scalar]

  public init(_ query: String) {
    words = SearchWords(query)
    start = FoldedText([query]).scalars
  }

  /// Whether the search has no letters and no digits. It finds nothing.
  public var isEmpty: Bool { words.count == 0 }

  /// Returns the position of an object among the results, or nil if it is not found. Each word must be the start of a
  /// word of the title or of another text. `others` is called only if the title does not contain all words.
  public func place(_ title: String, _ id: String, others: () throws -> [String]) rethrows -> FoundPlace? {
    if isEmpty { return nil }
    let folded = FoldedText([title]).scalars
    let rest = words.words.filter { !SearchWords.holds(folded, $0) }
    var rank = FoundPlace.Rank.other
    if rest.isEmpty {
      rank = folded.starts(with: start) ? .start : .title
    } else {
      let texts = FoldedText(try others()).scalars
      guard rest.allSatisfy({ SearchWords.holds(texts, $0) }) else { return nil }
    }
    return FoundPlace(rank: rank, title: folded, id: id)
  }
}

extension ObjectSearch {
  /// Returns the position of an object that has only a title.
  public func place(_ title: String, _ id: String) -> FoundPlace? { place(title, id) { [] } }
}

/// The position of an object among the results of a search: first the titles that begin with the search, then the
/// titles that contain all its words, then the others. Each of these is ordered by title, without case and accents.
public struct FoundPlace: Comparable, Sendable {
  enum Rank: Int { case start, title, other }

  let rank: Rank
  let title: [Unicode.Scalar]
  public let id: String

  public static func < (left: Self, right: Self) -> Bool {
    if left.rank != right.rank { return left.rank.rawValue < right.rank.rawValue }
    if left.title != right.title { return left.title.lexicographicallyPrecedes(right.title) }
    return left.id < right.id
  }
}

/// The first results of a search.
public struct FoundItems<Item> {
  private let limit: Int
  private var found: [(place: FoundPlace, item: Item)] = []

  public init(limit: Int) {
    self.limit = limit
  }

  public var items: [Item] { found.map(\.item) }

  /// `item` is called only if the place is among the first ones.
  public mutating func add(_ place: FoundPlace, _ item: () throws -> Item) rethrows {
    if found.count == limit, let last = found.last, last.place < place { return }
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].place < place { low = middle + 1 } else { high = middle }
    }
    found.insert((place, try item()), at: low)
    if found.count > limit { found.removeLast() }
  }
}
