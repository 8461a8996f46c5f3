/// The place of a file or a folder: the names from the root. The root itself has no names.
public struct FilePath: Hashable, Codable, Sendable {
  public var names: [String]

  public init(_ names: [String]) { self.names = names }

  /// Parses the stored text.
  public init(text: String) {
    names = text.parts(at: "/")
  }

  /// The text under which it is stored. A folder's contents are those that begin with this text and a slash.
  public var text: String { names.joined(separator: "/") }
  public var isRoot: Bool { names.isEmpty }
  public var name: String { names.last ?? "" }
  public var parent: FilePath { FilePath(names.dropLast()) }

  public func isBelow(_ other: FilePath) -> Bool {
    names.count > other.names.count && names.starts(with: other.names)
  }

  /// The place after the folder `old`, which contains this one, has become `new`.
  public func moved(from old: FilePath, to new: FilePath) -> FilePath {
    FilePath(new.names + names.dropFirst(old.names.count))
  }
}

public enum FileRules {
  public static let mostBytes = 64 << 20
  public static let mostFiles = 1_000
  public static let mostBytesOfUser = 512 << 20
  public static let mostFolderLevels = 4
  public static let nameBytes = 255
  /// The bytes of one stored piece.
  public static let chunkBytes = 256 << 10
  public static let statisticsName = "statistics.sqlite3"
  private static let storeMark = [UInt8]("SQLite format 3\0".utf8)

  /// Whether names can be stored: 1 to 255 bytes without control characters, and not `.` or `..`.
  public static func isAllowed(_ path: FilePath, isFolder: Bool) -> Bool {
    path.names.count - (isFolder ? 0 : 1) <= mostFolderLevels
      && path.names.allSatisfy { name in
        (1...nameBytes).contains(name.utf8.count) && name != "." && name != ".."
          && !name.utf8.contains { $0 < 0x20 || $0 == 0x2F || $0 == 0x7F }
      }
  }

  /// Whether a file of this name may begin with these bytes. KOReader's statistics must stay readable for all of its
  /// devices.
  public static func mayBegin(_ name: String, with bytes: [UInt8]) -> Bool {
    name != statisticsName || bytes.starts(with: storeMark)
  }
}

/// The conditions of a request that changes a file.
public struct FileCondition: Hashable, Codable, Sendable {
  /// The entity tags of which one must be current; empty for none. `*` is any.
  public var tags: [String]
  /// The file must not exist.
  public var mustBeMissing: Bool

  public init(tags: [String] = [], mustBeMissing: Bool = false) {
    self.tags = tags
    self.mustBeMissing = mustBeMissing
  }

  /// `tag` is that of the existing file, or nil.
  public func holds(for tag: String?) -> Bool {
    if mustBeMissing, tag != nil { return false }
    guard !tags.isEmpty else { return true }
    guard let tag else { return false }
    return tags.contains { $0 == "*" || FileTag.isEqual($0, tag) }
  }
}

/// Entity tags of files.
public enum FileTag {
  /// The suffixes that proxies add when they compress.
  private static let suffixes = ["-gzip", ";gzip", "-br", "-zstd"]

  /// Compares a tag that a client has sent, which a proxy may have changed, with the current one.
  public static func isEqual(_ sent: String, _ tag: String) -> Bool { plain(sent) == plain(tag) }

  private static func plain(_ tag: String) -> String {
    var text = tag[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    // The suffix is before or after the closing quote.
    func dropSuffix() {
      for suffix in suffixes where text.hasSuffix(suffix) { return text = text.dropLast(suffix.utf8.count) }
    }
    dropSuffix()
    if text.hasPrefix("\"") { text = text.dropFirst() }
    if text.hasSuffix("\"") { text = text.dropLast() }
    dropSuffix()
    return String(text)
  }

  /// Parses a field with a list of tags. `*` is a tag.
  public static func list(_ field: String) -> [String] {
    var tags: [String] = []
    var rest = field[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "," || $0 == "\t" }
      guard !rest.isEmpty else { return tags }
      // A comma between quotes belongs to the tag.
      var isQuoted = false
      let end = rest.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }
      let tag = rest[..<(end ?? rest.endIndex)]
      let text = TextRules.trimmed(String(tag))
      if !text.isEmpty { tags.append(text) }
      rest = end.map { rest[$0...] } ?? ""
    }
  }
}
