import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Writes of the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct OwnWritesTests {
    private static let latest = ".rows[aria-label='Latest rucks']"
    private let stack: Stack

    init() throws { stack = try Stack() }

    /// Returns a client of a user who has a book and a ruck.
    private func device(of user: String) throws -> HTTPClient {
      let client = try stack.client(user: user)
      #expect(try client.put("/api/v1/works/sea", #"{"title": "The Sea", "pageCount": 900}"#).status == 201)
      #expect(try client.put("/api/v1/library/sea", #"{"status": "reading"}"#).status == 201)
      try Walker(client: client).walk(40, minutes: 60, km: 5)
      return client
    }

    /// Returns the number of requests per API address since the last call.
    private func reads(of browser: Browser) throws -> [String: Int] {
      let script = """
        const names = performance.getEntriesByType("resource").filter((entry) => entry.initiatorType === "fetch")
          .map((entry) => new URL(entry.name)).map((url) => url.pathname.replace("/api/v1/", "") + url.search);
        performance.clearResourceTimings();
        return names;
        """
      let names = try #require(try browser.run(script) as? [String])
      return names.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
    }

    /// Expects each card to load once after the page's write and once after another device's. On a busy machine the
    /// stream may be late, so that a card loads without it as well. Then the test is repeated with another user.
    private func expectTwice(
      at hash: String, heading: String, sourceLocation: SourceLocation = #_sourceLocation,
      _ write: (Browser, HTTPClient) throws -> [String]
    ) throws {
      var (paths, counts): ([String], [String: Int]) = ([], [:])
      for number in 0..<3 {
        let client = try device(of: "ada-\(number)")
        let browser = try Browser(stack, user: "ada-\(number)", at: hash, heading: heading)
        _ = try reads(of: browser)
        paths = try write(browser, client)
        try browser.waitUntilLoaded()
        counts = try reads(of: browser)
        try browser.expectNoConsoleErrors(sourceLocation: sourceLocation)
        if paths.allSatisfy({ counts[$0] == 2 }) { return }
      }
      for path in paths { #expect(counts[path] == 2, "\(path): \(counts)", sourceLocation: sourceLocation) }
    }

    @Test("Load each card once")
    func once() throws {
      try expectTwice(at: "#/rucks", heading: "Rucks") { browser, client in
        try browser.click(role: "button", name: "Log a ruck")
        try browser.type("7.7", into: "Distance")
        try browser.type("10", into: "Load")
        try browser.press(Browser.Key.enter)
        try browser.waitFor(Self.latest, text: "7.7 km")
        try Walker(client: client).walk(1, minutes: 30, km: 8.8)
        try browser.waitFor(text: "8.8 km")
        return ["rucks?limit=4", "rucks/streak", "rucks/records", "rucks/weekly?weeks=12"]
      }
    }

    @Test("Load each card of a book once")
    func book() throws {
      try expectTwice(at: "#/reading/books/sea", heading: "The Sea") { browser, client in
        try browser.click(role: "button", name: "Log a session")
        try browser.type("77", into: "To page")
        try browser.press(Browser.Key.enter)
        try browser.waitFor(text: "pages 0–77")
        #expect(try client.patch("/api/v1/library/sea", #"{"currentPage": 88}"#).status == 200)
        try browser.waitFor(text: "page 88")
        return ["reading/sessions?workId=sea&limit=15", "reading/timer", "diversity/works/sea"]
      }
    }

    @Test("Load each card once if two writes lead to another view")
    func pair() throws {
      try expectTwice(at: "#/reading", heading: "Reading") { browser, client in
        try browser.click(role: "button", name: "Add book")
        try browser.type("Nights", into: "Title")
        try browser.press(Browser.Key.enter)
        try browser.waitFor(role: "heading", name: "Nights")
        let id = try #require(try browser.hash.split(separator: "/").last)
        #expect(try client.patch("/api/v1/library/\(id)", #"{"currentPage": 88}"#).status == 200)
        try browser.waitFor(text: "Page 88")
        return ["diversity/works/\(id)", "reading/sessions?workId=\(id)&limit=15"]
      }
    }

    @Test("Are shown within two seconds if a proxy holds back the stream of changes")
    func measuresSilentStream() throws {
      let silent = """
        window.EventSource = class extends EventTarget {
          constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("open")), 1); }
          close() {}
        };
        """
      let limit = try allowance(2) { _ = try HTTPClient(port: stack.port).get("/readyz") }
      let passed = try shortest(under: limit) { number in
        _ = try device(of: "ada-\(number)")
        let browser = try Browser(stack)
        try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": silent])
        try browser.signIn(stack, user: "ada-\(number)")
        try browser.waitFor(role: "heading", name: "Today")
        try browser.open("#/rucks", heading: "Rucks")
        try browser.click(role: "button", name: "Log a ruck")
        try browser.type("7.7", into: "Distance")
        try browser.type("10", into: "Load")
        try browser.press(Browser.Key.enter)
        try browser.waitFor(text: "Logged: 7.7")
        return try duration { try browser.waitFor(Self.latest, text: "7.7 km") }
      }
      #expect(passed < limit, "\(passed) s")
    }
  }
}
