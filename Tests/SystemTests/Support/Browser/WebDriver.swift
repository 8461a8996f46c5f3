import Foundation
import Programs

/// A client of the W3C WebDriver protocol (JSON over HTTP) with its own chromedriver.
final class WebDriver: BrowserDriver {
  /// The key of an element reference in the standard.
  static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  private let program: Program
  private let folder: TemporaryFolder
  private var client = HTTPClient(port: 0)
  private var session = ""

  /// The paths on Debian.
  static let programs = ["/usr/bin/chromedriver", "/usr/bin/chromium"]

  static var isInstalled: Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  init(arguments: [String]) throws {
    folder = try TemporaryFolder()
    (program, client.port) = try Self.start(in: folder)
    let options: [String: Any] = [
      "binary": Self.programs[1], "args": arguments + ["--user-data-dir=\(folder.path)/profile"],
      "perfLoggingPrefs": ["enableNetwork": true], "prefs": ["intl.accept_languages": "en-GB,en"],
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options,
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
    ]
    let made = try send("POST", "/session", ["capabilities": ["alwaysMatch": wanted]]) as? [String: Any]
    guard let id = made?["sessionId"] as? String else { throw HTTPFailure(description: "no session") }
    session = "/session/\(id)"
  }

  /// Starts chromedriver, and returns its port. It listens on a free port of IPv4 and then on the same one of IPv6; if
  /// that one is in use, it exits, and is started again.
  private static func start(in folder: TemporaryFolder) throws -> (Program, UInt16) {
    var attempt = 0
    while true {
      attempt += 1
      let output = try folder.file("chromedriver-\(attempt)")
      let program = try Program(programs[0], ["--port=0"], output: output.handle.fileDescriptor)
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
    if !session.isEmpty { _ = try? send("DELETE", session) }
    program.end()
  }

  /// Runs a command of the session and returns its value.
  @discardableResult
  func post(_ path: String, _ body: [String: Any]) throws -> Any? {
    try send("POST", session + path, body)
  }

  func get(_ path: String) throws -> Any? {
    try send("GET", session + path)
  }

  func delete(_ path: String) throws {
    _ = try send("DELETE", session + path)
  }

  /// Runs a command of the DevTools protocol.
  @discardableResult
  func devTools(_ command: String, _ parameters: [String: Any]) throws -> Any? {
    try post("/goog/cdp/execute", ["cmd": command, "params": parameters])
  }

  func readLogs() throws -> BrowserLogs {
    func entries(_ type: String) throws -> [[String: Any]] {
      try post("/se/log", ["type": type]) as? [[String: Any]] ?? []
    }
    return BrowserLogs(
      console: try entries("browser").map { ($0.text("level") ?? "", $0.text("message") ?? "") },
      network: try entries("performance").map { $0.text("message") ?? "" })
  }

  private func send(_ verb: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
    let connection = try client.connect()
    defer { close(connection) }
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    var request = "\(verb) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nConnection: close\r\n"
    if body != nil { request += "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(data.count)\r\n" }
    try client.write(Array((request + "\r\n").utf8) + data, to: connection)
    let answer = try Self.body(of: connection)
    let object = (try JSONSerialization.jsonObject(with: answer, options: .fragmentsAllowed)) as? [String: Any]
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
      guard count > 0 else { throw HTTPFailure(description: "the driver does not answer") }
      bytes += chunk[..<count]
    }
    let start = bytes.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? 0
    return bytes[start...]
  }
}
