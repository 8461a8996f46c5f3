import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The page while another device writes", .enabled(if: Browser.isInstalled, Browser.absence))
  struct OtherDeviceTests {
    private let stack: Stack
    private let listener: Listener
    private var client: HTTPClient { listener.client }

    init() throws {
      stack = try Stack()
      listener = try Listener(stack, user: "ada")
    }

    private func browser(_ screen: Browser.Screen = .desktop, at hash: String, heading: String) throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading, screen: screen)
    }

    private func waitForClosed(_ browser: Browser) throws {
      try eventually(within: Browser.patience, "no dialog is open") {
        try browser.run("return document.querySelector('dialog[open]') === null") as? Bool == true
      }
    }

    @Test("Keeps both corrections of a ruck, and reports a conflict if both change the same figure")
    func ruck() throws {
      let id = try Walker(client: client).walk(
        from: Listener.instant(1, "12:00"), to: Listener.instant(1, "13:00"), km: 5, kg: 10)
      func stored(_ name: String) throws -> Double? { try client.get("/api/v1/rucks/\(id)").object.number(name) }
      let desktop = try browser(at: "#/rucks/all", heading: "All rucks")
      let phone = try browser(.phone, at: "#/rucks/all", heading: "All rucks")
      for browser in [desktop, phone] { try browser.click(role: "button", name: "Correct the ruck") }
      try desktop.type("6", into: "Distance")
      try desktop.press(Browser.Key.enter)
      try waitForClosed(desktop)
      try phone.type("25", into: "Load")
      try phone.press(Browser.Key.enter)
      try waitForClosed(phone)
      #expect(try stored("distance") == 6_000)
      #expect(try stored("loadWeight") == 25)

      try desktop.waitFor(text: "25 kg")
      for browser in [desktop, phone] { try browser.click(role: "button", name: "Correct the ruck") }
      try desktop.type("7", into: "Distance")
      try desktop.press(Browser.Key.enter)
      try waitForClosed(desktop)
      try phone.type("8", into: "Distance")
      try phone.press(Browser.Key.enter)
      try phone.waitFor(text: "Another device changed this to 7 km.")
      #expect(try stored("distance") == 7_000)
      try phone.expectAccessible()
      try phone.press(Browser.Key.enter)
      try waitForClosed(phone)
      #expect(try stored("distance") == 8_000)
      try desktop.waitFor(text: "8 km")
      try desktop.expectNoConsoleErrors()
      try phone.expectNoConsoleErrors()
    }

    @Test("Keeps the page of a timer that stopped while the book was edited")
    func book() throws {
      #expect(try client.put("/api/v1/works/sea", #"{"title": "The Sea", "pageCount": 200}"#).status == 201)
      #expect(try client.put("/api/v1/library/sea", #"{"status": "reading", "currentPage": 40}"#).status == 201)
      func page() throws -> Double? { try client.get("/api/v1/library/sea").object.number("currentPage") }
      let browser = try browser(at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Edit")
      #expect(try client.patch("/api/v1/library/sea", #"{"currentPage": 60}"#).status == 200)
      try browser.type("220", into: "Pages")
      try browser.click(role: "button", name: "Save")
      try waitForClosed(browser)
      #expect(try page() == 60)
      #expect(try client.get("/api/v1/works/sea").object.number("pageCount") == 220)
      try browser.waitFor(text: "60")
      try browser.click(role: "button", name: "Edit")
      try browser.type("70", into: "Current page")
      #expect(try client.patch("/api/v1/library/sea", #"{"currentPage": 65}"#).status == 200)
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Another device changed this")
      #expect(try page() == 65)
      try browser.click(role: "button", name: "Save")
      try waitForClosed(browser)
      #expect(try page() == 70)
      try browser.expectNoConsoleErrors()
    }

    @Test("Reports a deleted session in its dialog and keeps the input")
    func gone() throws {
      try listener.makeStories("s1", seconds: 600)
      let id = try listener.listen(daysAgo: 1).text("id") ?? ""
      let browser = try browser(.phone, at: "#/listening/sessions", heading: "Listening sessions")
      try browser.click(role: "button", name: "Correct: Story s1")
      try browser.type("6:00", into: "Time listened")
      #expect(try client.delete("/api/v1/analytics/sessions/\(id)").status == 204)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "This was deleted on another device.")
      #expect(try browser.value(of: "Time listened") == "6:00")
      try browser.press(Browser.Key.escape)
      try browser.waitFor(text: "Sessions from your apps will appear here.")
      try browser.waitForFocus("Listening sessions")
      try browser.expectNoConsoleErrors(allowing: [404])
    }

    @Test("Celebrates a milestone once, but not those reached before its first visit")
    func milestone() throws {
      let browser = try browser(at: "#/listening", heading: "Listening")
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
      try browser.waitFor(role: "dialog", name: "First Story")
      try browser.expectAccessible()
      try browser.press("x")
      try waitForClosed(browser)
      let other = try self.browser(at: "#/listening", heading: "Listening")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Listening")
      try listener.makeStories("s2", "s3", "s4", "s5", seconds: 600)
      for browser in [browser, other] {
        try browser.waitFor(role: "dialog", name: "5 Stories")
        try browser.press(Browser.Key.escape)
        try waitForClosed(browser)
        try browser.expectNoConsoleErrors()
      }
    }

    @Test("Keeps the input for a goal and updates the others", arguments: Browser.Screen.allCases)
    func goals(screen: Browser.Screen) throws {
      let browser = try browser(screen, at: "#/insights", heading: "Insights")
      try browser.tab(to: "Change: Books this year", most: 150)
      try browser.press(Browser.Key.enter)
      try browser.waitForFocus("Books per year")
      try browser.type("0", into: "Books per year")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "greater than or equal to 1")
      try browser.type("24", into: "Books per year")
      #expect(try client.put("/api/v1/goals/culturalDiversity", #"{"target": 5}"#).status == 200)
      #expect(try browser.value(of: "Books per year") == "24")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "0 of 24")
      try browser.waitFor(text: "0 of 5")
      try browser.waitForFocus("Change: Books this year")
      try browser.press(Browser.Key.enter)
      try browser.click(role: "button", name: "Reset to default")
      try browser.waitFor(text: "0 of 12")
      try browser.click(role: "button", name: "Change: Rucks this week")
      try browser.click(role: "button", name: "Cancel")
      try browser.waitForFocus("Change: Rucks this week")
      try browser.expectNoConsoleErrors()
    }
  }
}
