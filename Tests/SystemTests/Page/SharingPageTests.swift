import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Sharing on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SharingPageTests {
    @Test("Shares the card of a year by a public link until it is revoked")
    func link() throws {
      let stack = try Stack()
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
      let year = String(Listener.day(1).prefix(4))
      let browser = try Browser(
        stack, user: "ada", at: "#/insights/review/\(year)", heading: "\(year) in review", screen: .phone)
      try browser.press(Browser.Key.end)
      try browser.enter("Share card")
      try browser.waitFor(role: "heading", name: "Share \(year)")
      try browser.enter("Create public link")
      try browser.waitForFocus("Public link")
      let url = try #require(try browser.value(of: "Public link"))
      try browser.expectAccessible()

      let visitor = try Browser(stack)
      try visitor.open(url: url)
      #expect(try visitor.run("return document.documentElement.localName") as? String == "svg")
      #expect((try visitor.run("return document.documentElement.textContent") as? String)?.contains(year) == true)

      try browser.press(Browser.Key.escape)
      try browser.open("#/settings", heading: "Settings")
      try browser.holdUndo()
      try browser.enter("Revoke the link to Year in review")
      try browser.waitFor(text: "revoked in ten seconds")
      try eventually(within: Browser.patience, "the link is no longer listed") {
        try !browser.has(role: "button", name: "Revoke the link to Year in review")
      }
      try browser.undo()
      try browser.click(role: "button", name: "Revoke the link to Year in review")
      try browser.waitFor(text: "revoked in ten seconds")
      let path = try #require(URL(string: url)?.path)
      let client = HTTPClient(port: stack.port)
      try eventually(within: Browser.patience, "the link is revoked") { try client.get(path).status == 404 }
      try browser.waitFor(text: "Public links to your pictures will appear here.")
      try browser.expectNoConsoleErrors()
    }

    @Test("Shares the card of a month, which settings list as such")
    func month() throws {
      let stack = try Stack()
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
      let month = String(Listener.day(1).prefix(7))
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", screen: .phone)
      try browser.open("#/insights/review/\(month)")
      try browser.waitFor(text: "Your month")
      try browser.press(Browser.Key.end)
      try browser.enter("Share card")
      try browser.enter("Create public link")
      try browser.waitForFocus("Public link")
      let url = try #require(try browser.value(of: "Public link"))
      try browser.expectAccessible()
      let path = try #require(URL(string: url)?.path)
      let shown = try HTTPClient(port: stack.port).get(path)
      let own = try listener.client.get("/api/v1/review/\(month).svg?unit=km")
      #expect(shown.status == 200 && shown.text == own.text)
      try browser.press(Browser.Key.escape)
      try browser.open("#/settings", heading: "Settings")
      try browser.waitFor(role: "button", name: "Revoke the link to Month in review")
      try browser.expectNoConsoleErrors()
    }
  }
}
