public import API
import Domain

/// A file in the folder of a user, or in a folder there that is named after a format.
public struct InboxFile: Hashable, Sendable {
  public var user: String
  /// Nil for a file in the user's own folder.
  public var folder: String?
  public var name: String

  public init(user: String, folder: String? = nil, name: String) {
    self.user = user
    self.folder = folder
    self.name = name
  }

  /// The format and the load of the import, or nil if the name does not show the format.
  public var order: SessionAPI.ImportOrder? {
    ImportRule.order(for: FilePath([folder, name].compactMap(\.self)), from: .inbox)
  }
}

/// Identifies the content of a file without reading it.
public struct InboxStamp: Hashable, Sendable {
  public var inode: UInt64
  public var size: Int64
  public var nanoseconds: Int64

  public init(inode: UInt64, size: Int64, nanoseconds: Int64) {
    self.inode = inode
    self.size = size
    self.nanoseconds = nanoseconds
  }
}

/// The names in an inbox.
public enum InboxRules {
  /// The folders next to a file to which it is moved.
  public static let done = "done"
  public static let failed = "failed"

  /// Whether a file of this name is one that a program still writes, or one that it hides.
  public static func isIgnored(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(".") || name.hasPrefix("~") || name.contains(".syncthing")
      || [".tmp", ".part"].contains { name.hasSuffix($0) }
      || !FileRules.isAllowed(FilePath([name]), isFolder: false)
  }

  public static func isUser(_ folder: String) -> Bool { TextRules.isNewUserId(folder) && !folder.hasPrefix(".") }

  public static func isFormat(_ folder: String) -> Bool { ImportFormat(rawValue: folder) != nil }

  /// The names that a moved file may get, best first. A long one loses its start, so that a suffix fits.
  public static func names(for name: String) -> [String] {
    var short = name
    while short.utf8.count > FileRules.nameBytes - addedBytes { short.removeFirst() }
    return [short] + (2...mostNames).map { "\($0)-\(short)" }
  }

  private static let mostNames = 999
  /// The bytes of a number before the name, and of `.txt` after it.
  private static let addedBytes = 8
}
