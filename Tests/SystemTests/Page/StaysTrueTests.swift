import Foundation
import Testing

extension SystemTests {
  @Suite("What the page shows stays true", .enabled(if: Browser.isInstalled, Browser.absence))
  struct StaysTrueTests {
    private let stack: Stack
    private let ada: HTTPClient

    init() throws {
      stack = try Stack()
      ada = try stack.client(user: "ada")
    }

    private func browser(at hash: String = "#/today", heading: String = "Today") throws -> Browser {
      let browser = try Browser(stack)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open(hash)
      try browser.waitFor(role: "heading", name: heading)
      return browser
    }

    private func json(_ object: [String: Any]) throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    private func listen(to title: String, minutesAgo: Double = 20) throws {
      let saved = try ada.put("/api/v1/stories/s", json(["title": title, "estimatedDuration": 600]))
      #expect(saved.status == 201 || saved.status == 200)
      let start = Date(timeIntervalSinceNow: -minutesAgo * 60)
      let report: [String: Any] = [
        "storyId": "s", "completed": true, "startedAt": start.ISO8601Format(),
        "endedAt": start.addingTimeInterval(600).ISO8601Format(),
      ]
      let session = try ada.post("/api/v1/analytics/sessions", json(report))
      #expect(session.status == 201)
    }

    @Test("What another device does shows within a second, and names are only texts")
    func live() throws {
      let name = #"<script>document.title="x"</script> "quoted" "# + "\u{202E}bidi 𝒜"
      let browser = try browser()
      try browser.waitFor(text: "The last sessions of your apps will be here.")
      let passed = try duration {
        try listen(to: name)
        try browser.waitFor(text: name)
      }
      #expect(passed < 2, "it took \(passed) s, with the two writes and the looking")
      #expect(try browser.run("return document.title") as? String == "Today · Waymark")
      try browser.expectNoConsoleErrors()
    }

    @Test("While the server is away the last known values are marked as such, and it heals by itself")
    func away() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      let session = try stack.pid(of: "session")
      kill(session, SIGSTOP)
      defer { kill(session, SIGCONT) }
      try browser.reload()
      try browser.waitFor(text: "This is as of")
      try browser.waitFor(text: "The Night Boat")
      kill(session, SIGCONT)
      try browser.waitForGone(text: "This is as of", within: 40)
      try listen(to: "The Day Boat", minutesAgo: 10)
      try browser.waitFor(text: "The Day Boat")
    }

    @Test("Another day begins: yesterday is not shown as today, and what is being typed stays")
    func midnight() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      let head = "return document.querySelector('.place-head p').textContent"
      let before = try browser.run(head) as? String
      // The page's clock alone goes on by a day, as after a night's sleep.
      let later = """
        const Real = Date;
        const shift = 86_400_000;
        window.Date = class extends Real {
          constructor(...given) { if (given.length) super(...given); else super(Real.now() + shift); }
          static now() { return Real.now() + shift; }
        };
        document.dispatchEvent(new Event("visibilitychange"));
        """
      try browser.run(later)
      try eventually(within: 5, "the head says another day") { try browser.run(head) as? String != before }
      try browser.waitFor(text: "The Night Boat")
      try browser.expectNoConsoleErrors()

      let settings = try self.browser(at: "#/settings", heading: "Settings")
      try settings.type("Half a na", into: "Name")
      try settings.run(later)
      #expect(try ada.put("/api/v1/profile", #"{"restDaysPerWeek": 1}"#).status == 200)
      try listen(to: "The Day Boat", minutesAgo: 10)
      let asked = "return performance.getEntriesByType('resource').filter((one) => /profile/.test(one.name)).length"
      try eventually(within: 5, "the change has come") {
        try settings.run(asked) as? Int ?? 0 >= 2
      }
      let typed = "return [...document.querySelectorAll('input')].some((one) => one.value === 'Half a na')"
      #expect(try settings.run(typed) as? Bool == true)
    }

    @Test("Each open tab ends with the token, also one that was behind another")
    func tabs() throws {
      let browser = try browser()
      let first = try #require(try browser.driver.get("/window") as? String)
      let made = try #require(try browser.driver.post("/window/new", ["type": "tab"]) as? [String: Any])
      try browser.driver.post("/window", ["handle": made.text("handle") ?? ""])
      try browser.open("#/settings")
      try browser.waitFor(role: "heading", name: "Settings")
      let items = try #require(try ada.get("/api/v1/tokens").object["items"] as? [[String: Any]])
      for item in items where item.text("kind") == "browser" {
        #expect(try ada.delete("/api/v1/tokens/\(item.text("id") ?? "")").status == 204)
      }
      try browser.waitFor(role: "heading", name: "Sign in")
      try browser.driver.post("/window", ["handle": first])
      try browser.waitFor(role: "heading", name: "Sign in", within: 40)
    }

    private static let nonsense = [
      "#/nope", "#/reading/books/%ZZ", "#/reading/books/never", "#/day/2026-99-99", "#/day/x", "#/insights/review/abc",
      "#/listening?range=banana", "#/listening?from=2026-01-01", "#/rucks?period=banana", "#/diversity?axes=x",
      "#/insights?timeframe=q", "#/diversity/fill?dimension=zz", "#/reading?status=zzz", "#?x",
    ]

    @Test("Nonsense in the address leads to something that a person can go on from")
    func nonsense() throws {
      let browser = try browser()
      for hash in Self.nonsense {
        try browser.open(hash)
        try eventually(within: 10, "\(hash) is shown whole") {
          try browser.run(
            """
            return document.querySelectorAll('h1').length === 1
              && !document.querySelector('[aria-busy=true], .skeleton')
            """) as? Bool == true
        }
        #expect(try browser.text.contains("could not be shown") == false, "\(hash)")
        try browser.click(role: "link", name: "Today")
        try browser.waitFor(role: "heading", name: "Today")
      }
      try browser.expectNoConsoleErrors(allowing: [400, 401, 404])
    }
  }
}
