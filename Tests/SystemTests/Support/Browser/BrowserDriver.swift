/// Drives a browser with the commands of the W3C WebDriver protocol.
protocol BrowserDriver: AnyObject {
  /// Runs a command of the session and returns its value.
  @discardableResult
  func post(_ path: String, _ body: [String: Any]) throws -> Any?

  func get(_ path: String) throws -> Any?

  func delete(_ path: String) throws

  /// Opens an empty tab and returns its handle.
  func openTab(of size: (width: Int, height: Int)) throws -> String

  /// Runs a command of the DevTools protocol, which only Chromium has.
  @discardableResult
  func devTools(_ command: String, _ parameters: [String: Any]) throws -> Any?

  /// Returns the messages of the console and the events of the network since the last call.
  func readLogs() throws -> BrowserLogs
}

struct BrowserLogs {
  /// Errors have the level SEVERE.
  var console: [(level: String, message: String)] = []
  /// Events in the form of `Traffic`. Firefox has none.
  var network: [String] = []
}

extension BrowserDriver {
  @discardableResult
  func post(_ path: String) throws -> Any? { try post(path, [:]) }
}
