import Glibc

/// The copies of a database that are kept before its schema changes. Only the newest copy remains.
public struct OldSchemaCopies: Sendable {
  static let partSuffix = ".part"
  private let path: String

  public init(of path: String) {
    self.path = path
  }

  func path(schema: Int) -> String {
    "\(path).schema-\(schema)"
  }

  /// The existing copies and the remains of interrupted ones.
  var all: [String] {
    let folder = DiskSpace.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let text = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard text.hasPrefix(name + ".schema-") else { continue }
      var rest = text.dropFirst(name.utf8.count + 8)
      if rest.hasSuffix(Self.partSuffix) { rest = rest.dropLast(Self.partSuffix.count) }
      if !rest.isEmpty, rest.allSatisfy(\.isNumber) { found.append("\(folder)/\(text)") }
    }
    return found
  }

  public func removeAll(but kept: String? = nil) {
    for file in all where file.split(separator: "/").last != kept?.split(separator: "/").last { unlink(file) }
  }

  /// Removes copies older than `seconds`.
  public func removeAll(olderThan seconds: Int) {
    for file in all {
      var status = stat()
      guard stat(file, &status) == 0, time(nil) - status.st_mtim.tv_sec >= seconds else { continue }
      unlink(file)
    }
  }
}
