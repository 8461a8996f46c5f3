public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// The bytes of each piece of a file's content but the last.
  public static let fileChunkBytes = FileRules.chunkBytes

  /// A stored file, or a folder.
  public struct FileEntry: Codable, Hashable, Sendable {
    public var path: FilePath
    public var isFolder: Bool
    public var size: Int
    /// The SHA-256 of the content; empty for a folder.
    public var sha256: [UInt8]
    public var modifiedAt: Instant
    /// The number under which the content is stored.
    public var blob: Int64

    public init(path: FilePath, isFolder: Bool, size: Int, sha256: [UInt8], modifiedAt: Instant, blob: Int64) {
      self.path = path
      self.isFolder = isFolder
      self.size = size
      self.sha256 = sha256
      self.modifiedAt = modifiedAt
      self.blob = blob
    }

    /// The strong entity tag, without quotes.
    public var tag: String {
      guard !isFolder else { return "f" + String(modifiedAt.seconds, radix: 16) }
      return sha256.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Returns a file or a folder, and what is directly in the folder.
  public struct ListFiles: Method {
    public typealias API = SessionAPI
    public static let name = "file.list"
    public var path: FilePath
    public var hasChildren: Bool

    public init(path: FilePath, hasChildren: Bool) {
      self.path = path
      self.hasChildren = hasChildren
    }

    public struct Reply: Codable, Sendable {
      public var entry: FileEntry?
      public var children: [FileEntry]

      public init(entry: FileEntry?, children: [FileEntry]) {
        self.entry = entry
        self.children = children
      }
    }
  }

  /// Returns one piece of a file's content.
  public struct ReadFile: Method {
    public typealias API = SessionAPI
    public static let name = "file.read"
    public var blob: Int64
    public var place: Int

    public init(blob: Int64, place: Int) {
      self.blob = blob
      self.place = place
    }

    public struct Reply: Codable, Sendable {
      public var bytes: [UInt8]
      public init(bytes: [UInt8]) { self.bytes = bytes }
    }
  }

  /// Stores one piece of content that no file has yet. It is deleted after an hour unless a file gets it.
  public struct WriteUpload: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "upload.write"
    public var blob: Int64
    public var place: Int
    public var bytes: [UInt8]

    public init(blob: Int64, place: Int, bytes: [UInt8]) {
      self.blob = blob
      self.place = place
      self.bytes = bytes
    }
  }

  /// The result of a change of files.
  public enum FileOutcome: String, Codable, Sendable {
    case created, replaced
    /// Nothing has this path.
    case missing
    case missingParent
    /// A folder has this path, or a file where a folder is needed.
    case otherKind
    /// A condition of the request does not hold.
    case conditionFailed
    /// A name or the depth is not allowed.
    case badPath
    /// The content is not what the name says.
    case badContent
    /// The user has too many files or bytes.
    case full
  }

  public struct FileReply: Codable, Sendable {
    public var outcome: FileOutcome
    public var entry: FileEntry?

    public init(_ outcome: FileOutcome, _ entry: FileEntry? = nil) {
      self.outcome = outcome
      self.entry = entry
    }
  }

  /// Gives uploaded content to a file.
  public struct PutFile: Method {
    public typealias API = SessionAPI
    public typealias Reply = FileReply
    public static let name = "file.put"
    public var path: FilePath
    public var blob: Int64
    public var size: Int
    public var sha256: [UInt8]
    public var condition: FileCondition
    /// The import of the file; nil if it is only stored.
    public var order: ImportOrder?

    public init(
      path: FilePath, blob: Int64, size: Int, sha256: [UInt8], condition: FileCondition, order: ImportOrder? = nil
    ) {
      self.order = order
      self.path = path
      self.blob = blob
      self.size = size
      self.sha256 = sha256
      self.condition = condition
    }
  }

  public struct MakeFolder: Method {
    public typealias API = SessionAPI
    public typealias Reply = FileReply
    public static let name = "file.makeFolder"
    public var path: FilePath
    public init(path: FilePath) { self.path = path }
  }

  public struct MoveFile: Method {
    public typealias API = SessionAPI
    public typealias Reply = FileReply
    public static let name = "file.move"
    public var path: FilePath
    public var target: FilePath
    public var overwrites: Bool
    public var condition: FileCondition
    /// The import of the file; nil if it is only moved.
    public var order: ImportOrder?

    public init(
      path: FilePath, target: FilePath, overwrites: Bool, condition: FileCondition, order: ImportOrder? = nil
    ) {
      self.order = order
      self.path = path
      self.target = target
      self.overwrites = overwrites
      self.condition = condition
    }
  }

  public struct DeleteFile: Method {
    public typealias API = SessionAPI
    public typealias Reply = FileReply
    public static let name = "file.delete"
    public var path: FilePath
    public var condition: FileCondition

    public init(path: FilePath, condition: FileCondition) {
      self.path = path
      self.condition = condition
    }
  }
}
