/// Why a work is proposed for a story.
public enum MatchReason: String, Codable, CaseIterable, Hashable, Sendable {
  /// An ISBN or an ASIN.
  case isbn
  case titleAndAuthor
  /// The authors of the story or of the work are unknown.
  case title
  /// No work matches: a new one is proposed.
  case create
}

/// A proposal of the work of which a story is the audio form.
public struct StoryMatch: Hashable, Sendable {
  /// Nil if a new work is proposed.
  public var workId: String?
  public var reason: MatchReason
}

/// Finds the works of which stories may be the audio form.
public struct StoryMatches {
  private struct IndexedWork {
    var id: String
    var title: TitleKey
    var authors: [AuthorKey]
  }

  private var works: [IndexedWork] = []
  private var placeOfNumber: [String: Int] = [:]
  private var worksOfBase: [String: SameTitleWorks] = [:]

  private let wantedNumbers: Set<String>
  private let wantedTitles: Set<String>

  /// Keeps only works that one of these stories may need.
  public init(for stories: some Sequence<Story>) {
    wantedNumbers = Set(stories.flatMap(Self.numbers(of:)))
    wantedTitles = Set(stories.map { TitleKey($0.title).base })
  }

  /// If several works match equally well, the one that was inserted first is proposed.
  public mutating func insert(_ work: Work) {
    let place = works.count
    let entry = IndexedWork(
      id: work.id, title: TitleKey(work.title), authors: work.authors.map { AuthorKey($0) })
    let numbers = work.identifiers.isbn + [work.identifiers.asin.map(Self.number(ofASIN:))].compactMap(\.self)
    guard wantedTitles.contains(entry.title.base) || !wantedNumbers.isDisjoint(with: numbers) else { return }
    works.append(entry)
    for number in numbers where placeOfNumber[number] == nil { placeOfNumber[number] = place }
    let works = works
    if worksOfBase[entry.title.base]?.insert(place, authors: { works[$0].authors }) == nil {
      worksOfBase[entry.title.base] = SameTitleWorks(place)
    }
  }

  /// Returns nil if nothing can be proposed.
  public func match(for story: Story) -> StoryMatch? {
    for number in Self.numbers(of: story) {
      if let place = placeOfNumber[number] { return StoryMatch(workId: works[place].id, reason: .isbn) }
    }
    let title = TitleKey(story.title)
    let authors = (story.authors ?? []).map { AuthorKey($0) }
    let found = (worksOfBase[title.base]?.places(by: authors) ?? []).filter { works[$0].title.matches(title) }
    // A work with the same subtitle is more likely than one without.
    let places = found.filter { works[$0].title == title } + found.filter { works[$0].title != title }
    if let place = places.first(where: { AuthorKey.share(works[$0].authors, authors) }) {
      return StoryMatch(workId: works[place].id, reason: .titleAndAuthor)
    }
    if let place = places.first(where: { AuthorKey.mayShare(works[$0].authors, authors) }) {
      return StoryMatch(workId: works[place].id, reason: .title)
    }
    let hasDetails = !authors.isEmpty || story.isbn != nil || story.asin != nil
    return hasDetails ? StoryMatch(workId: nil, reason: .create) : nil
  }

  private static func numbers(of story: Story) -> [String] {
    [story.isbn, story.asin.map(number(ofASIN:))].compactMap(\.self)
  }

  /// An ASIN with ten digits may look like an ISBN.
  private static func number(ofASIN text: String) -> String { "asin:" + text.uppercased() }
}

extension Work {
  /// A work made from what a story says about its book.
  public init(id: String, from story: Story) {
    var identifiers = WorkIdentifiers()
    identifiers.isbn = story.isbn.map { [$0] } ?? []
    identifiers.asin = story.asin
    self.init(id: id, title: story.title, authors: story.authors ?? [], identifiers: identifiers)
  }
}
