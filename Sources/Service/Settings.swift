import Proto

/// Where a process keeps its things and how it behaves: from flags, then `WAYMARK_…` variables, then defaults.
public struct Settings: Sendable, Equatable {
  /// The directory of everything that must survive.
  public var data: String
  /// The directory of sockets and process ids.
  public var run: String
  public var listen: ListenAddress
  /// What `--database` says; nil is a file in the data directory.
  public var database: String?
  public var logLevel: Log.Level
  public var logFormat: Log.Format
  public var jwtKeys: String?
  public var jwtIssuer: String?
  public var jwtAudience: String?
  public var corsOrigins: [String]
  /// The peers that may name the user, and the header in which they do.
  public var trustedProxies: TrustedProxies
  public var userHeader: String?
  public var publicURL: PublicURL?
  /// What the edge may hold of requests and answers that wait.
  public var edgeBufferBytes: Int
  /// User ids, besides our own, whose processes may connect to the services' sockets.
  public var peerUsers: Set<UInt32>
  /// How long a process may say nothing before `up` kills it and starts it again.
  public var silenceMilliseconds: Int
  /// The copies that `up` has made; nil where it makes none.
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

  /// Where the edge says on which address it listens.
  public var addressPath: String { run + "/edge.address" }

  /// A database file of that name in the data directory.
  public func databasePath(_ name: String) -> String {
    "\(data)/\(name).sqlite"
  }

  public func socketPath(_ service: String) -> String {
    "\(run)/\(service).sock"
  }

  /// Throws in one line where the system could not make a socket of that name.
  public func checkSocketPath(_ service: String) throws(SettingsError) {
    guard !UnixSocket.isUsable(path: socketPath(service)) else { return }
    throw SettingsError("\(socketPath(service)): a socket's path has at most 107 bytes; give a shorter --run")
  }

  public func makeLog(_ service: String) -> Log {
    Log(service: service, level: logLevel, format: logFormat)
  }
}

/// A setting that cannot be used, described in one line.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
