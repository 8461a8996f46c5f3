import Foundation
import Testing

/// Navigation to places of the page, and by keyboard.
extension Browser {
  /// A place with its address and its first heading.
  typealias Place = (hash: String, heading: String)

  /// Returns the browser of a signed-in user at a place, after everything is loaded.
  convenience init(
    _ stack: Stack, user: String, at hash: String, heading: String, screen: Screen = .desktop, theme: Theme = .light
  ) throws {
    try self.init(stack, screen: screen, theme: theme)
    try signIn(stack, user: user)
    try waitFor(role: "heading", name: "Today")
    try waitForStream()
    try open(hash, heading: heading)
  }

  /// Waits until the stream of changes has begun. If its first event is late, the page soon loads everything again.
  private func waitForStream() throws {
    let begun = "window.streamAt === undefined || window.streamAt !== null && performance.now() - window.streamAt > 100"
    try eventually("the stream has begun") { try run("return " + begun) as? Bool == true }
  }

  /// Opens a place and waits until everything is loaded.
  func open(_ hash: String, heading: String) throws {
    try open(hash)
    try waitFor(role: "heading", name: heading)
    try waitUntilLoaded()
  }

  func waitUntilLoaded() throws {
    try eventually(within: Self.patience, "nothing is loading") {
      try run("return document.querySelector('[aria-busy=true], .skeleton') === null") as? Bool == true
    }
  }

  /// Checks that a place is accessible: in both themes, by keyboard, without errors, and with requests only to the
  /// edge.
  static func expectUsable(
    _ places: [Place], _ stack: Stack, screen: Screen, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (first, others) = (try #require(places.first), places.dropFirst())
    for theme in Theme.allCases {
      let browser = try Browser(
        stack, user: "ada", at: first.hash, heading: first.heading, screen: screen, theme: theme)
      try browser.expectUsable(first, .all, sourceLocation: sourceLocation)
      for place in others {
        try browser.open(place.hash, heading: place.heading)
        try browser.expectUsable(place, .place, sourceLocation: sourceLocation)
      }
      try browser.expectNoConsoleErrors(sourceLocation: sourceLocation)
      try browser.expectNoOutsideRequest(sourceLocation: sourceLocation)
    }
  }

  /// The focus order does not depend on the theme, and only one rule of axe-core does.
  private func expectUsable(_ place: Place, _ rules: Rules, sourceLocation: SourceLocation) throws {
    try screenshot(place.hash.dropFirst(2).replacingOccurrences(of: "/", with: "-"))
    try expectAccessible(theme == .light ? rules : .colours, sourceLocation: sourceLocation)
    guard theme == .light else { return }
    try expectFits(sourceLocation: sourceLocation)
    try expectFocusInOrder(sourceLocation: sourceLocation)
  }

  /// From then on, the page and its requests may pass through the service worker.
  func waitForServiceWorker() throws {
    try eventually(within: Self.patience, "the service worker controls the page") {
      try run("return navigator.serviceWorker.controller !== null") as? Bool == true
    }
  }

  func resize(to width: Int, height: Int = 844, isPhone: Bool = true) throws {
    try driver.devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isPhone])
  }

  /// Moves to an element with the Tab key, unless it has the focus already. Most of the way is pressed at once, because
  /// each question to the browser takes as long as several keys.
  func tab(to name: String, most: Int = 90) throws {
    if try focused.hasPrefix(name) { return }
    let guess = try run(Self.script("Tests/Browser/naming.js") + "return tabsTo(arguments[0])", name) as? Int ?? 0
    if guess > 1 { try press(Array(repeating: Key.tab, count: min(guess - 1, most))) }
    for _ in 0..<most {
      if try focused.hasPrefix(name) { return }
      try press(Key.tab)
    }
    throw HTTPFailure(description: "“\(name)” cannot be reached by keyboard")
  }

  /// Moves to an element with the Tab key, and presses Enter.
  func enter(_ name: String) throws {
    try tab(to: name)
    try press(Key.enter)
  }

  /// Holds the timers of notices and of deletions that can be undone until `undo`, because a slow machine needs longer
  /// than these few seconds. Call it before the action.
  func holdUndo() throws {
    try run(
      """
      if (window.heldTimers) return;
      const [start, stop] = [setTimeout, clearTimeout];
      window.heldTimers = new Map();
      window.setTimeout = (action, delay, ...rest) => {
        if (delay !== 6_000 && delay !== 10_000) return start(action, delay, ...rest);
        const id = start(() => {}, 0);
        heldTimers.set(id, action);
        return id;
      };
      window.clearTimeout = (id) => {
        heldTimers.delete(id);
        stop(id);
      };
      window.releaseTimers = () => {
        const actions = [...heldTimers.values()];
        [window.setTimeout, window.clearTimeout, window.heldTimers] = [start, stop, null];
        for (const action of actions) action();
      };
      """)
  }

  /// Clicks the undo action of a notice by keyboard. It starts at the notices, because Tab from the beginning would
  /// pass through the whole page.
  func undo() throws {
    let isHeld = try run("return Boolean(window.heldTimers)") as? Bool
    #expect(isHeld == true, "call holdUndo before the action")
    try run(
      """
      const notices = document.getElementById("notices");
      notices.tabIndex = -1;
      notices.focus();
      notices.removeAttribute("tabindex");
      """)
    try enter("Undo")
    try run("releaseTimers()")
  }

  /// Replaces the text of a field with the keyboard, after moving to it with the Tab key.
  func key(_ text: String, into name: String) throws {
    try tab(to: name)
    try run("document.activeElement.select()")
    try press(text.map(String.init))
  }

  func waitForFocus(_ name: String) throws {
    try eventually(within: Self.patience, "the focus is on “\(name)”") { try focused.hasPrefix(name) }
  }

  func waitForHash(_ hash: String) throws {
    try eventually(within: Self.patience, "the address says \(hash)") { try self.hash == hash }
  }

  /// Waits until the text of an element starts with the given text.
  func waitFor(_ selector: String, text: String) throws {
    let read = "return document.querySelector(arguments[0])?.innerText ?? ''"
    try eventually(within: Self.patience, "\(selector) begins with “\(text)”") {
      (try run(read, selector) as? String)?.hasPrefix(text) == true
    }
  }

  /// Picks a day ("2026-11-17") like a calendar does, because typing depends on the browser's language.
  func pick(day: String, in name: String) throws {
    try waitFor(role: "textbox", name: name)
    try run(
      Self.script("Tests/Browser/naming.js")
        + """
        const field = findByRole("textbox", arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """, name, day)
  }

  /// Chooses a file for the page's only file field.
  func attach(_ path: String, to selector: String = "input[type=file]") throws {
    let field = try run("return document.querySelector(arguments[0])", selector) as? [String: Any]
    let id = try #require(field?.text(WebDriver.elementKey), "a field for files")
    try driver.post("/element/\(id)/value", ["text": path])
  }

  func value(of name: String) throws -> String? {
    try run(
      Self.script("Tests/Browser/naming.js") + "return findByRole('textbox', arguments[0])?.value", name) as? String
  }
}
