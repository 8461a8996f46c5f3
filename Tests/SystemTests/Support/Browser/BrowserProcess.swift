import Foundation
import Programs
import Synchronization

/// A chromedriver and its browser.
///
/// To start and to end both takes half a second of both processors. One headless shell therefore serves the tests one
/// after the other, each in a separate browser context, which shares no cookie, storage, cache or service worker with
/// another one. The full Chromium is started for each test, with a new profile.
final class BrowserProcess: Sendable {
  /// The paths on Debian.
  static let driver = "/usr/bin/chromedriver"
  static let chromium = "/usr/bin/chromium"
  static let shell = "/usr/bin/chromium-headless-shell"

  static func isInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Shells that no test is using.
  private static let idle = Mutex<[BrowserProcess]>([])

  /// Returns a shell whose earlier context is closed, or a new one.
  static func idleShell() throws -> BrowserProcess {
    if let found = idle.withLock({ $0.popLast() }) { return found }
    return try BrowserProcess(
      program: Executable.repository.path + "/Tests/Browser/headless-shell", window: Browser.Screen.desktop.size)
  }

  /// Keeps a shell for the next test. The program ends all of them when it exits.
  static func keep(_ shell: BrowserProcess) {
    endsAtExit
    idle.withLock { $0.append(shell) }
  }

  private static let endsAtExit: Void = {
    atexit { BrowserProcess.idle.withLock { $0 = [] } }
  }()

  /// The checks of a whole page in one script take long on a busy machine.
  static let scriptMilliseconds = 300_000

  private let program: Program
  private let folder: TemporaryFolder
  private let client: HTTPClient
  private let session: String

  init(program browser: String, window: (width: Int, height: Int)) throws {
    folder = try TemporaryFolder()
    let port: UInt16
    (program, port) = try Self.start(in: folder)
    client = HTTPClient(port: port)
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--lang=en-GB",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
      "--window-size=\(window.width),\(window.height)", "--user-data-dir=\(folder.path)/profile",
    ]
    let options: [String: Any] = [
      "binary": browser, "args": arguments, "perfLoggingPrefs": ["enableNetwork": true],
      "prefs": ["intl.accept_languages": "en-GB,en"],
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options, "timeouts": ["script": Self.scriptMilliseconds],
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
    ]
    let made: Any?
    do {
      made = try Self.send("POST", "/session", ["capabilities": ["alwaysMatch": wanted]], to: client)
    } catch {
      program.end()
      throw error
    }
    guard let id = (made as? [String: Any])?.text("sessionId") else {
      program.end()
      throw HTTPFailure(description: "no session")
    }
    session = "/session/\(id)"
  }

  /// Starts chromedriver, and returns its port. It listens on a free port of IPv4 and then on the same one of IPv6; if
  /// that one is in use, it exits, and is started again.
  private static func start(in folder: TemporaryFolder) throws -> (Program, UInt16) {
    var attempt = 0
    while true {
      attempt += 1
      let output = try folder.file("chromedriver-\(attempt)")
      let program = try Program(driver, ["--port=0"], output: output.handle.fileDescriptor)
      var text = ""
      let port: UInt16? = try found("chromedriver listens or exits") {
        let isRunning = program.isRunning
        text = try String(contentsOfFile: output.path, encoding: .utf8)
        if let found = text.firstMatch(of: /started successfully on port (\d+)/) { return UInt16(found.output.1) }
        return isRunning ? nil : .some(nil)
      }
      if let port { return (program, port) }
      guard attempt < 10 else { throw HTTPFailure(description: "chromedriver exits: \(text)") }
    }
  }

  /// Ending the session ends the browser.
  deinit {
    _ = try? send("DELETE", "")
    program.end()
  }

  /// A connection to the browser itself.
  func devTools() throws -> DevTools {
    try DevTools(profile: folder.path + "/profile")
  }

  /// Runs a command of the session and returns its value.
  @discardableResult
  func send(_ verb: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
    try Self.send(verb, session + path, body, to: client)
  }

  private static func send(_ verb: String, _ path: String, _ body: [String: Any]?, to client: HTTPClient) throws -> Any?
  {
    let connection = try client.connect()
    defer { close(connection) }
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    var request = "\(verb) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nConnection: close\r\n"
    if body != nil { request += "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(data.count)\r\n" }
    try client.write(Array((request + "\r\n").utf8) + data, to: connection)
    let response = try Self.body(of: connection)
    let object = (try JSONSerialization.jsonObject(with: response, options: .fragmentsAllowed)) as? [String: Any]
    let value = object?["value"]
    if let error = value as? [String: Any], let name = error.text("error"), let message = error.text("message") {
      throw HTTPFailure(description: "\(name): \(message.prefix(400))")
    }
    return value
  }

  /// The driver may keep the connection open, so the length ends the response.
  private static func body(of connection: Int32) throws -> Data {
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var end: Int?
    while end == nil || bytes.count < end ?? 0 {
      if end == nil, let head = bytes.range(of: Data("\r\n\r\n".utf8)) {
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
        guard let length = text.firstMatch(of: /content-length: *(\d+)/).flatMap({ Int($0.output.1) }) else {
          throw HTTPFailure(description: "the response of the driver has no length")
        }
        end = head.upperBound + length
        continue
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { throw HTTPFailure(description: "the driver does not respond") }
      bytes += chunk[..<count]
    }
    let start = bytes.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? 0
    return bytes[start...]
  }
}
