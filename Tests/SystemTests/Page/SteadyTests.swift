import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The layout of the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SteadyTests {
    private let stack: Stack
    private let listener: Listener

    init() throws {
      stack = try Stack()
      listener = try Listener(stack, user: "ada")
    }

    private static let places: [Browser.Place] = [
      ("#/today", "Today"), ("#/listening", "Listening"), ("#/listening/sessions", "Listening sessions"),
      ("#/reading", "Reading"), ("#/diversity", "Diversity"), ("#/insights", "Insights"), ("#/rucks", "Rucks"),
      ("#/rucks/all", "All rucks"), ("#/settings", "Settings"), ("#/settings/security", "Security"),
      ("#/sources", "Sources"),
      ("#/reading/books/long", longTitle), ("#/rucks/walk/steady", "Ruck"),
    ]
    private static let longTitle = String(repeating: "The Night Boat ", count: 20).trimmingCharacters(in: .whitespaces)

    /// Delays each response, so that the loading state is painted, and records layout shifts. Parts of a new view stay
    /// hidden until the parts above them are loaded, even if a slow machine needs longer than the page allows.
    private static let delayedResponses = """
      const fetched = window.fetch;
      window.fetch = async (...asked) => {
        const response = await fetched(...asked);
        await new Promise((done) => setTimeout(done, 60 + 60 * Math.random()));
        return response;
      };
      const start = window.setTimeout;
      window.setTimeout = (action, ...rest) => action.name === "showBelow" ? 0 : start(action, ...rest);
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const names = entry.sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML?.slice(0, 80));
          // The driver's navigation counts as input, and there is no other.
          window.moved.push({ value: entry.value, names: names.join("; ") });
        }
      }).observe({ type: "layout-shift", buffered: true });
      """

    private func expectSteady(_ browser: Browser, at place: Browser.Place, _ visit: String) throws {
      try browser.run("window.moved.length = 0")
      try browser.open(place.hash, heading: place.heading)
      try browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
      let moved = try browser.run("return window.moved") as? [[String: Any]] ?? []
      let sum = moved.reduce(0) { $0 + ($1.number("value") ?? 0) }
      #expect(sum < 0.05, "\(place.hash), \(visit), moves by \(sum): \(moved.compactMap { $0.text("names") })")
    }

    @Test(
      "Does not shift while a view is loading, on the first and later visits", .withServiceWorker,
      arguments: Browser.Screen.allCases)
    func nothingJumps(screen: Browser.Screen) throws {
      try listener.makeStories("s1", "s2", hero: "h1", seconds: 600)
      for day in 1...9 { try listener.listen(daysAgo: day) }
      let walker = Walker(client: listener.client)
      for day in 1...9 { try walker.walk(day, minutes: 60, km: 5) }
      let steady = #"""
        {"id": "steady", "startedAt": "2026-06-02T08:00:00Z", "endedAt": "2026-06-02T09:00:00Z", "distance": 5000,
        "loadWeight": 15}
        """#
      #expect(try listener.client.post("/api/v1/rucks", steady).status == 201)
      let work = #"{"title": "\#(Self.longTitle)", "authors": ["Ann One"]}"#
      for id in ["long"] + (1...14).map({ "long\($0)" }) {
        #expect(try listener.client.put("/api/v1/works/\(id)", work).status == 201)
        #expect(try listener.client.put("/api/v1/library/\(id)", #"{"status": "reading"}"#).status == 201)
      }
      let browser = try Browser(stack, screen: screen)
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.delayedResponses])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      for (hash, heading) in Self.places {
        try expectSteady(browser, at: (hash, heading), "the first time")
        // The heights are stored after a delay.
        try eventually("its heights are known") {
          try browser.run(
            "return (localStorage.getItem('waymark.answer-heights') ?? '').includes(arguments[0])",
            hash.dropFirst(2).split(separator: "/").prefix(2).joined(separator: "/")) as? Bool == true
        }
      }
      for place in Self.places { try expectSteady(browser, at: place, "again") }
    }

    @Test("Pictures scale their text with the text around them")
    func largePictures() throws {
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
      let browser = try Browser(stack, user: "ada", at: "#/listening", heading: "Listening")
      let heights = """
        const heights = [...document.querySelectorAll(".picture svg text")]
          .map((one) => one.getBoundingClientRect().height);
        return heights.length === 0 ? null : Math.min(...heights)
        """
      let before = try found("a picture") { (try browser.run(heights) as? NSNumber).map(\.doubleValue) }
      #expect(before > 0)
      try browser.run("document.documentElement.style.fontSize = '200%'")
      try eventually("the picture is drawn with larger text") {
        (try browser.run(heights) as? NSNumber)?.doubleValue ?? 0 > 1.8 * before
      }
    }

    @Test("Closes a name's direction marks, so that they do not reorder the text around it")
    func marksOfDirection() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let names = ["plain", "\u{202E}turned", "a\u{2066}b\u{202B}c", "d\u{2069}e\u{202C}", "\u{2067}f\u{2069}"]
      let wanted = [
        "plain", "\u{202E}turned\u{202C}", "a\u{2066}b\u{202B}c\u{202C}\u{2069}", "de", "\u{2067}f\u{2069}",
      ]
      let isolated = try browser.run(module: "kit/format.js", "return asked[0].map(module.isolated)", names)
      #expect(isolated as? [String] == wanted.map { "\u{2068}\($0)\u{2069}" })
    }
  }
}
