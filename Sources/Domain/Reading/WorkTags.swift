/// The tags that a reader gives to a work, such as the names of shelves. Two tags that differ only in case are one.
public struct WorkTags: Hashable, Sendable {
  public private(set) var texts: [String]

  public init() { texts = [] }

  /// Trims the tags and merges equal ones: the first spelling and the first place remain. Tags that the rules reject
  /// are kept unchanged, so that the rejection names their places.
  public init(_ given: [String]) {
    self.init()
    guard Self.violations(of: given, "tags").isEmpty else {
      texts = given
      return
    }
    var seen: Set<String> = []
    texts = given.map(TextRules.trimmed).filter { seen.insert(Self.key($0)).inserted }
  }

  public var isEmpty: Bool { texts.isEmpty }

  /// Whether the work has this tag in any case.
  public func contains(_ tag: String) -> Bool {
    let key = Self.key(TextRules.trimmed(tag))
    return texts.contains { Self.key($0) == key }
  }

  /// Adds the valid tags that are missing and fit.
  public mutating func add(_ others: [String]) {
    var seen = Set(texts.map(Self.key))
    for tag in others.lazy.map(TextRules.trimmed) where texts.count < LibraryRules.mostTags {
      guard Self.reason(against: tag) == nil, seen.insert(Self.key(tag)).inserted else { continue }
      texts.append(tag)
    }
  }

  static func violations(of given: [String], _ field: String) -> [Rejection.Violation] {
    if given.count > LibraryRules.mostTags {
      return [.init(field, "must have at most \(LibraryRules.mostTags) items")]
    }
    return given.enumerated().compactMap { place, tag in
      reason(against: TextRules.trimmed(tag)).map { .init("\(field)[\(place)]", $0) }
    }
  }

  /// Why a trimmed tag is not valid.
  private static func reason(against tag: String) -> String? {
    if tag.isEmpty { return "must not be empty" }
    if tag.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "must not contain control characters"
    }
    return tag.unicodeScalars.count > LibraryRules.longestTag
      ? "must be at most \(LibraryRules.longestTag) characters" : nil
  }

  private static func key(_ tag: String) -> String { tag.lowercased() }
}

extension WorkTags: Codable {
  public init(from decoder: any Decoder) throws {
    texts = try decoder.singleValueContainer().decode([String].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(texts)
  }
}

// Synthesised coding prefers these overloads to the generic ones. A work without tags has the same bytes as before
// there were tags.
extension KeyedDecodingContainer {
  func decode(_ type: WorkTags.Type, forKey key: Key) throws -> WorkTags {
    try decodeIfPresent(type, forKey: key) ?? WorkTags()
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ value: WorkTags, forKey key: Key) throws {
    if !value.isEmpty { try encodeIfPresent(value, forKey: key) }
  }
}
