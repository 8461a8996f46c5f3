public import Proto

extension SessionAPI {
  /// The import of a stored file: its format and options.
  public struct ImportOrder: Codable, Hashable, Sendable {
    public var connector: ConnectorName
    public var format: ImportFormat
    /// The load of activities in kilograms.
    public var load: Double?

    public init(_ connector: ConnectorName, _ format: ImportFormat, load: Double? = nil) {
      self.connector = connector
      self.format = format
      self.load = load
    }
  }

  /// Stored content that waits to be imported.
  public struct PendingImport: Codable, Hashable, Sendable {
    public var user: String
    public var blob: Int64
    public var size: Int
    /// The name of the file, for problems.
    public var name: String
    public var order: ImportOrder

    public init(user: String, blob: Int64, size: Int, name: String, order: ImportOrder) {
      self.user = user
      self.blob = blob
      self.size = size
      self.name = name
      self.order = order
    }
  }

  /// Orders the import of uploaded content that is not a file.
  public struct AddImport: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "import.add"
    public var blob: Int64
    public var size: Int
    public var name: String
    public var order: ImportOrder

    public init(blob: Int64, size: Int, name: String, order: ImportOrder) {
      self.blob = blob
      self.size = size
      self.name = name
      self.order = order
    }
  }

  /// Takes a pending import for some seconds, so that no other host runs it: the given one, or the oldest of all users.
  /// A user has one at a time.
  public struct ClaimImport: Method {
    public typealias API = SessionAPI
    public static let name = "import.claim"
    public var blob: Int64?
    public init(blob: Int64? = nil) { self.blob = blob }

    public struct Reply: Codable, Sendable {
      public var pending: PendingImport?
      public init(pending: PendingImport?) { self.pending = pending }
    }
  }

  /// Keeps a claim for some more seconds.
  public struct RenewImport: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "import.renew"
    public var blob: Int64
    public init(blob: Int64) { self.blob = blob }
  }

  /// Ends a claim: the import is done, or will be tried again.
  public struct FinishImport: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "import.finish"
    public var blob: Int64
    public var isDone: Bool
    /// Names what was skipped and why; nil if nothing was.
    public var problem: String?

    public init(blob: Int64, isDone: Bool, problem: String? = nil) {
      self.blob = blob
      self.isDone = isDone
      self.problem = problem
    }
  }
}
