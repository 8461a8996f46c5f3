public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let covers: [Endpoint] = [
    SessionAPI.FetchWorkCover.endpoint,
    SessionAPI.SaveWorkCover.endpoint,
    SessionAPI.DeleteWorkCover.endpoint,
    SessionAPI.FetchStoryCover.endpoint,
    SessionAPI.SaveStoryCover.endpoint,
    SessionAPI.DeleteStoryCover.endpoint,
  ]
}

extension SessionAPI {
  /// A book of a catalogue, whose cover is wanted.
  public struct CoverCandidate: Codable, Hashable, Sendable {
    public var source: String
    public var sourceId: String

    public init(source: String, sourceId: String) {
      self.source = source
      self.sourceId = sourceId
    }
  }

  public struct FetchWorkCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = MediaReply
    public static let name = "work.getCover"
    static let endpoint = Endpoint.image(
      "/works/{id}/cover", FetchWorkCover.self, parameters: [.chosenID], "Get the cover of a work.",
      details: CoverText.fetch)

    public var id: String
    /// The language of a drawing's description. Default: English.
    public var lang: Language?

    public init(id: String, lang: Language? = nil) {
      self.id = id
      self.lang = lang
    }
  }

  public struct SaveWorkCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "work.putCover"
    static let endpoint = Endpoint.submit(
      .put, "/works/{id}/cover", SaveWorkCover.self, parameters: [.chosenID], "Set the cover of a work.",
      details: CoverText.save, example: CoverText.example
    ).takingImage(.cover).callingOthers().orConflict()

    public var id: String
    public var image: [UInt8]?
    public var candidate: CoverCandidate?

    public init(id: String, image: [UInt8]? = nil, candidate: CoverCandidate? = nil) {
      self.id = id
      self.image = image
      self.candidate = candidate
    }
  }

  public struct DeleteWorkCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "work.deleteCover"
    static let endpoint = Endpoint.mark(
      .delete, "/works/{id}/cover", DeleteWorkCover.self, parameters: [.chosenID], "Delete the cover of a work.",
      details: CoverText.delete)

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct FetchStoryCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = MediaReply
    public static let name = "story.getCover"
    static let endpoint = Endpoint.image(
      "/stories/{id}/cover", FetchStoryCover.self, parameters: [.chosenID], "Get the cover of a story.",
      details: CoverText.fetch)

    public var id: String
    /// The language of a drawing's description. Default: English.
    public var lang: Language?

    public init(id: String, lang: Language? = nil) {
      self.id = id
      self.lang = lang
    }
  }

  public struct SaveStoryCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.putCover"
    static let endpoint = Endpoint.submit(
      .put, "/stories/{id}/cover", SaveStoryCover.self, parameters: [.chosenID], "Set the cover of a story.",
      details: CoverText.save, example: CoverText.example
    ).takingImage(.cover).callingOthers().orConflict()

    public var id: String
    public var image: [UInt8]?
    public var candidate: CoverCandidate?

    public init(id: String, image: [UInt8]? = nil, candidate: CoverCandidate? = nil) {
      self.id = id
      self.image = image
      self.candidate = candidate
    }
  }

  public struct DeleteStoryCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.deleteCover"
    static let endpoint = Endpoint.mark(
      .delete, "/stories/{id}/cover", DeleteStoryCover.self, parameters: [.chosenID], "Delete the cover of a story.",
      details: CoverText.delete)

    public var id: String
    public init(id: String) { self.id = id }
  }
}

private enum CoverText {
  static let fetch = """
    Returns the stored image. Without one, returns a drawing of the title and the authors as SVG, and the response has \
    `X-Cover: generated`.
    """

  static let save = """
    The body is a JPEG, PNG or WebP image of at most 1 MiB and 4,000 pixels a side, or JSON that names a book from \
    `GET /lookup`. The server then fetches the cover of that book from Open Library; 503 if this is switched off or \
    Open Library is unavailable. A user can store 10,000 covers with 1 GiB in total; beyond that, the response is 409.
    """

  static let delete = "Also succeeds if there is none."
  static let example = #"{"candidate": {"source": "openlibrary", "sourceId": "OL45804W"}}"#
}

extension ImageBody {
  /// A body that becomes a cover.
  static let cover = ImageBody(
    types: ImageHeader.Format.allCases.map(\.rawValue), mostBytes: CoverRules.mostBytes
  ) { bytes in
    do throws(CoverProblem) {
      _ = try CoverRules.header(of: bytes)
      return nil
    } catch {
      return Problem(status: error.status, reason: "the body " + error.reason)
    }
  }
}

extension CoverProblem {
  fileprivate var status: Int {
    switch self {
    case .tooLarge: 413
    case .unknownType: 415
    case .damaged, .tooManyPixels: 422
    }
  }
}

extension MediaType {
  public init(_ format: ImageHeader.Format) {
    self =
      switch format {
      case .jpeg: .jpeg
      case .png: .png
      case .webp: .webp
      }
  }
}

extension SessionAPI.SaveWorkCover: Described {
  public static let title = "WorkCoverInput"
  public static let members: [String: Note] = ["candidate": "The book whose cover is fetched."]
}

extension SessionAPI.SaveStoryCover: Described {
  public static let title = "StoryCoverInput"
  public static let members: [String: Note] = ["candidate": "The book whose cover is fetched."]
}

extension SessionAPI.CoverCandidate: Described {
  public static let members: [String: Note] = [
    "source": Note("The catalogue.", .values(["openlibrary"])),
    "sourceId": Note("The id of the book in the catalogue.", like: "OL45804W"),
  ]
}
