/// A part of a path or of a query, with the type that it has inside.
struct Parameter: Sendable {
  enum Place: Sendable { case path, query }

  enum Kind: Sendable {
    case id
    /// One of these names: another is a value that the service refuses.
    case name([String])
    case cursor
    /// So many of these names, with commas between them.
    case list([String], ClosedRange<Int>)
    case day
    case integer(ClosedRange<Int>)
    case choice([String])
    /// Words to look for.
    case text
    /// `true` or `false`.
    case flag
  }

  var name: String
  var bytes: [UInt8]
  var place: Place
  var kind: Kind
  var details: String
  var isRequired: Bool

  /// Whether a wrong one is 422, as a wrong member of a body is: in a query it is 400, and so is a number in a path.
  var isJudgedAsValue: Bool {
    if case .integer = kind { return false }
    return place == .path
  }

  /// Whether it stands for something that need not be there; a year always is.
  var namesObject: Bool {
    if case .integer = kind { return false }
    return place == .path
  }

  private init(_ name: String, _ place: Place, _ kind: Kind, _ details: String) {
    self.name = name
    bytes = [UInt8](name.utf8)
    self.place = place
    self.kind = kind
    self.details = details
    isRequired = place == .path
  }

  static func path(_ name: String, _ kind: Kind = .id, _ details: String = "") -> Parameter {
    Parameter(name, .path, kind, details)
  }

  static func query(_ name: String, _ kind: Kind, _ details: String) -> Parameter {
    Parameter(name, .query, kind, details)
  }

  /// A part of the query without which there is no answer.
  static func needed(_ name: String, _ kind: Kind, _ details: String) -> Parameter {
    var parameter = Parameter(name, .query, kind, details)
    parameter.isRequired = true
    return parameter
  }

  static func search(_ texts: String) -> Parameter {
    query("q", .text, "Words of \(texts), case and accents ignored.")
  }

  static let searchDetails = """
    Each word of `q` is to begin a word. A page of a long list that is searched may hold fewer items than `limit`, or \
    none, and have a `nextCursor` all the same.
    """

  /// How every list is read on.
  static let page: [Parameter] = [
    .query("limit", .integer(1...200), "How many items at most; 50 if left out."),
    .query("cursor", .cursor, "The `nextCursor` of the page before."),
  ]
}
