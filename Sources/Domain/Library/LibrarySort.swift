/// The order of a list of the library. Entries without the value come last, and equal ones are in the order of their
/// work ids.
public enum LibrarySort: String, Codable, CaseIterable, Hashable, Sendable {
  case title, author, added, started, finished, rating, pages
  case titleDescending = "-title"
  case authorDescending = "-author"
  case addedDescending = "-added"
  case startedDescending = "-started"
  case finishedDescending = "-finished"
  case ratingDescending = "-rating"
  case pagesDescending = "-pages"

  /// The value by which entries are ordered.
  enum Field { case title, author, added, started, finished, rating, pages }

  var field: Field {
    switch self {
    case .title, .titleDescending: .title
    case .author, .authorDescending: .author
    case .added, .addedDescending: .added
    case .started, .startedDescending: .started
    case .finished, .finishedDescending: .finished
    case .rating, .ratingDescending: .rating
    case .pages, .pagesDescending: .pages
    }
  }

  public var isDescending: Bool { rawValue.hasPrefix("-") }
}

/// The position of an entry in a sorted list.
public struct LibraryPlace: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case none
    case number(Int64)
    /// UTF-8.
    case text([UInt8])
  }

  var value: Value
  public var workId: String

  /// The letters of a title or a name by which entries are ordered. A cursor has room for them.
  static let letters = 64

  init(_ value: Value, _ workId: String) {
    self.value = value
    self.workId = workId
  }

  /// Whether this position comes before another one.
  public func precedes(_ other: LibraryPlace, isDescending: Bool) -> Bool {
    if value == other.value { return workId < other.workId }
    switch (value, other.value) {
    case (.none, _): return false
    case (_, .none): return true
    case (.number(let left), .number(let right)): return (left < right) != isDescending
    case (.text(let left), .text(let right)): return left.lexicographicallyPrecedes(right) != isDescending
    case (.number, .text): return true
    case (.text, .number): return false
    }
  }

  /// The position as a text of visible characters without spaces, and without the work id.
  public var text: String {
    switch value {
    case .none: "-"
    case .number(let number): "n\(number)"
    case .text(let bytes): "t" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Returns nil if the text is not that of a position.
  public init?(_ text: String, workId: String) {
    let rest = text.utf8.dropFirst()
    switch text.utf8.first {
    case UInt8(ascii: "-") where rest.isEmpty: value = .none
    case UInt8(ascii: "n"):
      guard let number = Int64(Substring(rest)), text == "n\(number)" else { return nil }
      value = .number(number)
    case UInt8(ascii: "t") where rest.count.isMultiple(of: 2) && rest.count <= 8 * Self.letters:
      var bytes: [UInt8] = []
      var digits = Substring(rest)
      while !digits.isEmpty {
        guard let byte = UInt8(digits.prefix(2), radix: 16) else { return nil }
        bytes.append(byte)
        digits = digits.dropFirst(2)
      }
      value = .text(bytes)
    default: return nil
    }
    self.workId = workId
  }
}
