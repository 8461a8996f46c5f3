/// The indices of works with the same title, in order. If there are many, they are found by the names of their authors,
/// because thousands of works may have a title such as "Poems".
public struct SameTitleWorks: Sendable {
  /// Up to this number, all of them are candidates.
  private static let few = 32

  /// Stored separately, because most titles have one work and then need no array.
  private let first: Int
  private var others: [Int] = []
  /// Empty if there are few works, otherwise one element.
  fileprivate var names: [Names] = []

  fileprivate struct Names: Sendable {
    var ofNobody: [Int] = []
    var byName: [String: [Int]] = [:]
    /// By the longest name of each author.
    var byLongest: [String: [Int]] = [:]
  }

  public init(_ place: Int) {
    first = place
  }

  /// Inserts the index of a work. `authors` returns the authors of an index.
  public mutating func insert(_ place: Int, authors: (Int) -> [AuthorKey]) {
    others.append(place)
    guard others.count >= Self.few else { return }
    let isFirst = names.isEmpty
    if isFirst { names = [Names()] }
    for place in isFirst ? [first] + others : [place] { names[0].insert(place, authors(place)) }
  }

  /// Returns all works that may be by these authors, and possibly others.
  public func places(by authors: [AuthorKey]) -> [Int] {
    guard let names = names.first, !authors.isEmpty else { return [first] + others }
    return names.places(by: authors)
  }
}

extension SameTitleWorks.Names {
  fileprivate mutating func insert(_ place: Int, _ authors: [AuthorKey]) {
    if authors.isEmpty { ofNobody.append(place) }
    for author in authors {
      for name in author.names { byName[name, default: []].append(place) }
      if let longest = author.names.max(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
        byLongest[longest, default: []].append(place)
      }
    }
  }

  fileprivate func places(by authors: [AuthorKey]) -> [Int] {
    var found = Set(ofNobody)
    for author in authors {
      // Either list of names may be a subset of the other.
      let fewest = author.names.map { byName[$0] ?? [] }.min { $0.count < $1.count }
      found.formUnion(fewest ?? [])
      for name in author.names { found.formUnion(byLongest[name] ?? []) }
    }
    return found.sorted()
  }
}
