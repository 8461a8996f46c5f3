import Domain

/// The candidates for a title and its authors. If many works have a title, such as "Poems", they are found by the names
/// of their authors.
struct TitleLists {
  /// Up to this number of works with one title, all of them are candidates.
  private static let few = 32

  /// By title and subtitle, and by title for all works with a subtitle.
  private var byTitle = PlaceLists()
  /// By title and name, for titles with many works.
  private var byName = PlaceLists()

  private enum NameKind {
    case nobody, name
    /// The longest name of an author.
    case longest
  }

  var byteCount: Int { byTitle.byteCount + byName.byteCount }

  /// Inserts the place of a work. `authors` returns the authors of a place.
  mutating func insert(_ place: Int, _ keys: BookKeys, authors: (Int) -> [AuthorKey]) {
    insert(place, Self.hash(keys.title.base, keys.title.subtitle), keys.authors, authors)
    if !keys.title.subtitle.isEmpty { insert(place, Self.hash(keys.title.base, nil), keys.authors, authors) }
  }

  private mutating func insert(
    _ place: Int, _ list: UInt32, _ own: [AuthorKey], _ authors: (Int) -> [AuthorKey]
  ) {
    let count = byTitle.append(place, to: list)
    if count == Self.few + 1 {
      for place in byTitle[list] { insertNames(place, list, authors(place)) }
    } else if count > Self.few {
      insertNames(place, list, own)
    }
  }

  private mutating func insertNames(_ place: Int, _ list: UInt32, _ authors: [AuthorKey]) {
    if authors.isEmpty { byName.append(place, to: Self.hash(list, .nobody)) }
    for author in authors {
      for name in author.names { byName.append(place, to: Self.hash(list, .name, name)) }
      if let longest = author.names.max(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
        byName.append(place, to: Self.hash(list, .longest, longest))
      }
    }
  }

  /// Returns all works that may be the book, and possibly others, in order. A book with a subtitle matches the same
  /// subtitle or none.
  func places(_ keys: BookKeys) -> [Int] {
    let (base, subtitle) = (keys.title.base, keys.title.subtitle)
    let short = places(of: Self.hash(base, ""), keys.authors)
    let long = places(of: Self.hash(base, subtitle.isEmpty ? nil : subtitle), keys.authors)
    // Keys with the same hash share a list, so a place may be in both.
    var found: [Int] = []
    for place in short.isEmpty ? long : long.isEmpty ? short : (short + long).sorted() where place != found.last {
      found.append(place)
    }
    return found
  }

  private func places(of list: UInt32, _ authors: [AuthorKey]) -> [Int] {
    guard byTitle.count(of: list) > Self.few, !authors.isEmpty else { return byTitle[list] }
    var found = Set(byName[Self.hash(list, .nobody)])
    for author in authors {
      // Either list of names may be a subset of the other.
      let rarest = author.names.map { Self.hash(list, .name, $0) }.min { byName.count(of: $0) < byName.count(of: $1) }
      if let rarest { found.formUnion(byName[rarest]) }
      for name in author.names { found.formUnion(byName[Self.hash(list, .longest, name)]) }
    }
    return found.sorted()
  }

  private static func hash(_ base: String, _ subtitle: String?) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(base)
    hasher.combine(subtitle)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private static func hash(_ list: UInt32, _ kind: NameKind, _ name: String = "") -> UInt32 {
    var hasher = Hasher()
    hasher.combine(list)
    hasher.combine(kind)
    hasher.combine(name)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
