/// Places of works of one title, first ones first. Of many they are found by the names of their authors: a title such
/// as "Poems" may be that of thousands.
struct WorkShelf {
  /// Up to here each of them is looked at.
  private static let few = 32

  /// Most titles are one work's: a million of them take no memory for others.
  private let first: Int
  private var others: [Int] = []
  /// None where there are few, else one.
  fileprivate var names: [Names] = []

  fileprivate struct Names {
    var ofNobody: [Int] = []
    var byName: [String: [Int]] = [:]
    /// One name alone of each author.
    var byLongest: [String: [Int]] = [:]
  }

  init(_ place: Int) {
    first = place
  }

  /// The authors of each place, as far as they are needed.
  mutating func insert(_ place: Int, authors: (Int) -> [AuthorKey]) {
    others.append(place)
    guard others.count >= Self.few else { return }
    let isFirst = names.isEmpty
    if isFirst { names = [Names()] }
    for place in isFirst ? [first] + others : [place] { names[0].insert(place, authors(place)) }
  }

  /// All that may be by these authors, and perhaps others.
  func places(by authors: [AuthorKey]) -> [Int] {
    guard let names = names.first, !authors.isEmpty else { return [first] + others }
    return names.places(by: authors)
  }
}

extension WorkShelf.Names {
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
      // Theirs are all of the names that are asked for, or those are all of theirs.
      let fewest = author.names.map { byName[$0] ?? [] }.min { $0.count < $1.count }
      found.formUnion(fewest ?? [])
      for name in author.names { found.formUnion(byLongest[name] ?? []) }
    }
    return found.sorted()
  }
}
