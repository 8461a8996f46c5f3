import Glibc
import Service
import Testing

@Suite("Settings")
struct SettingsTests {
  private func settings(
    _ flags: [String: String] = [:], _ variables: [String: String] = [:]
  ) throws(SettingsError) -> Settings {
    try Settings(flags: flags) { variables[$0] }
  }

  @Test("Without flags and variables the defaults apply")
  func defaults() throws {
    let settings = try settings()
    #expect(settings.data == "./data")
    #expect(settings.run == "./data/run")
    #expect(settings.listen.description == "127.0.0.1:8080")
    #expect(settings.databasePath("stats") == "./data/stats.sqlite" && settings.database == nil)
    #expect(settings.socketPath("stats") == "./data/run/stats.sock")
    #expect(settings.logLevel == .info && settings.logFormat == .text)
    #expect(settings.corsOrigins.isEmpty && settings.jwtKeys == nil)
  }

  @Test("A flag overrides a variable, and a variable the default")
  func precedence() throws {
    let variables = ["WAYMARK_DATA": "/var/b", "WAYMARK_LISTEN": "[::1]:81", "WAYMARK_LOG_LEVEL": "debug"]
    let settings = try settings(["data": "/var/a/"], variables)
    #expect(settings.data == "/var/a")
    #expect(settings.run == "/var/a/run")
    #expect(settings.listen == ListenAddress(host: "::1", port: 81))
    #expect(settings.logLevel == .debug)
  }

  @Test("An empty variable counts as absent")
  func emptyVariable() throws {
    #expect(try settings([:], ["WAYMARK_DATA": "", "WAYMARK_JWT_KEYS": ""]) == settings())
  }

  @Test("A file can contain the value of a variable")
  func variableInFile() throws {
    let path = "/tmp/waymark-setting-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    try Files.replace(path, with: "https://a.example, https://b.example\n")
    #expect(try settings([:], ["WAYMARK_CORS_ORIGINS_FILE": path]).corsOrigins.count == 2)
    try Files.replace(path, with: "debug\r\n")
    #expect(try settings([:], ["WAYMARK_LOG_LEVEL_FILE": path]).logLevel == .debug)
    #expect(try settings(["log-level": "error"], ["WAYMARK_LOG_LEVEL_FILE": path]).logLevel == .error)
    try Files.replace(path, with: "\n")
    #expect(try settings([:], ["WAYMARK_LOG_LEVEL_FILE": path]) == settings())
  }

  @Test("Rejects unreadable, too long and non-text files, and duplicate values")
  func rejectedFiles() throws {
    let path = "/tmp/waymark-setting-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    #expect(throws: SettingsError.self) { try settings([:], ["WAYMARK_DATA_FILE": path]) }
    try Files.replace(path, with: String(repeating: "x", count: 65_537))
    #expect(throws: SettingsError.self) { try settings([:], ["WAYMARK_DATA_FILE": path]) }
    #expect(throws: SettingsError.self) { try settings([:], ["WAYMARK_DATA": "a", "WAYMARK_DATA_FILE": path]) }
  }

  @Test("Reads the settings without flags")
  func variablesAlone() throws {
    let settings = try settings(
      [:],
      [
        "WAYMARK_JWT_KEYS": "keys.json", "WAYMARK_JWT_ISSUER": "i", "WAYMARK_JWT_AUDIENCE": "a",
        "WAYMARK_CORS_ORIGINS": "https://a.example, https://b.example", "WAYMARK_PEER_UIDS": "33,1000",
      ])
    #expect(settings.jwtKeys == "keys.json" && settings.jwtIssuer == "i" && settings.jwtAudience == "a")
    #expect(settings.corsOrigins == ["https://a.example", "https://b.example"])
    #expect(settings.peerUsers == [33, 1000])
  }

  @Test("Reads the memory of the edge and of the views, within bounds")
  func memory() throws {
    #expect(try settings().edgeBufferBytes == 128 << 20 && settings().viewStateBytes == 192 << 20)
    let names: [(name: String, path: KeyPath<Settings, Int>, smallest: Int)] = [
      ("WAYMARK_EDGE_BUFFER_MB", \.edgeBufferBytes, 8), ("WAYMARK_VIEW_STATE_MB", \.viewStateBytes, 16),
    ]
    for (name, path, smallest) in names {
      for value in [smallest, 300, 65_536] {
        #expect(try settings([:], [name: "\(value)"])[keyPath: path] == value << 20)
      }
      for text in ["\(smallest - 1)", "65537", "-20", "64MB", "1e2", " ", "9223372036854775808"] {
        let error = #expect(throws: SettingsError.self) { try settings([:], [name: text]) }
        #expect(error?.description == "\(name): '\(text)' is not a number from \(smallest) to 65536")
      }
    }
  }

  @Test("Reads who may read the metrics")
  func metricsAccess() throws {
    func access(_ text: String) throws(SettingsError) -> MetricsAccess {
      try settings([:], ["WAYMARK_METRICS": text]).metricsAccess
    }
    #expect(try settings().metricsAccess == .everyClient && access("public") == .everyClient)
    #expect(try access("token") == .credentials && access("off") == .nobody)
    #expect(try access("[::1]:9100") == .address(ListenAddress(host: "::1", port: 9_100)))
    #expect(try access(":9100") == .address(ListenAddress(host: "0.0.0.0", port: 9_100)))
    for text in ["on", "Public", "9100", "localhost", "a:b", "a:65536", "::1:9100", "token "] {
      let error = #expect(throws: SettingsError.self) { try access(text) }
      #expect(error?.description.hasPrefix("WAYMARK_METRICS: '\(text)' is not one of") == true, "\(text)")
    }
  }

  @Test("Rejects malformed origins", arguments: ["foo", "https://a.example/path", "HTTPS://A.example", "://a"])
  func wrongOrigins(text: String) throws {
    #expect(throws: SettingsError.self) { try settings([:], ["WAYMARK_CORS_ORIGINS": "https://b.example, " + text]) }
    #expect(try settings([:], ["WAYMARK_CORS_ORIGINS": "*"]).corsOrigins == ["*"])
  }

  @Test(
    "Rejects invalid values",
    arguments: [
      ("listen", "8080"), ("listen", "a:b"), ("listen", "::1:80"), ("listen", "a:65536"), ("log-level", "loud"),
      ("log-format", "xml"),
    ])
  func rejected(flag: String, value: String) {
    #expect(throws: SettingsError.self) { try settings([flag: value]) }
  }
}
