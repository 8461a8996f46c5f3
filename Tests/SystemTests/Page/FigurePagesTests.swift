import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Listening, rucks and insights on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct FigurePagesTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    private func browser(_ screen: Browser.Screen, at hash: String, heading: String) throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading, screen: screen)
    }

    private func story(_ id: String, _ title: String) throws {
      _ = try stack.client(user: "ada").put(
        "/api/v1/stories/\(id)", #"{"title": "\#(title)", "estimatedDuration": 1200}"#)
    }

    private static let places: [Browser.Place] = [
      ("#/listening", "Listening"), ("#/listening/sessions", "Listening sessions"), ("#/listening/stories", "Stories"),
      ("#/listening/heroes", "Heroes"), ("#/rucks", "Rucks"), ("#/rucks/all", "All rucks"), ("#/insights", "Insights"),
      ("#/insights/achievements", "Achievements"), ("#/insights/review/2026", "2026 in review"),
    ]

    @Test("Each view is accessible", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      try Browser.expectUsable(Self.places, stack, screen: screen)
    }

    @Test("Text at 200 % fits each view, and no word of the navigation breaks")
    func largeText() throws {
      try story("boat", "The Night Boat")
      let browser = try browser(.phone, at: "#/today", heading: "Today")
      let others: [Browser.Place] = [
        ("#/today", "Today"), ("#/reading", "Reading"), ("#/diversity", "Diversity"), ("#/settings", "Settings"),
      ]
      for (hash, heading) in others + Self.places {
        try browser.open(hash, heading: heading)
        let found = try browser.run(try Browser.script("Tests/Browser/large-text.js")) as? [String]
        #expect(found == [], "\(hash)")
      }
    }

    /// Whether the actions of the first row are next to its text, as icons on a phone and as words on a desktop.
    private func expectCompactRow(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let shown = """
        const row = document.querySelector(".rows > .compact");
        const parts = [".row-text", ".row-actions"];
        const [text, actions] = parts.map((one) => row.querySelector(one).getBoundingClientRect());
        const isNextTo = actions.left >= text.right && actions.top < text.bottom && actions.bottom > text.top;
        const kinds = [".row-actions .icon-shape", ".row-actions span"];
        return [isNextTo, ...kinds.map((one) => getComputedStyle(row.querySelector(one)).display !== "none")];
        """
      let isPhone = browser.screen == .phone
      #expect(try browser.run(shown) as? [Bool] == [true, isPhone, !isPhone], sourceLocation: sourceLocation)
    }

    @Test("Logs, corrects, deletes and restores a session by keyboard", arguments: Browser.Screen.allCases)
    func sessions(screen: Browser.Screen) throws {
      try story("boat", "The Night Boat")
      let browser = try browser(screen, at: "#/listening", heading: "Listening")
      try browser.enter("Log a session")
      try browser.waitFor(text: "The Night Boat")
      try browser.press(Browser.Key.tab, Browser.Key.space)
      try browser.key("7:30", into: "Time listened")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Logged")
      try browser.waitFor(role: "button", name: "Correct: The Night Boat")
      try expectCompactRow(browser)
      try browser.waitFor(role: "link", name: "1 session")
      try browser.enter("Correct: The Night Boat")
      try browser.key("abc", into: "Time listened")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Enter minutes and seconds")
      try browser.key("6:00", into: "Time listened")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Corrected: 6 m")
      try browser.waitForFocus("Correct: The Night Boat")
      try browser.holdUndo()
      try browser.enter("Delete: The Night Boat")
      try browser.waitFor(text: "Session of “")
      try browser.undo()
      try browser.waitFor(role: "button", name: "Correct: The Night Boat")
      try browser.expectNoConsoleErrors()
    }

    @Test("A new session is of the story that was heard last, and takes two presses")
    func lastStory() throws {
      let client = try stack.client(user: "ada")
      for (id, title) in [("a", "An Early Train"), ("boat", "The Night Boat")] { try story(id, title) }
      let listened = """
        {"storyId": "boat", "startedAt": "2026-01-02T08:00:00Z", "endedAt": "2026-01-02T08:10:00Z", "completed": true}
        """
      #expect(try client.post("/api/v1/analytics/sessions", listened).status == 201)
      let browser = try browser(.phone, at: "#/listening", heading: "Listening")
      try browser.click(role: "button", name: "Log a session")
      try eventually("the story that was heard last is selected") {
        let chosen = "return document.querySelector('.picker-found input:checked')?.closest('label').textContent"
        return try browser.run(chosen) as? String == "The Night Boat"
      }
      try browser.click(role: "button", name: "Log session")
      try browser.waitFor(text: "Logged")
      let sessions = try client.get("/api/v1/analytics/sessions").object.list("items")
      #expect(sessions.map { $0.text("storyId") } == ["boat", "boat"])
      try browser.expectNoConsoleErrors()
    }

    @Test(
      "Logs, corrects, deletes and restores a ruck by keyboard, and shows errors next to their fields", .inFullBrowser,
      arguments: Browser.Screen.allCases)
    func rucks(screen: Browser.Screen) throws {
      let browser = try browser(screen, at: "#/rucks/all", heading: "All rucks")
      try browser.enter("Log a ruck")
      try browser.waitForFocus("Distance")
      try browser.key("5.2", into: "Distance")
      try browser.key("-3", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "greater than or equal to 0")
      try browser.key("20", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Logged: 5.2")
      try browser.waitFor(role: "button", name: "Correct the ruck")
      try expectCompactRow(browser)
      try browser.enter("Correct the ruck")
      try browser.waitForFocus("Ended")
      try browser.key("6.3", into: "Distance")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(".rows", text: "6.3 km")
      try browser.waitForFocus("Correct the ruck")
      try browser.holdUndo()
      try browser.enter("Delete the ruck")
      try browser.waitFor(text: "Your rucks will appear here.")
      try browser.undo()
      try browser.waitFor(".rows", text: "6.3 km")
      try browser.expectNoConsoleErrors()
    }

    @Test("Stories have covers, which keep their place before they are loaded")
    func covers() throws {
      try story("boat", "The Night Boat")
      let browser = try browser(.phone, at: "#/listening/stories", heading: "Stories")
      try browser.waitFor(text: "The Night Boat")
      let cover = """
        const [picture, ...others] = document.querySelectorAll(".rows .cover-small img");
        const { width, height } = picture.getBoundingClientRect();
        const before = [others.length, picture.loading, picture.alt, Math.round(width), Math.round(height)].join(" ");
        picture.loading = "eager";
        return picture.decode().then(() => `${before} ${picture.naturalWidth}`);
        """
      #expect(try browser.run(cover) as? String == "0 lazy  40 60 400")
      try browser.expectNoConsoleErrors()
    }

    @Test("A press on a bar of the activity opens its day")
    func bars() throws {
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", seconds: 600)
      for day in [1, 3] { try listener.listen(daysAgo: day) }
      let browser = try browser(.desktop, at: "#/listening", heading: "Listening")
      try browser.waitFor(text: "on 2 of 7 days")
      let press = """
        const bars = [...document.querySelectorAll(".opens-days svg path")].filter((bar) => bar.querySelector("title"));
        if (bars.length !== 2) return false;
        bars[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return true;
        """
      try eventually(within: Browser.patience, "two bars") { try browser.run(press) as? Bool == true }
      try browser.waitForHash("#/day/\(Listener.day(3))")
      let rule = """
        const chart = new DOMParser().parseFromString(asked[0], "text/html").body;
        const points = [{ date: "2026-11-05", minutes: 1 }, { date: "2026-11-06", minutes: 0 }];
        return module.dayOfBar(chart, chart.querySelector("path"), points);
        """
      let table: [(String, String?)] = [
        ("<path><title>Thursday 5 November: 1 minute</title></path>", "2026-11-05"),
        ("<path><title>Saturday 15 November: 1 minute</title></path>", nil),
        ("<path><title>5 to 11 November: 1 minute</title></path>", nil), ("<path></path>", nil),
        ("<path><title>Thursday 5 November: 1 minute</title></path><path><title>x</title></path>", nil),
      ]
      for (shapes, day) in table {
        let found = try browser.run(module: "views/listening/activity-card.js", rule, "<svg>\(shapes)</svg>")
        #expect(found as? String == day, "\(shapes)")
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("Arrow keys page through the year in review, and the address holds the card")
    func review() throws {
      try story("boat", "The Night Boat")
      _ = try stack.client(user: "ada").post(
        "/api/v1/analytics/sessions",
        """
        {"storyId": "boat", "startedAt": "2026-01-05T18:00:00Z", "endedAt": "2026-01-05T18:20:00Z", "completed": true}
        """)
      let browser = try browser(.desktop, at: "#/insights/review/2026", heading: "2026 in review")
      try browser.press(Browser.Key.right)
      try browser.waitFor(text: "You listened")
      try browser.reload()
      try browser.waitFor(text: "You listened")
      try browser.press(Browser.Key.left)
      try browser.waitFor(text: "Your year")
      try browser.expectNoConsoleErrors()
    }
  }
}
