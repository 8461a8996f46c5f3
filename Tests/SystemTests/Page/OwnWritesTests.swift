import Foundation
import Testing

extension SystemTests.Page {
  @Suite("What the page itself writes", .enabled(if: Browser.isInstalled, Browser.absence))
  struct OwnWritesTests {
    private let stack: Stack
    private let client: HTTPClient
    private var walker: Walker { Walker(client: client) }

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/works/sea", #"{"title": "The Sea", "pageCount": 900}"#).status == 201)
      #expect(try client.put("/api/v1/library/sea", #"{"status": "reading"}"#).status == 201)
      try walker.walk(40, minutes: 60, km: 5)
    }

    /// How often each address of the interface was asked for since the last call.
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

    /// Each card has loaded once for what the page wrote and once for what another device wrote after it.
    private func expectTwice(
      _ paths: [String], _ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try browser.waitUntilLoaded()
      let counts = try reads(of: browser)
      for path in paths { #expect(counts[path] == 2, "\(path): \(counts)", sourceLocation: sourceLocation) }
    }

    @Test("loads each card once")
    func once() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      _ = try reads(of: browser)
      try browser.click(role: "button", name: "Log a ruck")
      try browser.type("7.7", into: "Distance")
      try browser.type("10", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(".rows", text: "7.7 km")
      try walker.walk(1, minutes: 30, km: 8.8)
      try browser.waitFor(text: "8.8 km")
      try expectTwice(["rucks?limit=4", "rucks/streak", "rucks/records", "rucks/weekly?weeks=12"], browser)

      try browser.open("#/reading/books/sea", heading: "The Sea")
      _ = try reads(of: browser)
      try browser.click(role: "button", name: "Log a session")
      try browser.type("77", into: "To page")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "pages 0–77")
      #expect(try client.patch("/api/v1/library/sea", #"{"currentPage": 88}"#).status == 200)
      try browser.waitFor(text: "page 88")
      try expectTwice(["reading/sessions?workId=sea&limit=15", "reading/timer", "diversity/works/sea"], browser)
      try browser.expectNoConsoleErrors()
    }

    @Test("loads each card once, also where two writes belong together and lead to another place")
    func pair() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading")
      try browser.click(role: "button", name: "Add a book")
      try browser.type("Nights", into: "Title")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Nights")
      let id = try #require(try browser.hash.split(separator: "/").last)
      #expect(try client.patch("/api/v1/library/\(id)", #"{"currentPage": 88}"#).status == 200)
      try browser.waitFor(text: "Page 88")
      try expectTwice(["diversity/works/\(id)", "reading/sessions?workId=\(id)&limit=15"], browser)
      try browser.expectNoConsoleErrors()
    }

    @Test("is shown within two seconds where something between holds back the stream of changes")
    func silentStream() throws {
      let browser = try Browser(stack)
      let silent = """
        window.EventSource = class extends EventTarget {
          constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("open")), 1); }
          close() {}
        };
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": silent])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/rucks", heading: "Rucks")
      try browser.click(role: "button", name: "Log a ruck")
      try browser.type("7.7", into: "Distance")
      try browser.type("10", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Logged: 7.7")
      let passed = try duration { try browser.waitFor(".rows", text: "7.7 km") }
      #expect(passed < 2, "\(passed) s")
    }
  }
}
