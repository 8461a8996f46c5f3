import Glibc

extension Settings {
  /// A setting of every command: its flag, its variable and its help.
  public struct Source: Sendable {
    public var flag: String
    public var variable: String
    public var value: String
    public var help: String
  }

  public static let flagSources: [Source] = [
    Source(flag: "data", variable: "WAYMARK_DATA", value: "DIR", help: "all persistent data (default ./data)"),
    Source(flag: "run", variable: "WAYMARK_RUN", value: "DIR", help: "sockets and process ids (default DATA/run)"),
    Source(
      flag: "listen", variable: "WAYMARK_LISTEN", value: "HOST:PORT",
      help: "the edge's address (default 127.0.0.1:8080, port 0 picks one)"),
    Source(
      flag: "database", variable: "WAYMARK_DATABASE", value: "URL",
      help: "the journal's database (default SQLite in DATA)"),
    Source(
      flag: "log-level", variable: "WAYMARK_LOG_LEVEL", value: "LEVEL",
      help: "debug, info, warning or error (default info)"),
    Source(
      flag: "log-format", variable: "WAYMARK_LOG_FORMAT", value: "FORMAT", help: "text or json (default text)"),
  ]

  /// Settings without a flag.
  public static let variablesAlone = ownVariables + ProviderSettings.variables

  private static let ownVariables: [(variable: String, help: String)] = [
    ("WAYMARK_JWT_KEYS", "a file of keys (JWKS) for accepted tokens"),
    ("WAYMARK_JWT_ISSUER", "the required issuer of these tokens"),
    ("WAYMARK_JWT_AUDIENCE", "the required audience of these tokens"),
    ("WAYMARK_CORS_ORIGINS", "other origins that may call the API (CORS), separated by commas, or *"),
    ("WAYMARK_PUBLIC_URL", "the public address of the edge, including its path"),
    ("WAYMARK_TRUSTED_PROXIES", "addresses of proxies that may name the user"),
    ("WAYMARK_USER_HEADER", "the header in which they name the user"),
    ("WAYMARK_ADMINS", "user ids that are admins as soon as they exist, separated by commas"),
    ("WAYMARK_ADMIN_USER", "the first admin, who is created at the start if there is none"),
    ("WAYMARK_ADMIN_PASSWORD", "the password of that admin"),
    ("WAYMARK_SESSION", "how long a browser stays signed in after its last use (default 90d, 2d to 365d)"),
    ("WAYMARK_SECRET_KEY", "32 bytes in base64 that seal secrets (default in DATA/secret.key, created when needed)"),
    (
      ConnectorSettings.variable,
      "the connectors that are on: all (default), none, or names with commas: "
        + ConnectorSettings.names.joined(separator: ", ")
    ),
    ("WAYMARK_INBOX", "a folder: files in its folders, which are named after users, are imported"),
    ("WAYMARK_METRICS", "the access to /metrics: public (default), token, off, or a separate address HOST:PORT"),
    ("WAYMARK_BACKUP", "DIR,24h,14: 'up' makes a backup into DIR every 24 hours and keeps 14"),
    ("WAYMARK_WATCHDOG", "the time that a process may be silent before 'up' restarts it (default 15s)"),
    ("WAYMARK_EDGES", "the number of edges that 'up' starts (default one per four processors, 1 to 64)"),
    ("WAYMARK_EDGE_BUFFER_MB", "the memory budget of all edges for waiting requests and responses (default 128)"),
    ("WAYMARK_VIEW_STATE_MB", "the memory of each view for the states of active users (default 192)"),
    ("WAYMARK_PEER_UIDS", "additional user ids that may connect to the services"),
    ("WAYMARK_APP_REDIRECTS", "addresses to which a sign-in of an app may lead (default waymark://signed-in)"),
    ("WAYMARK_CA_FILE", "a file of certificate authorities for calls to other servers, in addition to the system's"),
    ("WAYMARK_OUTGOING", "the servers that users may have called: any (default), public, none, or hosts and ranges"),
    ("WAYMARK_LOOKUP", "where books are looked up: openlibrary (default) or none"),
  ]

  /// Reads the environment of the process.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// An empty flag or variable counts as absent.
  public init(
    flags: [String: String], environment: (String) -> String? = Settings.environment
  ) throws(SettingsError) {
    func variable(_ name: String) throws(SettingsError) -> String? {
      try Self.value(of: name, in: environment)
    }
    var given: [String: String] = [:]
    for source in Self.flagSources {
      // A flag may override an invalid variable.
      let value = if let flag = flags[source.flag] { flag } else { try variable(source.variable) ?? "" }
      if !value.isEmpty { given[source.flag] = value }
    }
    self.init(data: Self.withoutTrailingSlash(given["data"] ?? "./data"))
    if let run = given["run"] { self.run = Self.withoutTrailingSlash(run) }
    if let text = given["listen"] { listen = try ListenAddress(parsing: text) }
    if let text = given["database"] { database = text }
    if let text = given["log-level"] {
      guard let level = Log.Level(rawValue: text) else {
        throw SettingsError("log level '\(text)' is not one of debug, info, warning, error")
      }
      logLevel = level
    }
    if let text = given["log-format"] {
      guard let format = Log.Format(rawValue: text) else {
        throw SettingsError("log format '\(text)' is not one of text, json")
      }
      logFormat = format
    }
    jwtKeys = try variable("WAYMARK_JWT_KEYS")
    jwtIssuer = try variable("WAYMARK_JWT_ISSUER")
    jwtAudience = try variable("WAYMARK_JWT_AUDIENCE")
    corsOrigins = try Self.list(variable("WAYMARK_CORS_ORIGINS"))
    for origin in corsOrigins where !Self.isOrigin(origin) {
      throw SettingsError("WAYMARK_CORS_ORIGINS: '\(origin)' is not an origin; use https://app.example.org or *")
    }
    trustedProxies = try TrustedProxies(parsing: Self.list(variable("WAYMARK_TRUSTED_PROXIES")))
    if let text = try variable("WAYMARK_USER_HEADER") { userHeader = try Self.checkedHeader(text) }
    if let text = try variable("WAYMARK_PUBLIC_URL") { publicURL = try PublicURL(parsing: text) }
    try setPeople(variable)
    try setSecretsAndProvider(variable)
    if let text = try variable("WAYMARK_CONNECTORS") { connectors = try ConnectorSettings.names(parsing: text) }
    try setOutgoing(variable)
    inbox = try variable("WAYMARK_INBOX")
    if let text = try variable("WAYMARK_METRICS") { metricsAccess = try MetricsAccess(parsing: text) }
    if let text = try variable("WAYMARK_WATCHDOG") {
      guard text.hasSuffix("s"), let seconds = Int(text.dropLast()), (1...3_600).contains(seconds) else {
        throw SettingsError("WAYMARK_WATCHDOG: '\(text)' is not a time of 1s to 3600s")
      }
      silenceMilliseconds = seconds * 1_000
    }
    if let bytes = try Self.mebibytes("WAYMARK_EDGE_BUFFER_MB", 8...65_536, variable) { edgeBufferBytes = bytes }
    try setEdges(flag: flags["edges"], variable)
    if let bytes = try Self.mebibytes("WAYMARK_VIEW_STATE_MB", 16...65_536, variable) { viewStateBytes = bytes }
    if let text = try variable("WAYMARK_BACKUP") {
      do throws(SettingsError) {
        backup = try BackupPlan(parsing: text)
      } catch {
        throw SettingsError("WAYMARK_BACKUP: \(error)")
      }
    }
    for text in try Self.list(variable("WAYMARK_PEER_UIDS")) {
      guard let user = UInt32(text) else { throw SettingsError("WAYMARK_PEER_UIDS: '\(text)' is not a user id") }
      peerUsers.insert(user)
    }
  }

  /// Returns the bytes of a variable in mebibytes, or nil if it is not set.
  private static func mebibytes(
    _ name: String, _ range: ClosedRange<Int>, _ variable: (String) throws(SettingsError) -> String?
  ) throws(SettingsError) -> Int? {
    guard let text = try variable(name) else { return nil }
    guard let count = Int(text), range.contains(count) else {
      throw SettingsError("\(name): '\(text)' is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count << 20
  }

  private mutating func setEdges(
    flag: String?, _ variable: (String) throws(SettingsError) -> String?
  ) throws(SettingsError) {
    let isFlag = flag?.isEmpty == false
    guard let text = isFlag ? flag : try variable("WAYMARK_EDGES") else { return }
    let source = isFlag ? "--edges" : "WAYMARK_EDGES"
    guard let count = Int(text), (1...EdgePlace.most).contains(count) else {
      throw SettingsError("\(source): '\(text)' is not a number from 1 to \(EdgePlace.most)")
    }
    let least = count * EdgePlace.leastBufferBytes
    guard edgeBufferBytes >= least else {
      throw SettingsError("\(source): \(count) edges need WAYMARK_EDGE_BUFFER_MB=\(least >> 20) or more")
    }
    edges = count
  }

  private mutating func setPeople(_ variable: (String) throws(SettingsError) -> String?) throws(SettingsError) {
    admins = try Self.list(variable("WAYMARK_ADMINS"))
    firstAdmin = try variable("WAYMARK_ADMIN_USER")
    firstAdminPassword = try variable("WAYMARK_ADMIN_PASSWORD")
    guard (firstAdmin == nil) == (firstAdminPassword == nil) else {
      let (given, missing) = firstAdmin == nil ? ("PASSWORD", "USER") : ("USER", "PASSWORD")
      throw SettingsError("WAYMARK_ADMIN_\(given) is set without WAYMARK_ADMIN_\(missing); set both or none")
    }
    guard let text = try variable("WAYMARK_SESSION") else { return }
    guard let seconds = TimeSpan.seconds(text), (2 * 86_400...365 * 86_400).contains(seconds) else {
      throw SettingsError("WAYMARK_SESSION: '\(text)' is not a time of 2d to 365d")
    }
    sessionSeconds = seconds
  }

  private mutating func setSecretsAndProvider(
    _ variable: (String) throws(SettingsError) -> String?
  ) throws(SettingsError) {
    provider = try ProviderSettings.read(variable, publicURL: publicURL)
    certificateAuthorities = try variable("WAYMARK_CA_FILE")
    if let text = try variable("WAYMARK_SECRET_KEY") {
      guard let key = Self.secretKey(parsing: text) else {
        throw SettingsError("WAYMARK_SECRET_KEY is not 32 bytes in base64")
      }
      secretKey = key
    }
    guard let text = try variable("WAYMARK_APP_REDIRECTS") else { return }
    appRedirects = Self.list(text)
    for address in appRedirects where !Self.isAppRedirect(address) {
      throw SettingsError("WAYMARK_APP_REDIRECTS: '\(address)' is not an address such as waymark://signed-in")
    }
  }

  private mutating func setOutgoing(_ variable: (String) throws(SettingsError) -> String?) throws(SettingsError) {
    if let text = try variable("WAYMARK_OUTGOING") { outgoing = try OutgoingRule(parsing: text) }
    switch try variable("WAYMARK_LOOKUP") {
    case nil, "openlibrary": looksUpBooks = !outgoing.isNone
    case "none": looksUpBooks = false
    case let text?: throw SettingsError("WAYMARK_LOOKUP: '\(text)' is not openlibrary or none")
    }
  }

  /// Returns the value of a variable, or for secrets the content of the file named by the variable with suffix `_FILE`.
  private static func value(of name: String, in environment: (String) -> String?) throws(SettingsError) -> String? {
    if let value = environment(name), !value.isEmpty {
      guard environment(name + "_FILE") ?? "" == "" else {
        throw SettingsError("\(name) and \(name)_FILE are both set; set only one of them")
      }
      return value
    }
    guard let path = environment(name + "_FILE"), !path.isEmpty else { return nil }
    let bytes: [UInt8]
    do throws(SettingsError) {
      bytes = try Files.read(path, atMost: 65_536)
    } catch {
      throw SettingsError("\(name)_FILE: \(error)")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw SettingsError("\(name)_FILE: \(path) is not UTF-8 text")
    }
    while let last = text.last, last.isNewline { text.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// Reads 32 bytes in base64, in the alphabet of URLs too, with or without padding. Returns nil for anything else.
  public static func secretKey(parsing text: String) -> [UInt8]? {
    var symbols = text.utf8.filter { !" \n\r\t".utf8.contains($0) }[...]
    while symbols.last == UInt8(ascii: "=") { symbols.removeLast() }
    var bytes: [UInt8] = []
    var (held, bits) = (UInt32(0), UInt32(0))
    for symbol in symbols {
      let value: UInt8
      switch symbol {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = symbol - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = symbol - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = symbol + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: return nil
      }
      (held, bits) = (held << 6 | UInt32(value), bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> bits))
      }
    }
    return bytes.count == 32 && symbols.count == 43 ? bytes : nil
  }

  static func list(_ text: String?) -> [String] {
    (text ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
  }

  /// Whether the text is an origin as browsers send it: lower-case scheme, host and optional port.
  private static func isOrigin(_ text: String) -> Bool {
    if text == "*" || text == "null" { return true }
    guard let mark = text.firstRange(of: "://"), mark.lowerBound != text.startIndex, mark.upperBound != text.endIndex
    else { return false }
    return text.lowercased() == text && !text[mark.upperBound...].contains { "/?#@".contains($0) }
  }

  /// Whether the text is a header name without another meaning.
  private static func checkedHeader(_ text: String) throws(SettingsError) -> String {
    let taken = [
      "authorization", "cookie", "host", "connection", "content-length", "content-type", "transfer-encoding", "origin",
      "x-requested-with", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
    ]
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
      default: false
      }
    }
    guard isName, text.utf8.count <= 64, !taken.contains(text.lowercased()) else {
      throw SettingsError("WAYMARK_USER_HEADER: '\(text)' cannot name a user; give a header such as Remote-User")
    }
    return text
  }

  private static func withoutTrailingSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
