public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let search: [Endpoint] = [SessionAPI.Search.endpoint]
}

extension SessionAPI {
  public struct Search: Method {
    public typealias API = SessionAPI
    public typealias Reply = SearchReply
    public static let name = "search.all"
    static let endpoint = Endpoint.get(
      "/search", Search.self,
      parameters: [
        .query(
          "q", .words(ObjectSearch.lengths), "Words to find. Case and accents are ignored.", isRequired: true),
        .query(
          "limit", .integer(ObjectSearch.limits), "The most results of each kind. Default: \(ObjectSearch.limit)."),
      ], "Search works, stories, heroes and rucks.",
      details: """
        Each word must be the start of a word: of the title, an author, the series or a tag of a work, of the title of \
        a story, of the name of a hero, or of the name or the note of a ruck. Titles that begin with `q` come first, \
        then titles that contain all words, then the others; each of these is ordered by title. Without letters and \
        digits in `q`, nothing is found. A search reads up to 200,000 objects of each kind.
        """)

    public var q: String
    public var limit: Int?

    public init(q: String, limit: Int? = nil) {
      self.q = q
      self.limit = limit
    }
  }

  public struct SearchReply: Codable, Hashable, Sendable {
    public var works: [FoundWork]
    public var stories: [FoundStory]
    public var heroes: [Hero]
    public var rucks: [FoundRuck]

    public init(works: [FoundWork], stories: [FoundStory], heroes: [Hero], rucks: [FoundRuck]) {
      self.works = works
      self.stories = stories
      self.heroes = heroes
      self.rucks = rucks
    }
  }

  public struct FoundWork: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var authors: [String]
    public var series: BookSeries?
    public var tags: [String]
    public var hasCover: Bool

    public init(
      id: String, title: String, authors: [String], series: BookSeries?, tags: [String], hasCover: Bool = false
    ) {
      self.id = id
      self.title = title
      self.authors = authors
      self.series = series
      self.tags = tags
      self.hasCover = hasCover
    }
  }

  public struct FoundStory: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var heroId: String?
    public var hasCover: Bool

    public init(id: String, title: String, heroId: String?, hasCover: Bool = false) {
      self.id = id
      self.title = title
      self.heroId = heroId
      self.hasCover = hasCover
    }
  }

  public struct FoundRuck: Codable, Hashable, Sendable {
    public var id: String
    public var name: String?
    public var note: String?
    public var startedAt: Instant
    /// Metres.
    public var distance: Double

    public init(id: String, name: String?, note: String?, startedAt: Instant, distance: Double) {
      self.id = id
      self.name = name
      self.note = note
      self.startedAt = startedAt
      self.distance = distance
    }
  }
}

extension SessionAPI.SearchReply: Described {
  public static let members: [String: Note] = [
    "works": "The works that were found.", "stories": "The stories that were found.",
    "heroes": "The heroes that were found.", "rucks": "The rucks that were found.",
  ]
}

extension SessionAPI.FoundWork: Described {
  public static let members: [String: Note] = [
    "id": .id("The work's id.", like: "kindred"), "title": .name("The work's title.", like: "Kindred"),
    "authors": Note("The authors' names.", .list(upTo: LibraryRules.mostInList, of: .name), like: "Octavia E. Butler"),
    "series": "The series that the work belongs to, or null if there is none.",
    "tags": Note("The tags.", .tags), "hasCover": "Whether a cover is stored. Otherwise the cover is a drawing.",
  ]
}

extension SessionAPI.FoundStory: Described {
  public static let members: [String: Note] = [
    "id": .id("The story's id.", like: "sea-road"), "title": .name("The story's title.", like: "The Sea Road"),
    "heroId": .id("The id of the story's hero, or null if it has none."),
    "hasCover": "Whether a cover is stored. Otherwise the cover is a drawing.",
  ]
}

extension SessionAPI.FoundRuck: Described {
  public static let members: [String: Note] = [
    "id": .id("The ruck's id."), "name": .name("The name, or null.", like: "Ridge path"),
    "note": Note("The note, or null.", .note, like: "New boots."), "startedAt": "When the ruck started.",
    "distance": Note("The metres walked.", .from(0)),
  ]
}
