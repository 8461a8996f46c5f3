/// The documentation of one member of a type.
public struct Note: Sendable, ExpressibleByStringLiteral {
  public var words: String
  public var bound: Bound?
  public var example: Example?
  /// Whether a merge patch cannot clear the member.
  public private(set) var isLasting = false
  /// Whether a response may omit the member. Other members without a value are null.
  public private(set) var isOmittable = false
  /// The member that this one can replace.
  public private(set) var otherName: String?

  public init(_ words: String, _ bound: Bound? = nil, like example: Example? = nil) {
    self.words = words
    self.bound = bound
    self.example = example
  }

  public init(stringLiteral words: String) { self.init(words) }

  public var lasting: Note {
    var note = self
    note.isLasting = true
    return note
  }

  public var omittable: Note {
    var note = self
    note.isOmittable = true
    return note
  }

  /// An alternative name of a member; one of the two is required.
  public static func other(nameOf member: String) -> Note {
    var note = Note("Another name of `\(member)`.")
    note.otherName = member
    return note
  }
}

/// A restriction of values beyond their type.
public indirect enum Bound: Sendable {
  /// The allowed numbers of characters, and the form.
  case text(ClosedRange<Int>, form: String)
  case form(String)
  /// One of these.
  case values([String])
  case range(ClosedRange<Int>)
  case quarters(ClosedRange<Int>)
  case from(Int)
  case above(Int)
  /// The maximum number of items, and the bound of each item.
  case list(upTo: Int? = nil, of: Bound? = nil)
}

/// An example value.
public enum Example: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Double)
  indirect case members([(name: String, value: Example)])
  case nothing

  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(dictionaryLiteral elements: (String, Example)...) { self = .members(elements) }
}

/// A type with documented members.
public protocol Described {
  /// The name of the type in the API documentation.
  static var title: String { get }
  /// Notes by the names of members on the wire.
  static var members: [String: Note] { get }
}
