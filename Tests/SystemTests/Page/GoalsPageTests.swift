import Foundation
import Testing

extension SystemTests.Page {
  /// Goals have a target for each week and each year.
  @Suite("Goals on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct GoalsPageTests {
    private let stack: Stack
    private let client: HTTPClient
    private let year = Int(Listener.day(0).prefix(4))!

    /// The person met the goal of two rucks in each of the last three weeks.
    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      let walker = Walker(client: client)
      for week in 1...3 {
        for weekday in [0, 2] { try walker.walk(Walker.daysAgo(weeks: week, weekday: weekday), minutes: 60, km: 5) }
      }
    }

    private func finish(_ id: String, _ day: String) throws {
      #expect(try client.put("/api/v1/works/\(id)", #"{"title": "Book \#(id)"}"#).status == 201)
      let read = #"{"status": "finished", "finishedOn": "\#(day)"}"#
      #expect(try client.post("/api/v1/library/\(id)/reads", read).status == 201)
    }

    /// The goals of the weeks, the latest first.
    private func expectWeeks(_ goals: [String], _ browser: Browser) throws {
      let rows = """
        const table = document.querySelector(".days-table");
        table.closest("details").open = true;
        return [...table.querySelectorAll("tbody tr")].map((row) => row.lastChild.innerText);
        """
      try eventually(within: Browser.patience, "the goals \(goals)") {
        (try browser.run(rows) as? [String] ?? []).prefix(goals.count).elementsEqual(goals)
      }
    }

    private func setGoal(_ target: String, _ since: String, _ browser: Browser) throws {
      try browser.click(role: "button", name: "Change goal")
      try browser.waitFor(role: "dialog", name: "Weekly goal")
      try browser.type(target, into: "Rucks per week")
      try browser.choose(since, in: "Counts")
      try browser.waitFor(text: since == "For all weeks" ? "Your streak may change." : "Earlier weeks keep their goal.")
      try browser.expectAccessible()
      try browser.screenshot("weekly-goal-\(browser.screen)")
      try browser.click(role: "button", name: "Save goal")
      try browser.waitFor(text: "Goal saved.")
    }

    @Test("More rucks per week from this week on keep the streak, for all weeks they end it")
    func weekly() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks", screen: .phone)
      try browser.waitFor(".rucks-week .figure", text: "3 weeks")
      try expectWeeks(["2", "2, met", "2, met", "2, met", "2"], browser)
      try setGoal("3", "From this week on", browser)
      try browser.waitFor(text: "This week: 0 of 3 rucks, 3 to go.")
      try browser.waitFor(".rucks-week .figure", text: "3 weeks")
      try expectWeeks(["3", "2, met", "2, met", "2, met", "2"], browser)

      try setGoal("3", "For all weeks", browser)
      try browser.waitFor(".rucks-week .figure", text: "0 weeks")
      try expectWeeks(["3", "3", "3", "3", "3"], browser)
      try browser.expectNoConsoleErrors()
    }

    @Test("A goal that is reset has its default from this week on")
    func reset() throws {
      let always = #"{"target": 1, "since": "always"}"#
      #expect(try client.put("/api/v1/goals/weeklyRucks", always).status == 200)
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      try browser.click(role: "button", name: "Change goal")
      try browser.click(role: "button", name: "Reset to 2 rucks per week")
      try browser.waitFor(text: "This week: 0 of 2 rucks, 2 to go.")
      try expectWeeks(["2", "1, met", "1, met", "1, met", "1"], browser)
      try browser.expectNoConsoleErrors()
    }

    /// The last years with their goals of books, the latest first.
    private func expectYears(_ expected: [String], _ browser: Browser) throws {
      let rows = """
        const details = document.querySelector(".goals details");
        details.open = true;
        return [...details.querySelectorAll(".row-text")].map(({ children: [year, books] }) =>
          `${year.innerText}: ${books.innerText}`);
        """
      try eventually(within: Browser.patience, "the goals \(expected)") {
        (try browser.run(rows) as? [String] ?? []).prefix(expected.count).elementsEqual(expected)
      }
    }

    @Test("Earlier years keep the target that they had, in the list and in their review")
    func yearly() throws {
      for (number, back) in [2, 2, 1].enumerated() { try finish("b\(number)", "\(year - back)-03-0\(number + 1)") }
      for (target, day) in [(2, "\(year - 2)-05-05"), (3, "\(year - 1)-12-31")] {
        let body = #"{"target": \#(target), "since": "\#(day)"}"#
        #expect(try client.put("/api/v1/goals/annualReading", body).status == 200)
      }
      let browser = try Browser(stack, user: "ada", at: "#/insights", heading: "Insights", screen: .phone)
      let before = [
        "\(year - 1): 1 of 3 books", "\(year - 2): 2 of 2 books, reached", "\(year - 3): 0 of 12 books",
      ]
      try expectYears(before, browser)
      try browser.expectFits()
      try browser.screenshot("earlier-years")

      try browser.click(role: "button", name: "Change: Books this year")
      try browser.type("40", into: "Books per year")
      try browser.expectAccessible()
      try browser.screenshot("yearly-goal")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "0 of 40")
      try expectYears(before, browser)
      try expectReview(year - 2, "You reached your goal of 2 books.", browser)
      try expectReview(year - 1, "Your goal: 3 books.", browser)

      try browser.open("#/insights", heading: "Insights")
      try browser.click(role: "button", name: "Change: Books this year")
      try browser.choose("For all years", in: "Counts")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Goal saved.")
      try expectYears((1...3).map { "\(year - $0): \([1, 2, 0][$0 - 1]) of 40 books" }, browser)
      try expectReview(year - 2, "Your goal: 40 books.", browser)
      try browser.expectNoConsoleErrors()
    }

    /// The second card is the one of reading, because nothing was heard.
    private func expectReview(_ year: Int, _ text: String, _ browser: Browser) throws {
      try browser.open("#/insights/review/\(year)", heading: "\(year) in review")
      try browser.press(Browser.Key.right)
      try browser.waitFor(".story-page", text: "You read")
      try browser.waitFor(text: text)
      try browser.expectFits()
      try browser.screenshot("review-goal-\(year)")
    }

    @Test("A month in review has no goal")
    func month() throws {
      try finish("a", "\(year - 1)-03-01")
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      try browser.open("#/insights/review/\(year - 1)-03")
      try browser.waitFor(text: "Your month")
      try browser.press(Browser.Key.right)
      try browser.waitFor(".story-page", text: "You read")
      #expect(try !browser.text.contains("goal") && !browser.text.contains("0 pages"))
      try browser.expectNoConsoleErrors()
    }
  }
}
