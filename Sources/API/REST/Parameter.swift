import Domain
import Languages

/// A path or query parameter and its type.
public struct Parameter: Sendable {
  public enum Place: Sendable { case path, query }

  public enum Kind: Sendable {
    case id
    case userId
    /// A name of an object. The service rejects names that are not listed.
    case name([String])
    case cursor
    /// A comma-separated list of these names, with this many items.
    case list([String], ClosedRange<Int>)
    case day
    case integer(ClosedRange<Int>)
    /// `01` to `12`.
    case month
    /// A decimal number without an exponent.
    case number(ClosedRange<Double>)
    case choice([String])
    /// Words, for example to search for.
    case text
    /// Words with this number of characters.
    case words(ClosedRange<Int>)
    /// A value that another program has made.
    case opaque
    /// `true` or `false`.
    case flag
  }

  public let name: String
  public let bytes: [UInt8]
  public let place: Place
  public let kind: Kind
  public let details: String
  public let isRequired: Bool

  /// Whether the parameter names an object. A wrong name returns 422, like a wrong member of the body. Wrong query
  /// parameters and wrong numbers in a path return 400.
  public var namesObject: Bool {
    switch kind {
    case .integer, .month: return false
    case .id, .userId, .name, .cursor, .list, .day, .number, .choice, .text, .words, .opaque, .flag:
      return place == .path
    }
  }

  private init(_ name: String, _ place: Place, _ kind: Kind, _ details: String, isRequired: Bool) {
    self.name = name
    bytes = [UInt8](name.utf8)
    self.place = place
    self.kind = kind
    self.details = details
    self.isRequired = isRequired
  }

  static func path(_ name: String, _ kind: Kind, _ details: String) -> Parameter {
    Parameter(name, .path, kind, details, isRequired: true)
  }

  static func query(_ name: String, _ kind: Kind, _ details: String, isRequired: Bool = false) -> Parameter {
    Parameter(name, .query, kind, details, isRequired: isRequired)
  }
}

extension Parameter.Kind {
  /// One of the cases of an enum.
  static func choice<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> Parameter.Kind
  where Value.RawValue == String {
    .choice(Value.allCases.map(\.rawValue))
  }
}

/// Parameters that many calls share.
extension Parameter {
  static let pictureWidths = 200...2_000

  static let chosenID = path("id", .id, "The id, chosen by the client.")
  static let givenID = path("id", .id, "The id from an earlier response.")
  static let personID = path("id", .userId, "The user id of a person.")
  static let readID = path("id", .id, "The id of a read.")
  static let workID = path("workId", .id, "The id of a work.")
  static let storyID = path("storyId", .id, "The id of a story.")

  static func search(_ texts: String) -> Parameter {
    query("q", .text, "Words in \(texts). Case and accents are ignored.")
  }

  static let searchDetails = """
    Each word of `q` must be the start of a word. A page of search results may have fewer items than `limit`, or none, \
    and still have a `nextCursor`.
    """

  /// The appearance of a picture.
  static let drawing: [Parameter] = [
    query(
      "theme", .choice(of: PictureTheme.self), "The colours. Default: `auto`, which follows the reader's own setting."),
    query("width", .integer(pictureWidths), "The width in pixels. Default: the width of the picture's kind."), lang,
  ]

  /// The member of a call with the language of its texts.
  public static let languageName = "lang"

  public static let lang = query(
    languageName, .choice(of: Language.self), "The language of texts. Default: the best match for `Accept-Language`.")

  /// The range of days in a list of sessions.
  static let days: [Parameter] = [
    query("from", .day, "The first day, in the user's time zone."),
    query("to", .day, "The last day, in the user's time zone."),
  ]

  /// Paging of lists.
  static let page: [Parameter] = [
    query("limit", .integer(1...200), "The most items to return. Default: 50."),
    query("cursor", .cursor, "The `nextCursor` of the previous page."),
  ]
}
