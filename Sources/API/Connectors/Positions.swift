public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// Stores a reader's place in a document. The last write wins. If the document's work is being read, the current page
  /// of its library entry follows.
  public struct PushPosition: Method {
    public typealias API = SessionAPI
    public static let name = "position.push"
    public var position: Position
    public init(position: Position) { self.position = position }

    public struct Reply: Codable, Sendable {
      public var pushedAt: Instant
      public init(pushedAt: Instant) { self.pushedAt = pushedAt }
    }
  }

  public struct FetchPosition: Method {
    public typealias API = SessionAPI
    public static let name = "position.fetch"
    public var document: String
    public init(document: String) { self.document = document }

    public struct Reply: Codable, Sendable {
      public var position: Position?
      public var pushedAt: Instant?

      public init(position: Position?, pushedAt: Instant?) {
        self.position = position
        self.pushedAt = pushedAt
      }
    }
  }

  /// Records which works documents are. An import of reading statistics knows both.
  public struct LinkDocuments: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "document.link"
    public var links: [DocumentLink]
    public init(links: [DocumentLink]) { self.links = links }
  }

  public struct DocumentLink: Codable, Hashable, Sendable {
    public var document: String
    public var workId: String

    public init(document: String, workId: String) {
      self.document = document
      self.workId = workId
    }
  }

  public static let linksPerCall = 500
}
