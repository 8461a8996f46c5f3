import Foundation
import Programs

/// A client of Firefox's own protocol (Marionette), which has the commands of WebDriver: Debian has no geckodriver.
final class FirefoxDriver: BrowserDriver {
  /// The path on Debian.
  static let path = "/usr/bin/firefox-esr"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private let program: Program
  private let folder: TemporaryFolder
  private let output: String
  private var connection: Int32 = -1
  private var received: [UInt8] = []
  private var lastNumber = 0
  /// The bytes of the output that were read.
  private var readOutput = 0

  init(theme: Browser.Theme, reducesMotion: Bool, width: Int, height: Int) throws {
    folder = try TemporaryFolder()
    let profile = folder.path + "/profile"
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    try Self.preferences(theme, reducesMotion: reducesMotion)
      .write(toFile: profile + "/user.js", atomically: true, encoding: .utf8)
    let file = try folder.file("output")
    output = file.path
    program = try Program(
      Self.path,
      [
        "--marionette", "--headless", "--no-remote", "--profile", profile, "--width", "\(width)", "--height",
        "\(height)",
      ],
      environment: ["HOME": folder.path, "MOZ_HEADLESS": "1", "TZ": "UTC"],
      output: file.handle.fileDescriptor, errors: file.handle.fileDescriptor)
    let port = try found("Firefox listens") { () -> UInt16? in
      guard program.isRunning else { throw HTTPFailure(description: "Firefox exits") }
      return (try? String(contentsOfFile: profile + "/MarionetteActivePort", encoding: .utf8)).flatMap { UInt16($0) }
    }
    connection = try HTTPClient(port: port).connect()
    _ = try receive()
    try run("WebDriver:NewSession", [:])
    try run("WebDriver:SetTimeouts", ["script": BrowserProcess.scriptMilliseconds])
    try run("WebDriver:SetWindowRect", ["x": 0, "y": 0, "width": width, "height": height])
  }

  deinit {
    if connection >= 0 { close(connection) }
    program.end()
  }

  /// Everything but this machine is behind a proxy that does not exist, so that no request of Firefox itself leaves it.
  private static func preferences(_ theme: Browser.Theme, reducesMotion: Bool) -> String {
    let values: [(String, String)] = [
      ("marionette.port", "0"),
      ("browser.dom.window.dump.enabled", "true"),
      ("intl.accept_languages", "\"en-GB, en\""),
      ("intl.locale.requested", "\"en-GB\""),
      ("layout.css.prefers-color-scheme.content-override", theme == .dark ? "0" : "1"),
      ("ui.prefersReducedMotion", reducesMotion ? "1" : "0"),
      ("network.proxy.type", "1"),
      ("network.proxy.http", "\"127.0.0.1\""), ("network.proxy.http_port", "9"),
      ("network.proxy.ssl", "\"127.0.0.1\""), ("network.proxy.ssl_port", "9"),
      ("network.proxy.no_proxies_on", "\"127.0.0.1, localhost\""),
      ("network.captive-portal-service.enabled", "false"),
      ("network.connectivity-service.enabled", "false"),
      ("services.settings.server", "\"data:,none\""),
      ("accessibility.tabfocus", "7"),
    ]
    return values.map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined()
  }

  // Commands.

  @discardableResult
  func post(_ path: String, _ body: [String: Any]) throws -> Any? {
    let parts = path.split(separator: "/").map(String.init)
    switch parts.first {
    case "url": return try run("WebDriver:Navigate", body)
    case "refresh": return try run("WebDriver:Refresh", [:])
    case "back": return try run("WebDriver:Back", [:])
    case "forward": return try run("WebDriver:Forward", [:])
    case "actions": return try run("WebDriver:PerformActions", body)
    case "execute": return try run("WebDriver:ExecuteScript", body)
    case "element" where parts.count == 3:
      let commands = ["click": "ElementClick", "clear": "ElementClear", "value": "ElementSendKeys"]
      guard let command = commands[parts[2]] else { break }
      return try run("WebDriver:" + command, body.merging(["id": parts[1]]) { $1 })
    default: break
    }
    throw HTTPFailure(description: "Firefox has no command \(path)")
  }

  func get(_ path: String) throws -> Any? {
    guard path == "/screenshot" else { throw HTTPFailure(description: "Firefox has no command \(path)") }
    return try run("WebDriver:TakeScreenshot", ["full": false])
  }

  func delete(_ path: String) throws {
    throw HTTPFailure(description: "Firefox has no command to delete \(path)")
  }

  func openTab(of size: (width: Int, height: Int)) throws -> String {
    throw HTTPFailure(description: "the tests use one tab of Firefox")
  }

  func devTools(_ command: String, _ parameters: [String: Any]) throws -> Any? {
    throw HTTPFailure(description: "Firefox has no DevTools command \(command)")
  }

  /// Errors that no script catches are written to the output. Those of Firefox itself have other addresses.
  func readLogs() throws -> BrowserLogs {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output)).dropFirst(readOutput)
    readOutput += bytes.count
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let errors = lines.filter { $0.hasPrefix("JavaScript error: http://") }
    return BrowserLogs(console: errors.map { ("SEVERE", String($0)) })
  }

  @discardableResult
  private func run(_ command: String, _ parameters: [String: Any]) throws -> Any? {
    lastNumber += 1
    let message = try JSONSerialization.data(withJSONObject: [0, lastNumber, command, parameters] as [Any])
    try HTTPClient(port: 0).write(Array("\(message.count):".utf8) + message, to: connection)
    let reply = try receive() as? [Any] ?? []
    guard reply.count == 4, (reply[1] as? Int) == lastNumber else {
      throw HTTPFailure(description: "a reply of Firefox to another command than \(command)")
    }
    if let error = reply[2] as? [String: Any] {
      throw HTTPFailure(description: "\(error.text("error") ?? ""): \(error.text("message")?.prefix(400) ?? "")")
    }
    let value = (reply[3] as? [String: Any])?["value"]
    return value is NSNull ? nil : value
  }

  /// Receives one message: its length, a colon, and JSON.
  private func receive() throws -> Any {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let colon = received.firstIndex(of: UInt8(ascii: ":")) {
        guard let count = Int(String(decoding: received[..<colon], as: UTF8.self)) else {
          throw HTTPFailure(description: "Firefox sends no length")
        }
        let end = colon + 1 + count
        if received.count >= end {
          let message = Data(received[(colon + 1)..<end])
          received.removeFirst(end)
          return try JSONSerialization.jsonObject(with: message)
        }
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { throw HTTPFailure(description: "Firefox does not respond") }
      received += chunk[..<count]
    }
  }
}
