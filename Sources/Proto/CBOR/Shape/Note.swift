/// The description of one member of a type, for readers of an interface.
public struct Note: Sendable, ExpressibleByStringLiteral {
  public var words: String
  public var bound: Bound?
  public var example: Example?
  /// Every value of the type has it: a merge patch cannot clear it.
  public private(set) var isLasting = false
  /// The member in whose place this one may stand.
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

  /// Of two members that mean the same, one must be there.
  public static func other(nameOf member: String) -> Note {
    var note = Note("Another name of `\(member)`.")
    note.otherName = member
    return note
  }
}

/// What values are allowed, beyond their type.
public indirect enum Bound: Sendable {
  /// So many characters, of this form.
  case text(ClosedRange<Int>, form: String)
  case form(String)
  /// One of these.
  case values([String])
  case range(ClosedRange<Int>)
  case halves(ClosedRange<Int>)
  case from(Int)
  case above(Int)
  /// A list of at most so many, each within its own bound.
  case list(upTo: Int? = nil, of: Bound? = nil)
}

/// A value as a reader may meet it.
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

/// A type whose members are described.
public protocol Described {
  /// What it is called outside.
  static var title: String { get }
  /// By the members' names on the wire.
  static var members: [String: Note] { get }
}
