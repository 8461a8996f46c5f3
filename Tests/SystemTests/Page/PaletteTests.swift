import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The command palette on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct PaletteTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      let work = #"{"title": "The Sea <b>&</b>", "authors": ["Ida Marsh"]}"#
      #expect(try client.put("/api/v1/works/sea", work).status == 201)
      #expect(try client.put("/api/v1/library/sea", #"{"status": "wantToRead"}"#).status == 201)
      #expect(try client.put("/api/v1/works/seal", #"{"title": "Seals"}"#).status == 201)
      #expect(
        try client.put("/api/v1/stories/sea", #"{"title": "Sea Road", "estimatedDuration": 600}"#).status == 201)
    }

    private func today(_ screen: Browser.Screen = .desktop, _ theme: Browser.Theme = .light) throws -> Browser {
      let browser = try Browser(
        stack, user: "ada", at: "#/today", heading: "Today", screen: screen, theme: theme)
      // A welcome of a new account would have the focus.
      try browser.run("document.activeElement.blur()")
      return browser
    }

    private static let field = "Books, stories, heroes, rucks, places and actions"
    /// The text of the current result.
    private static let current = "return document.querySelector('[role=option].is-current')?.innerText ?? ''"

    private func waitForCurrent(_ text: String, _ browser: Browser) throws {
      try eventually(within: Browser.patience, "the current result is “\(text)”") {
        (try browser.run(Self.current) as? String)?.hasPrefix(text) == true
      }
    }

    @Test(
      "Opens by its button, is accessible empty and with results, and Escape returns to the button",
      arguments: Browser.Screen.allCases, Browser.Theme.allCases)
    func accessible(screen: Browser.Screen, theme: Browser.Theme) throws {
      let browser = try today(screen, theme)
      try browser.click(role: "button", name: "Search")
      try browser.waitForFocus(Self.field)
      // A screen reader reads the field before the first result.
      #expect(try browser.run("return document.activeElement.hasAttribute('aria-activedescendant')") as? Bool == false)
      try browser.expectAccessible(theme == .light ? .all : .colours)
      try browser.expectFits()
      try browser.press("s", "e", "a")
      try browser.waitFor(text: "Sea Road")
      try browser.expectAccessible(theme == .light ? .all : .colours)
      try browser.expectFits()
      try browser.screenshot("palette")
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.waitForFocus("Search")
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }

    @Test("A slash opens it, the arrow keys move through books and stories, and Enter goes to one")
    func books() throws {
      let browser = try today()
      try browser.press("/")
      try browser.waitForFocus(Self.field)
      #expect(try browser.run("return document.activeElement.value") as? String == "")
      try browser.press("s", "e", "a")
      try browser.waitFor(text: "Ida Marsh")
      try browser.waitFor(text: "Sea Road")
      let names = "return [...document.querySelectorAll('[role=option] > :first-child')].map((one) => one.textContent)"
      let found = try #require(try browser.run(names) as? [String])
      #expect(found == ["Seals", "The Sea <b>&</b>", "Sea Road"])
      try waitForCurrent("Seals", browser)
      try browser.press(Browser.Key.up)
      try waitForCurrent("Sea Road", browser)
      try browser.press(Browser.Key.down)
      try waitForCurrent("Seals", browser)
      try browser.press(Browser.Key.down)
      try waitForCurrent("The Sea", browser)
      let marked = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.id"
      let current = "return document.querySelector('[role=option][aria-selected=true]').id"
      #expect(try browser.run(marked) as? String == browser.run(current) as? String)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "The Sea")
      try browser.waitForHash("#/reading/books/sea")
      try browser.expectNoConsoleErrors()
    }

    @Test("Finds books by tag, and heroes and rucks, and goes to them")
    func everything() throws {
      let work = #"{"title": "Fog", "authors": [], "tags": ["Sealed books"]}"#
      #expect(try client.put("/api/v1/works/fog", work).status == 201)
      #expect(try client.put("/api/v1/heroes/h", #"{"name": "Seán"}"#).status == 201)
      let ruck = #"""
        {"id": "walk", "startedAt": "2026-11-02T10:00:00Z", "endedAt": "2026-11-02T11:00:00Z", "distance": 5000,
        "loadWeight": 10, "name": "Along the sea"}
        """#
      #expect(try client.post("/api/v1/rucks", ruck).status == 201)
      let browser = try today()
      try browser.press("/")
      try browser.waitForFocus(Self.field)
      try browser.press("s", "e", "a")
      let groups = "return [...document.querySelectorAll('.palette-group')].map((one) => one.textContent)"
      try eventually(within: Browser.patience, "each kind is found") {
        try browser.run(groups) as? [String] == ["Books", "Stories", "Heroes", "Rucks"]
      }
      try browser.waitFor(text: "Fog")
      try browser.waitFor(text: "Seán")
      try browser.expectAccessible(.place)
      try browser.press(Browser.Key.up)
      try waitForCurrent("Along the sea", browser)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Along the sea")
      try browser.expectNoConsoleErrors()
    }

    @Test("Control and K opens it, and a place or an action is found by the beginnings of its words")
    func commands() throws {
      let browser = try today()
      try browser.press("k", holding: Browser.Key.control)
      try browser.waitForFocus(Self.field)
      try browser.press("a", "c", "h")
      try waitForCurrent("Achievements", browser)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Achievements")
      try browser.press("k", holding: Browser.Key.control)
      try browser.waitForFocus(Self.field)
      try browser.press("r", "u", "c", "k", " ", "l", "o", "g")
      try waitForCurrent("Log a ruck", browser)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "dialog", name: "Log a ruck")
      // A dialog that is open keeps the palette closed.
      try browser.press("k", holding: Browser.Key.control)
      #expect(try browser.run("return document.querySelectorAll('dialog[open]').length") as? Int == 1)
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.expectNoConsoleErrors()
    }

    @Test("A slash in a text field is a slash, and a search without a result shows that")
    func slash() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading")
      try browser.tab(to: "Search titles and authors")
      try browser.press("a", "/")
      try browser.waitForHash("#/reading?q=a%2F")
      #expect(try browser.run("return document.querySelector('dialog[open]') === null") as? Bool == true)
      try browser.run("document.activeElement.blur()")
      try browser.press("/")
      try browser.waitForFocus(Self.field)
      try browser.press("q", "q", "q")
      try browser.waitFor(text: "Nothing was found. Try other words.")
      try browser.expectAccessible(.place)
      try browser.press(Browser.Key.enter)
      #expect(try browser.has(role: "dialog", name: "Search"))
      try browser.expectNoConsoleErrors()
    }

    @Test("Every typed word begins a word of a command, regardless of case and accents")
    func matching() throws {
      let browser = try today()
      let rules = """
        const items = [
          { name: "Log a réading session", more: "Reading", group: "actions" }, { name: "All rucks", group: "places" },
        ];
        return asked[0].map((text) => module.commands(items, text).map((group) =>
          `${group.name}: ${group.items.map((item) => item.name).join(", ")}`).join("; "));
        """
      let texts = ["", "READ log", "rück", "eading", "all ruck x", "/", "l"]
      let both = "Actions: Log a réading session; Places: All rucks"
      let action = "Actions: Log a réading session"
      let wanted = [both, action, "Places: All rucks", "", "", "", action]
      #expect(try browser.run(module: "views/palette/commands.js", rules, texts) as? [String] == wanted)
    }
  }
}
