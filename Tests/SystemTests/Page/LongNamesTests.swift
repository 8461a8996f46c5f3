import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Names of any length and script on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct LongNamesTests {
    private let stack: Stack
    private let client: HTTPClient

    private static func long(_ part: String) -> String {
      String(String(repeating: part, count: 500).unicodeScalars.prefix(490))
    }

    /// Names without break opportunities, with direction marks and markup, right-to-left, tall and wide.
    private static let names = [
      long("W"), long("Donaudampfschifffahrtsgesellschaft"), long("the night boat and the sea "),
      long("العربية الطويلة جدا "),
      long("漢字仮名交じり文の題名"), long("ไทยไม่มีวรรค"), "Z" + long("\u{0300}\u{0323}"), long("👩‍👩‍👧"),
      long("\u{202E}turned "), "\u{2067}never closed 123", "<script>alert(1)</script><img src=x>",
      long("https://example.org/a/very/long/path?query="), "a",
    ].map { $0.trimmingCharacters(in: .whitespaces) }

    private static let places: [Browser.Place] = [
      ("#/today", "Today"), ("#/listening", "Listening"), ("#/listening/sessions", "Listening sessions"),
      ("#/listening/stories", "Stories"), ("#/listening/heroes", "Heroes"), ("#/reading", "Reading"),
      ("#/reading/books/b0", names[0]), ("#/reading/sessions", "Reading sessions"), ("#/diversity", "Diversity"),
      ("#/diversity/fill", "Fill missing data"), ("#/rucks", "Rucks"), ("#/insights", "Insights"),
      ("#/settings", "Settings"), ("#/settings/security", "Security"), ("#/settings/people", "People"),
    ]

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      let walker = Walker(client: client)
      try put("profile", ["displayName": Self.names[1]])
      #expect(try stack.command("user", "admin", "ada").code == 0)
      for (index, name) in Self.names.enumerated() {
        let author = Self.names[(index + 1) % Self.names.count]
        #expect(
          try stack.command("user", "add", "\(index)" + String(repeating: "w", count: 90), "--name", name).code == 0)
        try put("heroes/h\(index)", ["name": name])
        try put("stories/s\(index)", ["title": name, "estimatedDuration": 600, "heroId": "h\(index)"])
        try put("works/b\(index)", ["title": name, "authors": [author, name], "genres": [author], "pageCount": 300])
        let finished: [String: Any] = ["status": "finished", "finishedAt": Listener.instant(1, "12:00")]
        try put("library/b\(index)", index.isMultiple(of: 2) ? ["status": "reading"] : finished)
        try post("tokens", ["name": String(name.prefix(90)), "kind": "device", "scopes": ["read"]])
        try post("analytics/sessions", during(index, ["storyId": "s\(index)", "completed": true]))
        try post("reading/sessions", during(index, ["workId": "b\(index)", "startPage": 1, "endPage": 20]))
        let weather = try json(["condition": name, "temperature": -40])
        try walker.walk(1 + index, minutes: 20, km: 5, more: #", "weather": \#(weather)"#)
      }
    }

    private func during(_ index: Int, _ report: [String: Any]) -> [String: Any] {
      report.merging([
        "startedAt": Listener.instant(1 + index, "12:00"), "endedAt": Listener.instant(1 + index, "12:09"),
      ]) {
        $1
      }
    }

    private func json(_ object: [String: Any]) throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    private func put(_ path: String, _ body: [String: Any]) throws {
      let response = try client.put("/api/v1/\(path)", json(body))
      #expect(response.status < 300, "\(response.text)")
    }

    private func post(_ path: String, _ body: [String: Any]) throws {
      let response = try client.post("/api/v1/\(path)", json(body))
      #expect(response.status < 300, "\(response.text)")
    }

    @Test("No text is cut off, leaves its card or overlaps other text", arguments: Browser.Screen.allCases)
    func fits(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: screen)
      for (hash, heading) in Self.places {
        // A heading's accessible name has no direction marks.
        try browser.open(hash, heading: String(heading.prefix(20)))
        try browser.screenshot("long-names-\(hash.dropFirst(2).replacing("/", with: "-"))")
        try browser.expectFits()
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("A click expands a name that is cut to two lines, and keyboard focus expands one that is a link")
    func opens() throws {
      let browser = try Browser(
        stack, user: "ada", at: "#/listening/sessions", heading: "Listening sessions", screen: .phone)
      let name = "document.querySelector('.rows .clamp')"
      let folded = try #require(try browser.run("return \(name).offsetHeight") as? Int)
      // One script, because the list may be drawn again at any time.
      let both = try browser.run("return [0, 1].map(() => { \(name).click(); return \(name).offsetHeight; })")
      let heights = try #require(both as? [Int])
      #expect(heights[0] > 3 * folded && heights[1] == folded)
      try browser.open("#/listening/stories", heading: "Stories")
      let link = "return document.querySelector('.rows a:has(.clamp):focus .clamp')?.offsetHeight ?? 0"
      try browser.tab(to: Self.names[0])
      #expect(try browser.run(link) as? Int ?? 0 > 3 * folded)
    }
  }
}
