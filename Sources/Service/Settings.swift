import Proto

/// The settings of a process: from flags, then `WAYMARK_…` variables, then defaults.
public struct Settings: Sendable, Equatable {
  /// The directory of all persistent data.
  public var data: String
  /// The directory of sockets and process ids of a running stack.
  public var run: String
  public var listen: ListenAddress
  /// The value of `--database`, or nil for a file in the data directory.
  public var database: String?
  public var logLevel: Log.Level
  public var logFormat: Log.Format
  public var jwtKeys: String?
  public var jwtIssuer: String?
  public var jwtAudience: String?
  public var corsOrigins: [String]
  /// The proxies that may name the user, and the header they use.
  public var trustedProxies: TrustedProxies
  public var userHeader: String?
  public var publicURL: PublicURL?
  /// The edge's budget for waiting requests and responses.
  public var edgeBufferBytes: Int
  /// Additional user ids whose processes may connect to the sockets.
  public var peerUsers: Set<UInt32>
  /// The time that a process may be silent before `up` restarts it.
  public var silenceMilliseconds: Int
  /// The schedule of backups by `up`, or nil.
  public var backup: BackupPlan?

  public init(data: String = "./data", run: String? = nil) {
    self.data = data
    self.run = run ?? data + "/run"
    listen = ListenAddress()
    logLevel = .info
    logFormat = .text
    corsOrigins = []
    trustedProxies = TrustedProxies()
    edgeBufferBytes = 128 << 20
    peerUsers = []
    silenceMilliseconds = 15_000
  }

  /// The file in which the edge stores its address.
  public var addressPath: String { run + "/edge.address" }

  /// Returns the path of a database file in the data directory.
  public func databasePath(_ name: String) -> String {
    "\(data)/\(name).sqlite"
  }

  public func socketPath(_ service: String) -> String {
    "\(run)/\(service).sock"
  }

  /// Throws if the path of a socket is too long for the system.
  public func checkSocketPath(_ service: String) throws(SettingsError) {
    guard !UnixSocket.isUsable(path: socketPath(service)) else { return }
    throw SettingsError("\(socketPath(service)): a socket's path has at most 107 bytes; give a shorter --run")
  }

  public func makeLog(_ service: String) -> Log {
    Log(service: service, level: logLevel, format: logFormat)
  }
}

/// An invalid setting, described in one line.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
