import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The page stays up to date", .withServiceWorker, .enabled(if: Browser.isInstalled, Browser.absence))
  struct StaysTrueTests {
    private let stack: Stack
    private let ada: HTTPClient

    init() throws {
      stack = try Stack()
      ada = try stack.client(user: "ada")
    }

    private func browser(at hash: String = "#/today", heading: String = "Today") throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading)
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

    @Test("Shows another device's change within a second, and shows names as text")
    func measuresLiveChange() throws {
      let name = #"<script>document.title="x"</script> "quoted" "# + "\u{202E}bidi 𝒜"
      let browser = try browser()
      try browser.waitFor(text: "Sessions from your apps will appear here.")
      let limit = try allowance(1) { _ = try browser.run("return document.title") }
      let passed = try shortest(under: limit) { number in
        try listen(to: "\(name) \(number)", minutesAgo: Double(20 + 15 * number))
        return try duration { try browser.waitFor(text: "\(name) \(number)") }
      }
      #expect(passed < limit, "it took \(passed) s from the response of the write")
      #expect(try browser.run("return document.title") as? String == "Today · Waymark")
      try browser.waitFor(role: "dialog", name: "First Story")
      try browser.expectNoConsoleErrors()
    }

    @Test("Marks the last known values while the server is unavailable, and recovers without a reload")
    func unavailable() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      let session = try stack.pid(of: "session")
      kill(session, SIGSTOP)
      defer { kill(session, SIGCONT) }
      try browser.reload()
      try browser.waitFor(text: "The server is unavailable. Values from")
      try browser.waitFor(text: "The Night Boat")
      try browser.expectAccessible()
      kill(session, SIGCONT)
      try browser.waitForGone(text: "The server is unavailable. Values from")
      try listen(to: "The Day Boat", minutesAgo: 10)
      try browser.waitFor(text: "The Day Boat")
    }

    @Test("Opens the stream of changes while the profile is loading, and shows nothing before both")
    func streamDuringProfile() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      // Holds back the profile, and counts the streams and the other requests.
      let hold = """
        window.streams = 0;
        window.asked = [];
        window.EventSource = class extends EventSource {
          constructor(...given) { super(...given); window.streams += 1; }
        };
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (url, options) => {
          const response = await fetched(url, options);
          window.asked.push(new URL(url, location.href).pathname.split("/").pop());
          if (/profile$/.test(url)) await released;
          return response;
        };
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": hold])
      try browser.reload()
      try eventually("the stream is open and the profile has arrived") {
        try browser.run("return window.streams === 1 && window.asked.length === 1") as? Bool == true
      }
      #expect(try browser.run("return window.asked") as? [String] == ["profile"])
      #expect(try !browser.has(role: "heading", name: "Today"))
      try browser.run("window.release()")
      try browser.waitFor(text: "The Night Boat")
      #expect(try browser.run("return window.streams") as? Int == 1)
      try listen(to: "The Day Boat", minutesAgo: 10)
      try browser.waitFor(text: "The Day Boat")
      try browser.expectNoConsoleErrors()
    }

    @Test("Says that the server is unavailable if the stream fails before the page is drawn")
    func failsBeforeDrawing() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      // The stream fails first, and then the profile: the page shows what it kept.
      let fail = """
        const failing = () => window.isBack !== true;
        const Real = window.EventSource;
        window.failed = 0;
        window.EventSource = class extends EventTarget {
          constructor(...given) {
            if (!failing()) return new Real(...given);
            super();
            queueMicrotask(() => { window.failed += 1; this.dispatchEvent(new Event("error")); });
          }
          close() {}
        };
        const fetched = window.fetch;
        let isFirst = true;
        window.fetch = async (...asked) => {
          if (!failing()) return fetched(...asked);
          const isHeld = isFirst;
          isFirst = false;
          // The request of the page fails after the one that looks for the stream's error.
          await new Promise((done) => { setTimeout(done, isHeld ? 300 : 0); });
          throw new TypeError("no network");
        };
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": fail])
      try browser.reload()
      try browser.waitFor(text: "The server is unavailable. You see the last known values.")
      try browser.waitFor(text: "The Night Boat")
      try browser.run("window.isBack = true")
      try browser.waitForGone(text: "You see the last known values.")
      try browser.expectNoConsoleErrors()
    }

    @Test("A new day does not show yesterday as today, and keeps typed text")
    func midnight() throws {
      try listen(to: "The Night Boat")
      let browser = try browser()
      try browser.waitFor(text: "The Night Boat")
      let head = "return document.querySelector('.place-head p').textContent"
      let before = try browser.run(head) as? String
      // Moves the page's clock forward by a day, as after a night's sleep.
      let later = """
        const Real = Date;
        const shift = 86_400_000;
        window.Date = class extends Real {
          constructor(...given) { if (given.length) super(...given); else super(Real.now() + shift); }
          static now() { return Real.now() + shift; }
        };
        // Moves the server's clock as well.
        const fetched = window.fetch;
        window.fetch = async (...asked) => {
          const response = await fetched(...asked);
          const headers = new Headers(response.headers);
          headers.set("Date", new Date(Date.now()).toUTCString());
          return new Response(response.body, { status: response.status, headers });
        };
        document.dispatchEvent(new Event("visibilitychange"));
        """
      try browser.run(later)
      try eventually("the heading shows another day") { try browser.run(head) as? String != before }
      try browser.waitFor(text: "The Night Boat")
      try browser.expectNoConsoleErrors()

      let settings = try self.browser(at: "#/settings", heading: "Settings")
      try settings.type("Half a na", into: "Name")
      try settings.run(later)
      #expect(try ada.put("/api/v1/profile", #"{"restDaysPerWeek": 1}"#).status == 200)
      try listen(to: "The Day Boat", minutesAgo: 10)
      let asked = "return performance.getEntriesByType('resource').filter((one) => /profile/.test(one.name)).length"
      try eventually("the change has arrived") {
        try settings.run(asked) as? Int ?? 0 >= 2
      }
      let typed = "return [...document.querySelectorAll('input')].some((one) => one.value === 'Half a na')"
      #expect(try settings.run(typed) as? Bool == true)
    }

    @Test("Keeps text that is typed while its card is loading")
    func typedWhileLoading() throws {
      let browser = try browser(at: "#/settings", heading: "Settings")
      // Holds back all responses from now on.
      try browser.run(
        """
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (...asked) => {
          const response = await fetched(...asked);
          await released;
          return response;
        };
        """)
      #expect(try ada.put("/api/v1/profile", #"{"restDaysPerWeek": 1}"#).status == 200)
      try eventually("the profile is loading") {
        try browser.run("return document.querySelector('[aria-busy=true] [name=displayName]') !== null") as? Bool
          == true
      }
      try browser.type("Half a na", into: "Name")
      try browser.run("window.release()")
      try browser.waitUntilLoaded()
      #expect(try browser.value(of: "Name") == "Half a na")
      try browser.expectNoConsoleErrors()
    }

    @Test("A closed dialog returns the focus to its button, even if the card was drawn again")
    func focusAfterDialog() throws {
      let ruck =
        #"{"id": "one", "startedAt": "2026-06-02T08:00:00Z", "endedAt": "2026-06-02T09:00:00Z", "#
        + #""distance": 5000, "loadWeight": 15}"#
      #expect(try ada.post("/api/v1/rucks", ruck).status == 201)
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      try browser.enter("Correct the ruck")
      try browser.waitForFocus("Ended")
      #expect(try ada.patch("/api/v1/rucks/one", #"{"distance": 6300}"#).status == 200)
      try browser.waitFor(".rows", text: "6.3 km")
      try browser.waitUntilLoaded()
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.waitForFocus("Correct the ruck")
      try browser.expectNoConsoleErrors()
    }

    @Test("Revoking the token signs out every open tab, including hidden ones")
    func tabs() throws {
      let browser = try browser()
      let first = try browser.tab
      try browser.openTab()
      try browser.open("#/settings")
      try browser.waitFor(role: "heading", name: "Settings")
      let items = try #require(try ada.get("/api/v1/tokens").object["items"] as? [[String: Any]])
      for item in items where item.text("kind") == "browser" {
        #expect(try ada.delete("/api/v1/tokens/\(item.text("id") ?? "")").status == 204)
      }
      try browser.waitFor(role: "heading", name: "Sign in")
      try browser.switchTo(tab: first)
      try browser.waitFor(role: "heading", name: "Sign in")
    }

    @Test("A device with a wrong clock shows the server's day and logs at the server's time")
    func wrongClock() throws {
      try listen(to: "The Night Boat")
      let browser = try Browser(stack)
      let ahead = """
        const Real = Date;
        const shift = 40 * 86_400_000;
        window.Date = class extends Real {
          constructor(...given) { if (given.length) super(...given); else super(Real.now() + shift); }
          static now() { return Real.now() + shift; }
        };
        window.realDay = new Real().toISOString().slice(0, 10);
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": ahead])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitUntilLoaded()
      let year = try #require(try browser.run("return window.realDay.slice(0, 4)") as? String)
      let head = try browser.run("return document.querySelector('.place-head p').textContent") as? String
      let day =
        try browser.run(
          """
          return new Intl.DateTimeFormat(navigator.language, {
            timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric",
          }).format(Date.parse(`${window.realDay}T12:00:00Z`))
          """) as? String
      #expect(head == day)
      try browser.open("#/rucks", heading: "Rucks")
      try browser.click(role: "button", name: "Log a ruck")
      #expect(try browser.value(of: "Ended")?.hasPrefix(year) == true)
      #expect(
        try browser.value(of: "Ended")?.prefix(10) == (try browser.run("return window.realDay") as? String)?.prefix(10))
      try browser.expectNoConsoleErrors()
    }

    @Test("A view that could not be loaded appears when the server is back")
    func missingPlace() throws {
      let browser = try browser()
      try browser.driver.devTools("Network.enable", [:])
      try browser.driver.devTools("Network.setBlockedURLs", ["urls": ["*/views/rucks/*"]])
      try browser.open("#/rucks")
      try browser.waitFor(text: "This reloads when the server is back.")
      try browser.driver.devTools("Network.setBlockedURLs", ["urls": [String]()])
      try browser.waitFor(role: "button", name: "Log a ruck")
    }

    private static let nonsense = [
      "#/nope", "#/reading/books/%ZZ", "#/reading/books/never", "#/day/2026-99-99", "#/day/x", "#/insights/review/abc",
      "#/listening?range=banana", "#/listening?from=2026-01-01", "#/rucks?period=banana", "#/diversity?axes=x",
      "#/insights?timeframe=q", "#/day/2026-02-30", "#/listening?from=2026-12-31&to=2026-01-01",
      "#/diversity/fill?dimension=zz", "#/reading?status=zzz", "#?x", "#/rucks/walk/never", "#/rucks/walk/%ZZ",
    ]

    @Test("An invalid address shows a view from which the user can continue")
    func nonsense() throws {
      let browser = try browser()
      for hash in Self.nonsense {
        try browser.open(hash)
        try eventually("\(hash) is loaded") {
          try browser.run(
            """
            return document.querySelectorAll('h1').length === 1
              && !document.querySelector('[aria-busy=true], .skeleton')
            """) as? Bool == true
        }
        #expect(try browser.text.contains("could not be displayed") == false, "\(hash)")
        try browser.click(role: "link", name: "Today")
        try browser.waitFor(role: "heading", name: "Today")
      }
      try browser.expectNoConsoleErrors(allowing: [400, 404])
    }
  }
}
