/// Places of works of one title, first ones first. Of many they are found by the names of their authors: a title such
/// as "Poems" may be that of thousands.
struct WorkShelf {
  /// Up to here each of them is looked at.
  private static let few = 32

  private(set) var places: [Int] = []
  private var ofNobody: [Int] = []
  private var byName: [String: [Int]] = [:]
  /// One name alone of each author.
  private var byLongestName: [String: [Int]] = [:]

  /// The authors of each place, as far as they are needed.
  mutating func insert(_ place: Int, authors: (Int) -> [AuthorKey]) {
    places.append(place)
    guard places.count > Self.few else { return }
    if places.count == Self.few + 1 {
      for place in places { index(place, authors(place)) }
    } else {
      index(place, authors(place))
    }
  }

  /// All that may be by these authors, and perhaps others.
  func places(by authors: [AuthorKey]) -> [Int] {
    guard places.count > Self.few, !authors.isEmpty else { return places }
    var found = Set(ofNobody)
    for author in authors {
      // Theirs are all of the names that are asked for, or those are all of theirs.
      let fewest = author.names.map { byName[$0] ?? [] }.min { $0.count < $1.count }
      found.formUnion(fewest ?? [])
      for name in author.names { found.formUnion(byLongestName[name] ?? []) }
    }
    return found.sorted()
  }

  private mutating func index(_ place: Int, _ authors: [AuthorKey]) {
    if authors.isEmpty { ofNobody.append(place) }
    for author in authors {
      for name in author.names { byName[name, default: []].append(place) }
      if let longest = author.names.max(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
        byLongestName[longest, default: []].append(place)
      }
    }
  }
}
