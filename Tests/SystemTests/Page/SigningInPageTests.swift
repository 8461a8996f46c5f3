import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Signing in on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SigningInPageTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    @Test(
      "The set-up link leads to Today, and an invitation lets a second person in", arguments: Browser.Screen.allCases
    )
    func firstRun(screen: Browser.Screen) throws {
      let browser = try Browser(stack, screen: screen)
      try browser.open(try Browser.hash(in: stack.log, "setup"))
      try browser.waitFor(role: "heading", name: "Welcome to Waymark")
      #expect(try !browser.hash.contains("setup"))
      try browser.expectAccessible()
      try browser.screenshot("set-up")
      try browser.type("kim", into: "User id")
      try browser.type("Kim", into: "Your name")
      try browser.type("short", into: "Password")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Welcome to Waymark")
      try browser.type("correct horse battery", into: "Password")
      try browser.click(role: "button", name: "Create the account")
      try browser.waitFor(role: "heading", name: "Today")
      #expect(try browser.text.contains("Kim"))

      let link = try Browser.hash(in: try stack.command("user", "add", "ada").output, "invitation")
      let other = try Browser(stack, screen: .phone)
      try other.open(link)
      try other.waitFor(role: "heading", name: "You are invited")
      try other.expectAccessible()
      try other.screenshot("invitation")
      try other.type("another horse battery", into: "Password")
      try other.click(role: "button", name: "Accept the invitation")
      try other.waitFor(role: "heading", name: "Today")
      try other.expectNoConsoleErrors()
      let again = try Browser(stack, screen: screen)
      try again.open()
      try again.waitForFocus("User id")
      try again.key("ada", into: "User id")
      try again.key("a wrong password", into: "Password")
      try again.press(Browser.Key.enter)
      try eventually("the error is shown") {
        try again.run("return [...document.querySelectorAll('[role=alert]')].some((one) => one.textContent.trim())")
          as? Bool == true
      }
      try again.key("another horse battery", into: "Password")
      try again.press(Browser.Key.enter)
      try again.waitFor(role: "heading", name: "Today")
      try again.waitForFocus("Today")
      try again.expectNoConsoleErrors(allowing: [401])
    }
  }
}
