import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The year in review on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ReviewPageTests {
    private let stack: Stack
    private let listener: Listener
    /// Everything happened yesterday, so that it is in one year.
    private let year = String(Listener.day(1).prefix(4))

    init() throws {
      stack = try Stack()
      listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", hero: "h1", seconds: 600)
      try listener.listen(daysAgo: 1)
      try Walker(client: listener.client).walk(1, minutes: 60, km: 5)
      for (id, title) in [("sea", "The Sea"), ("hill", "The Hill")] {
        #expect(try listener.client.put("/api/v1/works/\(id)", #"{"title": "\#(title)"}"#).status == 201)
        #expect(try listener.client.put("/api/v1/library/\(id)", #"{"status": "wantToRead"}"#).status == 201)
        let read = #"{"status": "finished", "finishedOn": "\#(Listener.day(1))"}"#
        #expect(try listener.client.post("/api/v1/library/\(id)/reads", read).status == 201)
      }
    }

    private func browser(_ screen: Browser.Screen = .desktop, query: String = "") throws -> Browser {
      try Browser(
        stack, user: "ada", at: "#/insights/review/\(year)\(query)", heading: "\(year) in review", screen: screen)
    }

    /// Pages forward with the arrow key until a card is shown.
    private func turn(_ browser: Browser, to title: String) throws {
      for _ in 0..<20 {
        if try browser.run("return document.querySelector('.story-page h3').textContent") as? String == title { return }
        let before = try browser.hash
        try browser.press(Browser.Key.right)
        try eventually(within: Browser.patience, "another card") { try browser.hash != before }
      }
      throw HTTPFailure(description: "no card “\(title)”")
    }

    private static let titles = [
      "Your year", "You listened", "Your favourites", "You read", "The books that you finished", "Your radar",
      "You walked", "Your best rucks", "Your days", "Your busiest day", "Your year on one card",
    ]

    @Test("Each card is accessible, and fits the screen", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let browser = try browser(screen)
      for title in Self.titles {
        try turn(browser, to: title)
        try browser.waitUntilLoaded()
        try browser.expectAccessible(.place)
        try browser.expectFits()
        try browser.screenshot("review-\(title)")
      }
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }

    @Test("Each kind has its colour, and the card of the books has their covers")
    func colours() throws {
      let browser = try browser()
      var colours: [String] = []
      for title in ["Your year", "You listened", "You read", "You walked"] {
        try turn(browser, to: title)
        if title != "Your year" {
          let heard = "return document.querySelector('.story > [role=status]').textContent"
          #expect((try browser.run(heard) as? String)?.hasPrefix(title) == true)
        }
        let colour = "return getComputedStyle(document.querySelector('.story-page')).backgroundColor"
        colours.append(try #require(try browser.run(colour) as? String))
        if title == "You read" {
          try turn(browser, to: "The books that you finished")
          try browser.waitFor(role: "link", name: "\u{2068}The Sea\u{2069}")
          #expect(try browser.run("return document.querySelectorAll('.story-covers .cover').length") as? Int == 2)
        }
      }
      #expect(Set(colours).count == 4, "\(colours)")
      try browser.open("#/insights/review/\(year)", heading: "\(year) in review")
      try turn(browser, to: "The books that you finished")
      try browser.click(role: "link", name: "\u{2068}The Hill\u{2069}")
      try browser.waitFor(role: "heading", name: "The Hill")
      try browser.expectNoConsoleErrors()
    }

    @Test("A swipe turns the page, except over the heat map, and the arrow keys move in the heat map")
    func swipes() throws {
      let browser = try browser(.phone)
      let swipe = """
        const target = document.querySelector(arguments[0]);
        const touch = (x) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 });
        const all = { bubbles: true };
        target.dispatchEvent(new TouchEvent("touchstart", { ...all, touches: [touch(200)] }));
        target.dispatchEvent(new TouchEvent("touchend", { ...all, changedTouches: [touch(200 + arguments[1])] }));
        """
      try browser.run(swipe, ".story-page", -100)
      try browser.waitFor(".story-page", text: "You listened")
      try browser.run(swipe, ".story-page", 100)
      try browser.waitFor(".story-page", text: "Your year")
      try browser.run(swipe, ".story-page", -20)
      try browser.waitFor(".story-page", text: "Your year")
      try turn(browser, to: "Your days")
      try browser.waitUntilLoaded()
      let at = try browser.hash
      try browser.run(swipe, ".heat", -100)
      try browser.run("document.querySelector('.heat a[tabindex=\"0\"]').focus()")
      let before = try browser.focused
      try browser.press(Browser.Key.left, Browser.Key.up)
      #expect(try browser.focused != before)
      #expect(try browser.hash == at)
      try browser.expectNoConsoleErrors()
    }

    @Test("Figures count up once, and do not move with reduced motion", arguments: [true, false])
    func counting(reducesMotion: Bool) throws {
      let browser = try Browser(stack, reducesMotion: reducesMotion)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      let first = """
        const element = module.counting(1200, (value) => `${value} books`);
        document.body.append(element);
        element.id = "counting";
        return element.textContent;
        """
      let text = try browser.run(module: "views/insights/counting.js", first) as? String
      #expect(text == (reducesMotion ? "1200 books" : "1200 books0 books"))
      try eventually(within: Browser.patience, "the figure has its final value") {
        try browser.run("return document.getElementById('counting').textContent") as? String == "1200 books"
      }
      let none = "return module.counting(0, (value) => `${value} books`).textContent"
      #expect(try browser.run(module: "views/insights/counting.js", none) as? String == "0 books")
    }

    @Test("The same cards show a month, which the year and the timeline link", arguments: Browser.Screen.allCases)
    func month(screen: Browser.Screen) throws {
      let month = String(Listener.day(1).prefix(7))
      let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ]
      let name = "\(names[try #require(Int(month.suffix(2))) - 1]) \(year)"
      let browser = try browser(screen)
      try browser.waitFor(text: "Your year")
      try browser.click(role: "link", name: name)
      try browser.waitFor(role: "heading", name: "\(name) in review")
      try browser.waitForHash("#/insights/review/\(month)")
      try browser.waitFor(".story-page", text: "Your month")
      try browser.waitFor(".story-figure", text: name)
      for title in ["You listened", "You read", "The books that you finished", "You walked", "Your days"] {
        try turn(browser, to: title)
        try browser.waitUntilLoaded()
        try browser.expectAccessible(.place)
        try browser.expectFits()
        if title == "The books that you finished" { try browser.waitFor(role: "link", name: "\u{2068}The Sea\u{2069}") }
        try browser.screenshot("review-month-\(title)")
      }
      try turn(browser, to: "Your month on one card")
      try browser.waitUntilLoaded()
      try eventually(within: Browser.patience, "the card is drawn") {
        try browser.run("return document.querySelector('.story-page .picture svg') !== null") as? Bool == true
      }
      try browser.waitFor(role: "link", name: "Download picture")
      try browser.waitFor(role: "button", name: "Share card")
      try browser.expectAccessible(.place)
      try browser.click(role: "link", name: "See \(year)")
      try browser.waitFor(role: "heading", name: "\(year) in review")
      try browser.open("#/insights", heading: "Insights")
      try browser.waitUntilLoaded()
      try browser.run(
        """
        const link = document.querySelector(`.days-table a[href="#/insights/review/${arguments[0]}"]`);
        link.closest("details").open = true;
        link.click();
        """, month)
      try browser.waitFor(role: "heading", name: "\(name) in review")
      try browser.expectNoConsoleErrors()
    }

    @Test("Reads the period in the address")
    func periods() throws {
      let browser = try Browser(stack, user: "ada", at: "#/insights/review/2026-13", heading: "Year in review")
      try browser.waitFor(text: "This is not a valid year or month.")
      let script = """
        return asked[0].map((text) => {
          const period = module.periodOf(text);
          if (!period) return "none";
          const { name, from, to, before, after } = period;
          return [name, from, to, before?.().text ?? "none", after?.().text ?? "none"].join(" ");
        });
        """
      let table = [
        ("2026", "2026 2026-01-01 2026-12-31 2025 2027"), ("1", "1 0001-01-01 0001-12-31 none 2"),
        ("9999", "9999 9999-01-01 9999-12-31 9998 none"),
        ("2024-02", "February 2024 2024-02-01 2024-02-29 2024-01 2024-03"),
        ("1900-02", "February 1900 1900-02-01 1900-02-28 1900-01 1900-03"),
        ("2026-01", "January 2026 2026-01-01 2026-01-31 2025-12 2026-02"),
        ("2026-12", "December 2026 2026-12-01 2026-12-31 2026-11 2027-01"), ("0", "none"), ("10000", "none"),
        ("2026-1", "none"), ("2026-00", "none"), ("26-01", "none"), ("", "none"), ("2026-01-01", "none"),
      ]
      let found = try browser.run(module: "views/insights/review-period.js", script, table.map(\.0)) as? [String]
      #expect(found == table.map(\.1))
    }
  }
}
