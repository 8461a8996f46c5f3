import Foundation
import Testing

/// A browser that shows the page of a stack, with the actions of a person.
final class Browser {
  enum Screen: CaseIterable, Sendable {
    case phone, desktop

    var size: (width: Int, height: Int) { self == .phone ? (390, 844) : (1_440, 900) }
  }

  enum Theme: String, CaseIterable, Sendable {
    case light, dark
  }

  static var isInstalled: Bool { WebDriver.isInstalled }
  static let absence: Comment = "chromium and chromium-driver are not installed"
  /// The longest time that an element may take to appear, in seconds.
  static let patience = Patience.seconds

  let driver: any BrowserDriver
  let address: String
  let screen: Screen
  let theme: Theme
  private(set) var traffic = Traffic()
  /// All messages of the console.
  private(set) var console: [(level: String, message: String)] = []

  /// Notes the time of the first event of the stream of changes.
  private static let streamTime = """
    window.streamAt = null;
    window.EventSource = class extends EventSource {
      constructor(...given) {
        super(...given);
        this.addEventListener("change", () => { window.streamAt ??= performance.now(); }, { once: true });
      }
    };
    """

  /// - Parameters:
  ///   - host: `localhost` for passkeys, which need a name.
  ///   - path: the path of the page at the stack's address.
  init(
    _ stack: Stack, screen: Screen = .desktop, theme: Theme = .light, reducesMotion: Bool = true,
    host: String = "127.0.0.1", path: String = ""
  ) throws {
    self.screen = screen
    self.theme = theme
    address = "http://\(host):\(stack.port)\(path)/"
    let (width, height) = screen.size
    driver = try WebDriver(window: screen.size)
    try driver.devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": screen == .phone])
    // Other browsers on the machine would take the keyboard focus from this one.
    try driver.devTools("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try driver.devTools(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": theme.rawValue],
          ["name": "prefers-reduced-motion", "value": reducesMotion ? "reduce" : "no-preference"],
        ]
      ])
    try driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.streamTime])
    if !ServiceWorker.isAllowed, !FullBrowser.isWanted {
      let removal = "delete Navigator.prototype.serviceWorker"
      try driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": removal])
    }
  }

  /// Firefox, whose windows are at least 500 pixels wide.
  init(firefox stack: Stack, theme: Theme = .light) throws {
    screen = .desktop
    self.theme = theme
    address = "http://127.0.0.1:\(stack.port)/"
    let (width, height) = screen.size
    driver = try FirefoxDriver(theme: theme, reducesMotion: true, width: width, height: height)
  }

  // Navigation.

  /// Opens a place by its hash, such as `#/reading`. Nothing is loaded again if only the hash changes.
  func open(_ hash: String = "") throws {
    try driver.post("/url", ["url": address + hash])
  }

  func open(url: String) throws {
    try driver.post("/url", ["url": url])
  }

  func reload() throws { try driver.post("/refresh") }
  func back() throws { try driver.post("/back") }
  func forward() throws { try driver.post("/forward") }

  /// Signs in with the link that `waymark sign-in` prints.
  func signIn(_ stack: Stack, user: String) throws {
    let made = try stack.command("sign-in", "--user", user)
    #expect(made.code == 0, "\(made.errors)")
    let code = made.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "#").last ?? ""
    try open("#\(code)")
  }

  var hash: String {
    get throws { try run("return location.hash") as? String ?? "" }
  }

  // Reading the page.

  @discardableResult
  func run(_ script: String, _ arguments: Any...) throws -> Any? {
    let value = try driver.post("/execute/sync", ["script": script, "args": arguments])
    return value is NSNull ? nil : value
  }

  /// The visible text of the page.
  var text: String {
    get throws { try run("return document.body.innerText") as? String ?? "" }
  }

  func waitFor(text: String, within seconds: Double = patience) throws {
    try eventually(within: seconds, "“\(text)” on the page") { try self.text.contains(text) }
  }

  func waitForGone(text: String, within seconds: Double = patience) throws {
    try eventually(within: seconds, "“\(text)” no longer on the page") { try !self.text.contains(text) }
  }

  func waitFor(role: String, name: String, within seconds: Double = patience) throws {
    try found(within: seconds, "\(role) “\(name)”") { try find(role, name) }
  }

  func has(role: String, name: String) throws -> Bool {
    try find(role, name) != nil
  }

  // Actions.

  /// Clicks the first visible element of a role (button, link, textbox …) whose name equals or starts with `name`. The
  /// driver presses at the place where the element was found, so a click misses an element that moves at that moment,
  /// for example below a new message. It is then repeated.
  func click(role: String, name: String) throws {
    try eventually(within: Self.patience, "\(role) “\(name)” can be clicked") {
      guard let element = try find(role, name) else { return false }
      // Avoid the edge of the window, where a message may cover the element.
      try run(
        """
        const [element] = arguments;
        element.scrollIntoView({ block: "center" });
        window.clickHasArrived = false;
        element.addEventListener("click", () => { window.clickHasArrived = true; }, { capture: true, once: true });
        """, [WebDriver.elementKey: element])
      try driver.post("/element/\(element)/click")
      // Another document, or one that is being left, has no such value: the click has loaded it.
      return (try? run("return window.clickHasArrived")) as? Bool != false
    }
  }

  /// Replaces the text of a field with the keyboard. A field that is drawn again before it has the text is looked up
  /// again.
  func type(_ text: String, into name: String) throws {
    try eventually(within: Self.patience, "“\(text)” is typed into “\(name)”") {
      guard let element = try find("textbox", name) else { return false }
      try driver.post("/element/\(element)/clear")
      try driver.post("/element/\(element)/value", ["text": text])
      return true
    }
  }

  /// Chooses the option of a select whose text begins with `option`. Typing would also choose each option on the way.
  func choose(_ option: String, in name: String) throws {
    try eventually(within: Self.patience, "the choice “\(option)” in “\(name)”") {
      guard let element = try find("combobox", name) else { return false }
      return try run(
        """
        const [select, text] = arguments;
        const option = [...select.options].find((one) => one.text.trim().startsWith(text));
        if (!option) return false;
        select.focus();
        if (option.selected) return true;
        select.value = option.value;
        for (const event of ["input", "change"]) select.dispatchEvent(new Event(event, { bubbles: true }));
        return true;
        """, [WebDriver.elementKey: element], option) as? Bool == true
    }
  }

  /// Presses keys, given by their names in `Key` or as single letters, one after the other.
  func press(_ keys: String...) throws {
    try press(keys)
  }

  func press(_ keys: [String]) throws {
    let actions = keys.flatMap { key in [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]] }
    try driver.post("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// Presses a key while another one is held.
  func press(_ key: String, holding held: String) throws {
    let actions = [("keyDown", held), ("keyDown", key), ("keyUp", key), ("keyUp", held)]
      .map { ["type": $0.0, "value": $0.1] }
    try driver.post("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  enum Key {
    static let tab = "\u{E004}"
    static let enter = "\u{E007}"
    static let control = "\u{E009}"
    static let escape = "\u{E00C}"
    static let space = " "
    static let end = "\u{E010}"
    static let left = "\u{E012}"
    static let up = "\u{E013}"
    static let right = "\u{E014}"
    static let down = "\u{E015}"
  }

  /// The name of the focused element.
  var focused: String {
    get throws {
      try run(Self.script("Tests/Browser/naming.js") + "return accessibleName(document.activeElement)") as? String ?? ""
    }
  }

  private func find(_ role: String, _ name: String) throws -> String? {
    let element = try run(
      Self.script("Tests/Browser/naming.js") + "return findByRole(arguments[0], arguments[1])", role, name)
    return (element as? [String: Any])?.text(WebDriver.elementKey)
  }

  // Logs.

  /// Returns the log entries since the last call.
  func readLogs() throws {
    let logs = try driver.readLogs()
    console += logs.console
    for event in logs.network { traffic.read(event) }
  }

  /// Saves a screenshot to the folder that `WAYMARK_SCREENSHOTS` names, if it is set.
  func screenshot(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["WAYMARK_SCREENSHOTS"], !folder.isEmpty else { return }
    guard let text = try driver.get("/screenshot") as? String, let data = Data(base64Encoded: text) else {
      throw HTTPFailure(description: "no picture of the page")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)-\(screen)-\(theme).png"))
  }
}
