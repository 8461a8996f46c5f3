public import Proto

extension Endpoints {
  static let lookup: [Endpoint] = [
    SessionAPI.LookUpBooks.endpoint
  ]
}

extension SessionAPI {
  /// A book that a catalogue knows.
  public struct BookCandidate: Codable, Hashable, Sendable {
    public var source: String
    public var sourceId: String
    public var title: String
    public var authors: [String]
    public var publishedYear: Int?
    public var pageCount: Int?
    public var language: String?
    public var isbn13: [String]
    public var coverUrl: String?

    public init(source: String, sourceId: String, title: String) {
      self.source = source
      self.sourceId = sourceId
      self.title = title
      authors = []
      isbn13 = []
    }
  }

  public struct LookUpBooks: Method {
    public typealias API = SessionAPI
    public static let name = "book.lookUp"
    static let endpoint = Endpoint.get(
      "/lookup", LookUpBooks.self,
      parameters: [
        .query("q", .opaque, "Words of the title, the author or both."),
        .query("isbn", .opaque, "An ISBN with 10 or 13 digits."),
      ],
      "Look a book up in Open Library.",
      details: """
        Takes either `q` or `isbn` and returns at most 10 candidates. The responses of Open Library are kept for a \
        day. Only this call, and setting a cover from a candidate, send requests to Open Library. 503 if the look-up \
        is switched off or Open Library is unavailable.
        """
    ).callingOthers()

    public var q: String?
    public var isbn: String?

    public init(q: String? = nil, isbn: String? = nil) {
      self.q = q
      self.isbn = isbn
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var candidates: [BookCandidate]
      public init(candidates: [BookCandidate]) { self.candidates = candidates }
    }
  }
}

extension SessionAPI.LookUpBooks.Reply: Described {
  public static var title: String { "BookCandidates" }
  public static let members: [String: Note] = [
    "candidates": Note("The books, best first.", .list(upTo: 10))
  ]
}

extension SessionAPI.BookCandidate: Described {
  public static var title: String { "BookCandidate" }
  public static let members: [String: Note] = [
    "source": Note("The catalogue.", .values(["openlibrary"])),
    "sourceId": Note("The id of the book in the catalogue.", like: "OL45804W"),
    "title": .name("The title.", like: "Kindred"),
    "authors": Note("The authors, or an empty list if they are unknown.", like: "Octavia E. Butler"),
    "publishedYear": Note("The year of the first publication, or null if it is unknown.", like: 1979),
    "pageCount": Note("The number of pages, or null if it is unknown.", like: 264),
    "language": Note("The language, or null if it is unknown.", like: "en"),
    "isbn13": Note("Numbers of its editions.", like: "9780807083697"),
    "coverUrl": Note(
      "The address of a cover, or null if there is none.", like: "https://covers.openlibrary.org/b/id/8231856-L.jpg"),
  ]
}
