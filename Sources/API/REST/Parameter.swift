import Domain

/// A part of a path or of a query, with the type that it has inside.
public struct Parameter: Sendable {
  public enum Place: Sendable { case path, query }

  public enum Kind: Sendable {
    case id
    /// One of these names: another is a value that the service refuses.
    case name([String])
    case cursor
    /// So many of these names, with commas between them.
    case list([String], ClosedRange<Int>)
    case day
    case integer(ClosedRange<Int>)
    case choice([String])
    /// Words to search for.
    case text
    /// `true` or `false`.
    case flag
  }

  public let name: String
  public let bytes: [UInt8]
  public let place: Place
  public let kind: Kind
  public let details: String
  public let isRequired: Bool

  /// Whether it is the name of an object: a wrong one is 422, as a wrong member of a body is. In a query what is wrong
  /// is 400, and so is a number in a path.
  public var namesObject: Bool {
    if case .integer = kind { return false }
    return place == .path
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
  /// One of the values that a type has.
  static func choice<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> Parameter.Kind
  where Value.RawValue == String {
    .choice(Value.allCases.map(\.rawValue))
  }
}

/// Those that many calls have.
extension Parameter {
  static let pictureWidths = 200...2_000

  static let chosenID = path("id", .id, "Chosen by the client.")
  static let givenID = path("id", .id, "As an earlier answer named it.")
  static let workID = path("workId", .id, "The id of a work.")

  static func search(_ texts: String) -> Parameter {
    query("q", .text, "Words of \(texts), case and accents ignored.")
  }

  static let searchDetails = """
    Each word of `q` is to begin a word. A page of a long list that is searched may hold fewer items than `limit`, or \
    none, and have a `nextCursor` all the same.
    """

  /// How every picture is drawn.
  static let drawing: [Parameter] = [
    query("theme", .choice(of: PictureTheme.self), "Its colours; `auto`, the reader's own setting, if left out."),
    query("width", .integer(pictureWidths), "In pixels; that of the picture's own form if left out."),
  ]

  /// Which days of a list of sessions.
  static let days: [Parameter] = [
    query("from", .day, "The first day, in the user's time zone."), query("to", .day, "The last day."),
  ]

  /// How every list is read on.
  static let page: [Parameter] = [
    query("limit", .integer(1...200), "How many items at most; 50 if left out."),
    query("cursor", .cursor, "The `nextCursor` of the page before."),
  ]
}
