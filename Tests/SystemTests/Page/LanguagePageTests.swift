import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Languages of the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct LanguagePageTests {
    private let stack: Stack

    /// A right-to-left language whose texts are the English ones in brackets.
    private static let pseudo = "ar-XB"
    /// A name without Latin letters.
    private static let user = "7"

    private static let places: [Browser.Place] = [
      ("#/today", "Today"), ("#/listening", "Listening"),
      ("#/listening/sessions", "Listening sessions"), ("#/listening/stories", "Stories"),
      ("#/listening/heroes", "Heroes"), ("#/settings", "Settings"), ("#/settings/security", "Security"),
      ("#/settings/people", "People"), ("#/settings/import", "Import"), ("#/settings/connect", "Connect a device"),
    ]
    /// The titles of milestones.
    private static let server = [".milestones li .row-text > span:first-child"]

    init() throws {
      stack = try Stack()
      let listener = try Listener(stack, user: Self.user)
      #expect(try stack.command("user", "admin", Self.user).code == 0)
      let client = listener.client
      #expect(try client.put("/api/v1/profile", #"{"displayName": "Ада"}"#).status == 200)
      #expect(try client.put("/api/v1/heroes/h", #"{"name": "Герой"}"#).status == 201)
      let story = #"{"title": "Сказка", "estimatedDuration": 600, "heroId": "h"}"#
      #expect(try client.put("/api/v1/stories/s1", story).status == 201)
      for day in 1...3 { try listener.listen(daysAgo: day) }
      #expect(try client.post("/api/v1/tokens", #"{"name": "9", "kind": "device", "scopes": ["read"]}"#).status == 201)
      #expect(
        try client.put("/api/v1/works/b", #"{"title": "Книга", "authors": ["Автор"], "pageCount": 300}"#).status == 201)
      #expect(try client.put("/api/v1/library/b", #"{"status": "reading"}"#).status < 300)
      try Walker(client: client).walk(1, minutes: 60, km: 5)
    }

    private func browser(_ screen: Browser.Screen = .desktop) throws -> Browser {
      let browser = try Browser(stack, screen: screen)
      try browser.signIn(stack, user: Self.user)
      try browser.waitFor(role: "heading", name: "Today")
      return browser
    }

    private func choose(_ language: String, in browser: Browser) throws {
      try browser.run("localStorage.setItem('waymark.language', arguments[0])", language)
      try browser.reload()
    }

    /// The language that the page declares, and the one that it asks the server for.
    private func languages(_ browser: Browser) throws -> [String]? {
      let asked = "return [document.documentElement.lang, module.ownHeaders()['Accept-Language']]"
      return try browser.run(module: "kit/server.js", asked) as? [String]
    }

    /// Makes the browser prefer languages other than English.
    private func prefer(_ languages: String, in browser: Browser) throws {
      let agent = try browser.run("return navigator.userAgent") as? String ?? ""
      try browser.driver.devTools(
        "Emulation.setUserAgentOverride", ["userAgent": agent, "acceptLanguage": languages])
      try browser.reload()
    }

    @Test("A choice in Settings changes the language, and it stays after a reload")
    func choice() throws {
      let browser = try browser()
      try browser.open("#/settings", heading: "Settings")
      try browser.choose("Deutsch", in: "Language")
      try browser.waitFor(role: "heading", name: "Einstellungen")
      #expect(try languages(browser) == ["de", "de"])
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Einstellungen")
      try browser.open("#/today", heading: "Heute")
      try browser.open("#/settings", heading: "Einstellungen")
      try browser.choose("Sprache des Browsers", in: "Sprache")
      try browser.waitFor(role: "heading", name: "Settings")
      #expect(try languages(browser) == ["en", "en"])
      try browser.expectNoConsoleErrors()
    }

    @Test("The browser's language is the default, with its dates and numbers")
    func preferred() throws {
      let browser = try browser()
      try prefer("it-IT,fr-CA", in: browser)
      try browser.waitFor(role: "heading", name: "Aujourd’hui")
      #expect(try languages(browser) == ["fr", "fr"])
      let number = try browser.run(module: "kit/format.js", "return module.number(1234.5, 1)") as? String
      #expect(number == "1\u{A0}234,5")
      try browser.run("localStorage.setItem('waymark.language', 'en')")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Today")
    }

    @Test("English loads no texts, and another language those of the view", arguments: ["en", "es"])
    func catalogues(language: String) throws {
      let browser = try browser()
      try choose(language, in: browser)
      try browser.waitFor(role: "heading", name: language == "en" ? "Today" : "Hoy")
      try browser.waitUntilLoaded()
      let script = """
        return performance.getEntriesByType("resource").map(({ name }) => name)
          .filter((name) => /languages/.test(name))
          .map((name) => name.split("/").slice(-2).join("/")).sort();
        """
      let expected = ["es/kit.json", "es/today.json"]
      #expect(try browser.run(script) as? [String] == (language == "en" ? [] : expected))
    }

    @Test("The page has the chosen language while the server is down", .withServiceWorker)
    func offline() throws {
      let browser = try browser()
      try choose("de", in: browser)
      try browser.waitFor(role: "heading", name: "Heute")
      let kept = """
        return caches.keys().then(async (names) => {
          const caches = await Promise.all(names.map((name) => self.caches.open(name)));
          const keys = await Promise.all(caches.map((cache) => cache.keys()));
          const urls = keys.flat().map(({ url }) => url);
          return urls.filter((url) => url.includes("languages/de/")).length > 10 && urls.length > 100
            && !urls.some((url) => url.includes("languages/fr/"));
        });
        """
      try eventually(within: Browser.patience, "the texts and the files are kept") {
        try browser.run(kept) as? Bool == true
      }
      try browser.waitForServiceWorker()
      stack.stop()
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Heute")
      try browser.open("#/listening/stories")
      try browser.waitFor(role: "heading", name: "Geschichten")
    }

    @Test("Each text has a translation, and the page works from right to left", arguments: Browser.Screen.allCases)
    func translated(screen: Browser.Screen) throws {
      let browser = try browser(screen)
      try choose(Self.pseudo, in: browser)
      for (hash, heading) in Self.places {
        try browser.open(hash, heading: "[\(heading)")
        try browser.screenshot("right-to-left-\(hash.dropFirst(2).replacing("/", with: "-"))")
        try browser.expectTranslated(server: Self.server)
        try browser.expectAccessible(.place)
        try browser.expectFits()
        try browser.resize(to: 320)
        try browser.expectNoScrolling()
        try browser.resize(to: screen.size.width)
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("The texts of dialogs have translations")
    func dialogs() throws {
      let browser = try browser()
      try choose(Self.pseudo, in: browser)
      let openers = [
        ("#/today", "Add"), ("#/listening/sessions", "Log a session"), ("#/listening/sessions", "Filter by"),
        ("#/listening/sessions", "Correct:"), ("#/listening/stories", "Add a story"),
        ("#/listening/heroes", "Add a hero"), ("#/settings", "Delete account"),
        ("#/settings/security", "End other sessions"), ("#/settings/security", "Set a password"),
        ("#/settings/people", "Add a person"), ("#/settings/people", "Create open"),
        ("#/settings/people", "Manage"),
      ]
      for (hash, button) in openers {
        try browser.open("#/nowhere")
        try browser.open(hash, heading: "")
        try browser.click(role: "button", name: "[\(button)")
        try eventually("the dialog is open") {
          try browser.run("return document.querySelector('dialog[open]') !== null") as? Bool == true
        }
        try browser.expectTranslated()
        try browser.expectAccessible(.place)
        try browser.press(Browser.Key.escape)
      }
    }

    @Test("The sign-in page has translations")
    func signInPage() throws {
      let browser = try Browser(stack, screen: .phone)
      try browser.open()
      try browser.waitFor(role: "button", name: "Sign in")
      try choose(Self.pseudo, in: browser)
      try browser.waitFor(role: "heading", name: "[Sign in")
      try browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
      try browser.expectTranslated()
      try browser.expectAccessible()
    }

    @Test("Languages with long words fit a narrow phone", arguments: ["de", "fr", "es"])
    func narrow(language: String) throws {
      let browser = try browser(.phone)
      try choose(language, in: browser)
      for (hash, _) in Self.places {
        try browser.open(hash, heading: "")
        try browser.screenshot("\(language)-\(hash.dropFirst(2).replacing("/", with: "-"))")
        try browser.expectFits()
        try browser.resize(to: 320)
        try browser.expectNoScrolling()
        try browser.resize(to: 390)
      }
      try browser.expectNoConsoleErrors()
    }
  }
}
