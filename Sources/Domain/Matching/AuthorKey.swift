/// The names of a person, independent of order and initials.
public struct AuthorKey: Hashable, Sendable {
  public let names: Set<String>

  public init(_ name: String) {
    let words = FoldedText.words(of: name).filter { !Self.suffixes.contains($0) }
    let long = words.filter { $0.unicodeScalars.dropFirst().first != nil }
    names = Set(long.isEmpty ? words : long)
  }

  /// Suffixes of names.
  public static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv"]

  /// "J. R. R. Tolkien" is "Tolkien, John Ronald Reuel", and "Stephen King" is not "Owen King".
  public func matches(_ other: AuthorKey) -> Bool {
    !names.isEmpty && !other.names.isEmpty && (names.isSubset(of: other.names) || other.names.isSubset(of: names))
  }

  /// Whether one person may be in both lists. Nobody is known in an empty list.
  public static func mayShare(_ left: [AuthorKey], _ right: [AuthorKey]) -> Bool {
    left.isEmpty || right.isEmpty || share(left, right)
  }

  public static func share(_ left: [AuthorKey], _ right: [AuthorKey]) -> Bool {
    left.contains { author in right.contains { $0.matches(author) } }
  }
}
