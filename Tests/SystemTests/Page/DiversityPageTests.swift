import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Diversity on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct DiversityPageTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      for (id, year) in [("a", 1920), ("b", 1985), ("c", 2020)] {
        let work = #"{"title": "Book \#(id) <i>", "publishedYear": \#(year)}"#
        #expect(try client.put("/api/v1/works/\(id)", work).status == 201)
        #expect(try client.put("/api/v1/library/\(id)", #"{"status": "reading"}"#).status == 201)
      }
    }

    private func missing(_ dimension: String) throws -> Int? {
      (try client.get("/api/v1/diversity/missing?dimension=\(dimension)").object["items"] as? [Any])?.count
    }

    @Test(
      "The radar and its questions are accessible in both themes and on both screens",
      arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      try Browser.expectUsable(
        [("#/diversity", "Diversity"), ("#/diversity/fill", "Fill missing data")], stack, screen: screen)
    }

    @Test(
      "A + of the radar asks about a book that lacks the value, and the radar shows the answer",
      arguments: Browser.Screen.allCases)
    func plus(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/diversity", heading: "Diversity", screen: screen)
      try browser.click(role: "button", name: "Gender: add what 3 books lack")
      try browser.waitFor(role: "heading", name: "Gender")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Woman")
      try browser.waitFor(role: "heading", name: "Gender saved")
      try browser.press(Browser.Key.escape)
      try browser.waitFor(role: "button", name: "Gender: add what 2 books lack")
      #expect(try missing("gender") == 2)
      try browser.tab(to: "Geography: add what 3 books lack")
      try browser.press(Browser.Key.enter)
      try eventually("the question has the focus") {
        try browser.run("return document.activeElement.matches('.question-text')") as? Bool == true
      }
      try browser.press(Browser.Key.right)
      try browser.waitForFocus("Africa")
      try browser.press(Browser.Key.right, Browser.Key.space)
      try browser.waitFor(role: "button", name: "Geography: add what 2 books lack")
      try browser.expectNoConsoleErrors()
    }

    @Test("Digits answer, S skips and U undoes a question of the missing data", arguments: Browser.Screen.allCases)
    func fill(screen: Browser.Screen) throws {
      let browser = try Browser(
        stack, user: "ada", at: "#/diversity/fill?dimension=translation", heading: "Fill missing data",
        screen: screen)
      try browser.waitFor(text: "1 of 3")
      try browser.tab(to: "Yes, translated")
      try browser.press("1")
      try browser.waitFor(text: "2 of 3")
      try browser.waitFor(text: "+5 points")
      let about = """
        const id = document.activeElement.getAttribute("aria-describedby");
        return document.getElementById(id)?.textContent.startsWith("Book");
        """
      #expect(try browser.run(about) as? Bool == true, "the question names its book")
      try browser.press("s")
      try browser.waitFor(text: "3 of 3")
      try browser.press("u")
      try browser.waitFor(text: "Answer undone")
      #expect(try missing("translation") == 3)
      try browser.waitFor(text: "2 of 3")
      try browser.press("2")
      try browser.waitFor(text: "3 of 3")
      try browser.press("2")
      try browser.click(role: "button", name: "Show skipped questions")
      try browser.click(role: "button", name: "Yes, translated")
      try browser.waitFor(role: "heading", name: "All data is complete")
      #expect(try missing("translation") == 0)
      try browser.expectNoConsoleErrors()
    }

    @Test("The address holds period and axes, and invalid values show the radar of all time")
    func address() throws {
      let browser = try Browser(stack, user: "ada", at: "#/diversity", heading: "Diversity")
      try browser.click(role: "radio", name: "This year")
      try eventually(within: Browser.patience, "the address has the period") {
        try browser.hash.contains("period=year")
      }
      try browser.back()
      try eventually(within: Browser.patience, "the address has no period") { try browser.hash == "#/diversity" }
      try browser.open("#/diversity?period=never&axes=a,b")
      try browser.waitFor(role: "img", name: "Representation radar")
      try browser.expectNoConsoleErrors()
    }

    @Test("An answer on another device removes the question")
    func elsewhere() throws {
      let browser = try Browser(
        stack, user: "ada", at: "#/diversity/fill?dimension=gender", heading: "Fill missing data")
      try browser.waitFor(text: "1 of 3")
      for id in ["a", "b", "c"] {
        #expect(try client.put("/api/v1/diversity/works/\(id)/gender", #"{"value": "Female"}"#).status == 200)
      }
      try browser.waitFor(text: "No data is missing.")
    }
  }
}
