import Foundation

/// A client of the W3C WebDriver protocol (JSON over HTTP), with a separate browser.
final class WebDriver: BrowserDriver {
  /// The key of an element reference in the standard.
  static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  static var isInstalled: Bool { BrowserProcess.isInstalled(BrowserProcess.driver, BrowserProcess.chromium) }

  private let process: BrowserProcess
  /// The browser context of the shell, with its connection and the window that is always open.
  private let context: (id: String, devTools: DevTools, otherWindow: Any)?

  /// Starts the headless shell, or the full Chromium if the test wants it or the shell is not installed.
  init(window: (width: Int, height: Int)) throws {
    guard !FullBrowser.isWanted, BrowserProcess.isInstalled(BrowserProcess.shell) else {
      process = try BrowserProcess(program: BrowserProcess.chromium, window: window)
      context = nil
      return
    }
    let process = try BrowserProcess.idleShell()
    self.process = process
    let devTools = try process.devTools()
    let otherWindow = try process.send("GET", "/window")
    let made = try devTools.send("Target.createBrowserContext").text("browserContextId")
    guard let id = made, let otherWindow else { throw HTTPFailure(description: "no browser context") }
    context = (id, devTools, otherWindow)
    try post("/window", ["handle": openTab(of: window)])
    _ = try readLogs()
  }

  /// Opens an empty tab and returns its handle. The driver itself opens tabs outside of the context.
  func openTab(of size: (width: Int, height: Int)) throws -> String {
    let opened: String?
    if let context {
      let target: [String: Any] = [
        "url": "about:blank", "browserContextId": context.id, "width": size.width, "height": size.height,
      ]
      opened = try context.devTools.send("Target.createTarget", target).text("targetId")
    } else {
      opened = (try post("/window/new", ["type": "tab"]) as? [String: Any])?.text("handle")
    }
    guard let opened else { throw HTTPFailure(description: "no tab") }
    try eventually("the driver knows the new tab") {
      (try get("/window/handles") as? [String])?.contains(opened) == true
    }
    return opened
  }

  /// Closing the context closes its windows and removes its data. A shell that does not respond is not used again.
  deinit {
    guard let context else { return }
    do {
      try context.devTools.send("Target.disposeBrowserContext", ["browserContextId": context.id])
      try post("/window", ["handle": context.otherWindow])
      _ = try readLogs()
      BrowserProcess.keep(process)
    } catch {}
  }

  @discardableResult
  func post(_ path: String, _ body: [String: Any]) throws -> Any? {
    try process.send("POST", path, body)
  }

  func get(_ path: String) throws -> Any? {
    try process.send("GET", path)
  }

  func delete(_ path: String) throws {
    try process.send("DELETE", path)
  }

  /// Runs a command of the DevTools protocol in the current page.
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
}
