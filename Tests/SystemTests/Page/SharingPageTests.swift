import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Sharing, on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SharingPageTests {
    @Test("A card of the year is shared by a link that is open to all, until it is taken back")
    func link() throws {
      let stack = try Stack()
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
      let year = String(Listener.day(1).prefix(4))
      let browser = try Browser(
        stack, user: "ada", at: "#/insights/review/\(year)", heading: "\(year) in review", screen: .phone)
      try browser.press(Browser.Key.end)
      try browser.enter("Share the card")
      try browser.waitFor(role: "heading", name: "Share \(year)")
      try browser.enter("Make a public link")
      try browser.waitForFocus("Public link")
      let url = try #require(try browser.value(of: "Public link"))
      try browser.expectAccessible()

      let stranger = try Browser(stack)
      try stranger.open(url: url)
      #expect(try stranger.run("return document.documentElement.localName") as? String == "svg")
      #expect((try stranger.run("return document.documentElement.textContent") as? String)?.contains(year) == true)

      try browser.press(Browser.Key.escape)
      try browser.open("#/settings", heading: "Settings")
      try browser.enter("Take back the link to Year in review")
      try browser.waitFor(text: "taken back in ten seconds")
      try eventually(within: Browser.patience, "the link is no longer listed") {
        try !browser.has(role: "button", name: "Take back the link to Year in review")
      }
      try browser.undo()
      try browser.click(role: "button", name: "Take back the link to Year in review")
      try browser.waitFor(text: "taken back in ten seconds")
      // Leaving the page deletes at once.
      try browser.reload()
      let path = try #require(URL(string: url)?.path)
      let outsider = HTTPClient(port: stack.port)
      try eventually(within: Browser.patience, "the link leads nowhere") { try outsider.get(path).status == 404 }
      try browser.waitFor(text: "Pictures that you share by a link are listed here")
      try browser.expectNoConsoleErrors()
    }
  }
}
