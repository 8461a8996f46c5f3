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
  /// The ids that are admins as soon as they exist.
  public var admins: [String]
  /// The admin who is created at the start if there is none.
  public var firstAdmin: String?
  public var firstAdminPassword: String?
  /// The time for which a browser stays signed in after its last use.
  public var sessionSeconds: Int64
  /// The key that seals secrets, or nil for one in the data directory.
  public var secretKey: [UInt8]?
  /// The OpenID Connect provider, or nil.
  public var provider: ProviderSettings?
  /// The addresses to which a sign-in of an app may lead.
  public var appRedirects: [String]
  /// A file of certificate authorities for calls to other servers, in addition to those of the system.
  public var certificateAuthorities: String?
  /// The servers that may be called for users.
  public var outgoing: OutgoingRule
  /// Whether books are looked up at Open Library.
  public var looksUpBooks: Bool
  public var metricsAccess: MetricsAccess
  /// The names of the connectors that are switched on.
  public var connectors: Set<String>
  /// The folder from which files are imported, or nil.
  public var inbox: String?
  /// The number of edges that `up` starts, or nil for the usual one.
  public var edges: Int?
  /// The place of this edge among those that `up` has started.
  public var edgePlace: EdgePlace
  /// The budget of all edges for waiting requests and responses.
  public var edgeBufferBytes: Int
  /// The memory of each view for the states of active users.
  public var viewStateBytes: Int
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
    admins = []
    sessionSeconds = 90 * 86_400
    appRedirects = ["waymark://signed-in"]
    outgoing = .any
    looksUpBooks = true
    trustedProxies = TrustedProxies()
    metricsAccess = .everyClient
    connectors = Set(ConnectorSettings.names)
    edgePlace = .only
    edgeBufferBytes = 128 << 20
    viewStateBytes = 192 << 20
    peerUsers = []
    silenceMilliseconds = 15_000
  }

  /// The file in which the edge stores its address.
  public var addressPath: String { run + "/edge.address" }

  /// The file with the link that creates the first admin.
  public var setupLinkPath: String { data + "/setup-link" }

  /// The file with the key that seals secrets, if the settings contain none.
  public var secretKeyPath: String { data + "/secret.key" }

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
