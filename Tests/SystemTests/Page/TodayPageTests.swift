import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Today shows the next thing to do", .enabled(if: Browser.isInstalled, Browser.absence))
  struct TodayPageTests {
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

    private func addBook(_ id: String, _ title: String, status: String = "reading", page: Int = 40) throws {
      try put("works/\(id)", #"{"title": "\#(title)", "authors": ["Ann One"], "pageCount": 200}"#)
      try put("library/\(id)", #"{"status": "\#(status)", "currentPage": \#(page)}"#)
    }

    @Test("Continues the book that was read last, by keyboard", arguments: Browser.Screen.allCases)
    func book(screen: Browser.Screen) throws {
      try addBook("first", "The First")
      try addBook("sea", "The Sea <b>&</b> 𝒜")
      let read = #"{"workId": "sea", "startedAt": "2026-11-02T10:00:00Z", "endedAt": "2026-11-02T10:20:00Z","#
      #expect(try client.post("/api/v1/reading/sessions", read + #" "startPage": 40, "endPage": 60}"#).status == 201)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: screen)
      try browser.waitFor(text: "Page 60 of 200")
      #expect(try browser.run("return document.querySelector('.now h3').textContent") as? String != nil)
      try browser.tab(to: "Start reading")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "button", name: "Stop")
      try browser.expectAccessible()
      try browser.screenshot("today-timer")
      try browser.tab(to: "Stop")
      try browser.press(Browser.Key.enter)
      try browser.waitForFocus("Which page are you on?")
      try browser.key("80", into: "Which page are you on?")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "One question")
      try browser.click(role: "button", name: "Skip")
      try browser.waitFor(text: "Page 80 of 200")
      try browser.click(role: "link", name: "The Sea <b>&</b> 𝒜")
      try browser.waitFor(role: "heading", name: "The Sea")
      try browser.expectNoConsoleErrors()
    }

    @Test("Begins the next book of the list, and marks a book as finished on its last page")
    func nextBook() throws {
      try addBook("hill", "The Hill", status: "wantToRead", page: 0)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      try browser.waitFor(text: "Next on your list")
      try browser.click(role: "button", name: "Begin this book")
      try browser.waitFor(role: "button", name: "Stop")
      #expect(try client.get("/api/v1/library/hill").object.text("status") == "reading")
      #expect(try client.delete("/api/v1/reading/timer").status == 204)
      #expect(try client.patch("/api/v1/library/hill", #"{"currentPage": 200}"#).status == 200)
      try browser.click(role: "button", name: "Mark as finished")
      try browser.waitFor(text: "Your 1st book this year.")
      try browser.press("x")
      try browser.waitFor(role: "button", name: "Add a book")
      try browser.expectNoConsoleErrors()
    }

    @Test("A person with a list of books and no session waits for only one response after the first ones")
    func bookListOnly() throws {
      try addBook("hill", "The Hill", status: "wantToRead", page: 0)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      try browser.waitFor(text: "Next on your list")
      let late = """
        const names = performance.getEntriesByType("resource").map(({ name }) => name);
        const late = names.filter((name) => /(wantToRead|sessions|rucks)[?&]limit=1$/.test(name));
        return [...new Set(late.map((name) => name.split("/v1/")[1]))].sort();
        """
      #expect(try browser.run(late) as? [String] == ["library?status=wantToRead&limit=1", "reading/sessions?limit=1"])
      try browser.expectNoConsoleErrors()
    }

    @Test("A person who has only a ruck is not welcomed as a new person")
    func ruckOnly() throws {
      let ruck = #"{"startedAt": "2026-11-02T10:00:00Z", "endedAt": "2026-11-02T11:00:00Z","#
      #expect(try client.post("/api/v1/rucks", ruck + #" "distance": 5000, "loadWeight": 10}"#).status == 201)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      try browser.waitFor(text: "The book that you are reading will be here")
      #expect(try !browser.has(role: "link", name: "Begin"))
      try browser.expectNoConsoleErrors()
    }

    @Test("One button adds a listening session, a reading session or a ruck")
    func adding() throws {
      try addBook("sea", "The Sea")
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: .phone)
      try browser.enter("Add")
      try browser.waitForFocus("Listening")
      try browser.expectAccessible()
      try browser.screenshot("add")
      try browser.click(role: "button", name: "Ruck")
      try browser.waitFor(role: "heading", name: "Log a ruck")
      try browser.type("5", into: "Distance")
      try browser.type("10", into: "Load")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Logged: 5 km")
      try browser.enter("Add")
      try browser.click(role: "button", name: "Reading")
      try browser.waitFor(role: "heading", name: "Log a session")
      try browser.type("50", into: "To page")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Page 50 of 200")
      try browser.enter("Add")
      try browser.click(role: "button", name: "Listening")
      try browser.waitFor(role: "heading", name: "Log a session")
      try browser.press(Browser.Key.escape)
      try browser.waitForGone(text: "Log a session")
      try browser.expectNoConsoleErrors()
    }

    @Test("The text of each goal has at most two lines on a phone")
    func goals() throws {
      try put("goals/culturalDiversity", #"{"target": 8}"#)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: .phone)
      try browser.waitFor(text: "of 8 cultures")
      let lines = """
        return [...document.querySelectorAll(".ring-words")].map((words) =>
          Math.round([...words.children].reduce((sum, text) =>
            sum + text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight), 0)));
        """
      #expect(try browser.run(lines) as? [Int] == [2, 2, 2, 2])
      try browser.expectFits()
    }

    @Test(
      "A new person sees the first steps, takes them, and does not see them again", arguments: Browser.Screen.allCases)
    func firstSteps(screen: Browser.Screen) throws {
      let browser = try Browser(stack, screen: screen)
      try browser.driver.devTools("Emulation.setTimezoneOverride", ["timezoneId": "Europe/Berlin"])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(text: "Your days use the time zone Europe/Berlin.")
      #expect(try client.get("/api/v1/profile").object.text("timezone") == "Europe/Berlin")
      try browser.click(role: "link", name: "Begin")
      try browser.waitFor(role: "heading", name: "Your time zone")
      try browser.expectAccessible()
      try browser.screenshot("first-steps")
      try browser.type("Europe/Lisbon", into: "Time zone")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Your units")
      let profile = try client.get("/api/v1/profile").object
      #expect(profile.text("timezone") == "Europe/Lisbon")
      #expect((profile.object("history")["timezone"] as? [Any])?.count == 1, "no past day changes its zone")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Continue")
      try browser.waitFor(role: "heading", name: "What you track")
      try browser.click(role: "checkbox", name: "Listening")
      try browser.click(role: "button", name: "Continue")
      try browser.waitFor(role: "heading", name: "Your apps and devices")
      #expect(try browser.has(role: "link", name: "KOReader") && !browser.has(role: "link", name: "AntennaPod"))
      try browser.expectAccessible()
      try browser.screenshot("first-steps-sources")
      try browser.back()
      try browser.waitFor(role: "heading", name: "What you track")
      try browser.forward()
      try browser.waitFor(role: "heading", name: "Your apps and devices")
      try browser.click(role: "button", name: "Continue")
      try browser.waitFor(role: "heading", name: "Your history")
      #expect(try browser.text.contains("Goodreads") && !browser.text.contains("Audiobookshelf"))
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.click(role: "button", name: "Continue")
      try browser.waitFor(role: "heading", name: "A first goal")
      try browser.type("30", into: "Books per year")
      try browser.click(role: "button", name: "Done")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitFor(text: "of 30 books")
      #expect(try !browser.has(role: "link", name: "Begin"))
      try browser.enter("Add")
      try browser.waitFor(role: "button", name: "Reading")
      #expect(try !browser.has(role: "button", name: "Listening"))
      try browser.expectNoConsoleErrors()
    }

    @Test("The first steps can be left, skipped one by one, ended and begun again, by keyboard")
    func leavingFirstSteps() throws {
      let browser = try Browser(stack, user: "ada", at: "#/welcome", heading: "Your time zone")
      try browser.expectFocusInOrder()
      // A wrong zone is reported, and a skipped step changes nothing.
      try browser.key("Nowhere", into: "Time zone")
      try browser.waitFor(text: "No such zone yet")
      try browser.enter("Skip this step")
      try browser.waitForFocus("Your units")
      #expect(try client.get("/api/v1/profile").object.text("timezone") == "UTC")
      try browser.click(role: "radio", name: "Miles")
      try browser.waitFor(text: "A ruck of 3.7 mi")
      try browser.enter("Skip this step")
      try browser.waitForFocus("What you track")
      // The list of the steps leads to any of them.
      try browser.click(role: "link", name: "4 Sources")
      try browser.waitForFocus("Your apps and devices")
      try browser.enter("KOReader")
      try browser.waitFor(role: "heading", name: "KOReader")
      try browser.enter("Back to the first steps")
      try browser.waitFor(role: "heading", name: "Your apps and devices")
      try browser.open("#/today", heading: "Today")
      try browser.enter("Continue")
      try browser.waitFor(role: "heading", name: "Your apps and devices")
      try browser.enter("Skip all")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitForGone(text: "A few short steps")
      try browser.open("#/sources", heading: "Sources")
      #expect(try !browser.has(role: "link", name: "Back to the first steps"))
      try browser.open("#/settings", heading: "Settings")
      try browser.enter("Go through the first steps again")
      try browser.waitFor(role: "heading", name: "Your time zone")
      try browser.enter("Close")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.expectNoConsoleErrors()
    }

    @Test("An older account with the default zone gets one question per browser, and a chosen zone stays")
    func olderAccount() throws {
      let browser = try Browser(stack)
      try browser.driver.devTools("Emulation.setTimezoneOverride", ["timezoneId": "Asia/Tokyo"])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      let asks = """
        const { setPerson } = await find("kit/person.js");
        const person = (more) => ({ userId: "eve", timezone: "UTC", createdAt: "2020-01-01T00:00:00Z",
          history: { timezone: [{ since: null, value: "UTC" }] }, ...more });
        setPerson(person({}));
        const found = [module.mayBeWrong()];
        module.keepZone();
        found.push(module.mayBeWrong());
        setPerson(person({ userId: "eva", timezone: "Europe/Oslo" }));
        found.push(module.mayBeWrong());
        return found;
        """
      #expect(try browser.run(module: "kit/first-zone.js", asks) as? [Bool] == [true, false, false])
    }

    @Test("Today does not change when the styles of the other places are loaded", arguments: Browser.Screen.allCases)
    func stylesOfOthers(screen: Browser.Screen) throws {
      try addBook("sea", "The Sea", status: "finished", page: 200)
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: screen)
      try browser.waitFor(role: "button", name: "Add a book")
      try browser.waitFor(text: "of 12 books")
      let boxes = """
        const boxes = [...document.querySelectorAll("main, main *")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const marks = ["::before", "::after"].map((mark) => getComputedStyle(element, mark).content);
          const { color, backgroundColor, font } = getComputedStyle(element);
          const { tagName, className } = element;
          return [tagName, className, x, y, width, height, color, backgroundColor, font, ...marks].join();
        });
        """
      let changed = """
        const sheets = () => document.querySelectorAll("link[rel=stylesheet]").length;
        const drawn = () => { \(boxes) return boxes; };
        const first = sheets();
        const before = drawn();
        await module.loadStyles();
        const after = drawn();
        return [String(sheets() - first), ...after.filter((box, index) => box !== before[index])];
        """
      #expect(try browser.run(module: "kit/styles.js", changed) as? [String] == ["8"])
    }

    @Test("Says the one sentence that matters")
    func sentences() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let cases: [(change: String, text: String)] = [
        ("{}", "20 minutes of reading keep your 13 days."),
        ("{ restDays: 1 }", "20 minutes of reading make it 14 days."),
        ("{ reading: { streak: 13, today: 0, before: [] } }", "A few pages keep your 13 days of reading."),
        ("{ reading: { streak: 3, today: 0, before: [9] } }", "One finished story keeps your 12 days of listening."),
        ("{ rucks: { weeks: 28, remaining: 2, today: 0 }, daysLeft: 2 }", "2 more rucks by Sunday keep your 28 weeks."),
        ("{ rucks: { weeks: 28, remaining: 1, today: 0 }, daysLeft: 1 }", "One more ruck today keeps your 28 weeks."),
        (done + "rucks: { weeks: 28, remaining: 1, today: 0 } }", "One more ruck by Sunday keeps your 28 weeks."),
        (done + "goals: [{ type: 'weeklyRucks', remaining: 1, target: 3 }] }", "One more ruck to this week's goal."),
        (
          done + "goals: [{ type: 'annualReading', remaining: 2, target: 24 }] }",
          "2 more books to your goal of the year."
        ),
        (done + "}", "Your streaks are safe today."),
        (
          "{ reading: { streak: 0, today: 0, before: [] }, listening: { streak: 0, today: 0 } }",
          "A few pages, a story or a walk: whatever you add begins a streak."
        ),
      ]
      for (change, text) in cases {
        let said = """
          const usual = {
            reading: { streak: 13, today: 0, before: [0, 18, 22, 60] }, listening: { streak: 12, today: 0 },
            rucks: { weeks: 0, remaining: 0, today: 0 }, goals: [], restDays: 0, daysLeft: 4,
          };
          return module.sentence({ ...usual, ...\(change) }).text;
          """
        #expect(try browser.run(module: "views/today/sentence.js", said) as? String == text)
      }
    }

    private let done = "{ reading: { streak: 13, today: 9, before: [] }, listening: { streak: 12, today: 9 }, "

    @Test("Celebrates 4, 8 and 12 weeks of a daily streak once each")
    func celebrations() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      func reach(_ days: Int) throws {
        _ = try browser.run(module: "kit/news.js", "module.celebrateStreak('reading', asked[0]);", days)
      }
      for (days, title) in [(29, "4 weeks of reading"), (56, "8 weeks of reading"), (90, "12 weeks of reading")] {
        try reach(days)
        try browser.waitFor(role: "dialog", name: title)
        try browser.expectAccessible()
        #expect(try browser.run("return document.querySelector('.confetti')") == nil, "motion is reduced")
        try browser.press("x")
        try eventually("the celebration is over") { try !browser.has(role: "dialog", name: title) }
      }
      for days in [28, 34, 35, 60, 84, 91] { try reach(days) }
      // A later celebration is shown after the earlier ones.
      try reach(26 * 7)
      try browser.waitFor(role: "dialog", name: "26 weeks of reading")
      try browser.expectNoConsoleErrors()
    }
  }
}
