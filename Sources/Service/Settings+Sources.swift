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
  public static let variablesAlone: [(variable: String, help: String)] = [
    ("WAYMARK_JWT_KEYS", "a file of keys (JWKS) for accepted tokens"),
    ("WAYMARK_JWT_ISSUER", "the required issuer of these tokens"),
    ("WAYMARK_JWT_AUDIENCE", "the required audience of these tokens"),
    ("WAYMARK_CORS_ORIGINS", "other origins that may call the API (CORS), separated by commas, or *"),
    ("WAYMARK_PUBLIC_URL", "the public address of the edge, including its path"),
    ("WAYMARK_TRUSTED_PROXIES", "addresses of proxies that may name the user"),
    ("WAYMARK_USER_HEADER", "the header in which they name the user"),
    ("WAYMARK_BACKUP", "DIR,24h,14: 'up' makes a backup into DIR every 24 hours and keeps 14"),
    ("WAYMARK_WATCHDOG", "the time that a process may be silent before 'up' restarts it (default 15s)"),
    ("WAYMARK_EDGE_BUFFER_MB", "the memory budget of the edge for waiting requests and responses (default 128)"),
    ("WAYMARK_PEER_UIDS", "additional user ids that may connect to the services"),
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
    if let text = try variable("WAYMARK_WATCHDOG") {
      guard text.hasSuffix("s"), let seconds = Int(text.dropLast()), (1...3_600).contains(seconds) else {
        throw SettingsError("WAYMARK_WATCHDOG: '\(text)' is not a time of 1s to 3600s")
      }
      silenceMilliseconds = seconds * 1_000
    }
    if let text = try variable("WAYMARK_EDGE_BUFFER_MB") {
      guard let count = Int(text), (8...65_536).contains(count) else {
        throw SettingsError("WAYMARK_EDGE_BUFFER_MB: '\(text)' is not a number from 8 to 65536")
      }
      edgeBufferBytes = count << 20
    }
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

  /// Returns the value of a variable, or for secrets the content of the file named by the variable with suffix `_FILE`.
  private static func value(of name: String, in environment: (String) -> String?) throws(SettingsError) -> String? {
    if let value = environment(name), !value.isEmpty {
      guard environment(name + "_FILE") ?? "" == "" else {
        throw SettingsError("\(name) and \(name)_FILE are both set; which of them counts?")
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

  private static func list(_ text: String?) -> [String] {
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
