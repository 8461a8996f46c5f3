import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The page in Firefox", .enabled(if: FirefoxDriver.isInstalled, "firefox-esr is not installed"))
  struct FirefoxTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
    }

    private func put(_ path: String, _ body: String) throws {
      let response = try client.put("/api/v1/\(path)", body)
      #expect(response.status < 300, "\(response.text)")
    }

    private func addBook() throws {
      try put("works/sea", #"{"title": "The Sea", "authors": ["Ann One"], "pageCount": 200}"#)
      try put("library/sea", #"{"status": "reading", "currentPage": 40}"#)
    }

    private func signedIn(theme: Browser.Theme = .light) throws -> Browser {
      let browser = try Browser(firefox: stack, theme: theme)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitUntilLoaded()
      return browser
    }

    @Test("The first admin signs up, signs out, and signs in with the password")
    func people() throws {
      let browser = try Browser(firefox: stack)
      try browser.setUp(stack, user: "mia", name: "Mia")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitUntilLoaded()
      try browser.open("#/settings", heading: "Settings")
      try browser.click(role: "button", name: "Sign out")
      try browser.waitFor(role: "button", name: "Sign in")
      try browser.signIn(user: "mia", password: Browser.password)
      try browser.waitFor(role: "heading", name: "Settings")
      try browser.expectNoConsoleErrors()
    }

    @Test("A timer runs, stops on a page, and asks one question, by keyboard")
    func timer() throws {
      try addBook()
      let browser = try signedIn()
      try browser.tab(to: "Start reading")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "button", name: "Stop")
      try browser.tab(to: "Stop")
      try browser.press(Browser.Key.enter)
      try browser.waitForFocus("Which page are you on?")
      try browser.key("80", into: "Which page are you on?")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "One question")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Skip")
      try browser.waitFor(text: "Page 80 of 200")
      #expect(try client.get("/api/v1/library/sea").object.number("currentPage") == 80)
      try browser.expectNoConsoleErrors()
    }

    @Test("A ruck and a reading session are logged, and a book is finished with a rating")
    func logging() throws {
      try addBook()
      let browser = try signedIn()
      try browser.enter("Add")
      try browser.click(role: "button", name: "Ruck")
      try browser.waitFor(role: "heading", name: "Log a ruck")
      try browser.type("5", into: "Distance")
      try browser.type("10", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Logged: 5 km")
      try browser.open("#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Finished")
      try browser.waitFor(text: "Your 1st book this year.")
      try browser.expectAccessible(.place)
      try browser.click(role: "button", name: "Done")
      try eventually("the book is finished") {
        try client.get("/api/v1/library/sea").object.text("status") == "finished"
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("Each place is accessible, fits, and can be used by keyboard", arguments: Browser.Theme.allCases)
    func places(theme: Browser.Theme) throws {
      try addBook()
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", "s2", hero: "h1", seconds: 600)
      for day in 1...4 { try listener.listen(daysAgo: day) }
      let walker = Walker(client: listener.client)
      for day in 1...4 { try walker.walk(day, minutes: 60, km: 5) }
      let browser = try signedIn(theme: theme)
      let places: [Browser.Place] = [
        ("#/today", "Today"), ("#/listening", "Listening"), ("#/reading", "Reading"),
        ("#/reading/books/sea", "The Sea"),
        ("#/diversity", "Diversity"), ("#/insights", "Insights"), ("#/rucks", "Rucks"), ("#/settings", "Settings"),
        ("#/sources", "Sources"),
      ]
      for place in places {
        try browser.open(place.hash, heading: place.heading)
        try browser.screenshot("firefox" + place.hash.dropFirst(1).replacingOccurrences(of: "/", with: "-"))
        try browser.expectAccessible(theme == .light ? .all : .colours)
        guard theme == .light else { continue }
        try browser.expectFits()
        try browser.expectFocusInOrder()
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("The page opens while the server is unavailable, and shows the figures that it has kept")
    func offline() throws {
      try addBook()
      let browser = try signedIn()
      try eventually("the page's files are kept") {
        try browser.run("return navigator.serviceWorker.ready.then((worker) => worker.active.state)") as? String
          == "activated"
      }
      try browser.open("#/reading/books/sea", heading: "The Sea")
      stack.stop()
      // A reload by the driver would bypass the service worker.
      try browser.open(url: "about:blank")
      try browser.open("#/reading/books/sea")
      try browser.waitFor(role: "heading", name: "The Sea")
    }
  }
}
