import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Security on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SecurityPageTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    /// The browser of the first admin, in Security.
    private func admin(_ screen: Browser.Screen = .desktop) throws -> Browser {
      let browser = try Browser(stack, screen: screen)
      try browser.setUp(stack, user: "kim", name: "Kim")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/settings/security", heading: "Security")
      return browser
    }

    @Test("Is accessible in both themes and on both screens", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      try Browser.expectUsable([("#/settings/security", "Security")], stack, screen: screen)
    }

    @Test("Changes the password by keyboard and signs out the other browsers", arguments: Browser.Screen.allCases)
    func password(screen: Browser.Screen) throws {
      let browser = try admin(screen)
      let other = try Browser(stack)
      try other.open()
      try other.signIn(user: "kim")
      try other.waitFor(role: "heading", name: "Today")
      try browser.enter("Change password")
      try browser.waitForDialog("Change the password")
      try browser.screenshot("change-password")
      try browser.waitForFocus("New password")
      try browser.key("short", into: "New password")
      try browser.press(Browser.Key.enter)
      try browser.waitForDialog("Change the password")
      try browser.key("staple the horse twice", into: "New password")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Your password is saved.")
      try other.waitFor(role: "heading", name: "Sign in")
      try other.signIn(user: "kim")
      try other.waitFor(text: "The user id or the password is wrong.")
      try other.signIn(user: "kim", password: "staple the horse twice")
      try other.waitFor(role: "heading", name: "Today")
      try browser.expectNoConsoleErrors()
      try other.expectNoConsoleErrors(allowing: [401])
    }

    @Test("A sign-in that is not recent is confirmed with the password, and a wrong one is reported")
    func confirmation() throws {
      let first = try Browser(stack)
      try first.setUp(stack, user: "kim", name: "Kim")
      try first.waitFor(role: "heading", name: "Today")
      let browser = try Browser(stack, screen: .phone)
      try browser.open("#/settings/security")
      // The sign-in with a token never counts as recent for a person with a password.
      try browser.signIn(token: try stack.client(user: "kim").token ?? "")
      try browser.waitFor(role: "heading", name: "Security")
      try browser.waitUntilLoaded()
      try browser.click(role: "button", name: "Remove password")
      try browser.waitForDialog("Confirm that it is you")
      try browser.screenshot("confirm")
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.click(role: "button", name: "Remove password")
      try browser.waitForFocus("Password")
      try browser.key("a wrong password", into: "Password")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "The password is wrong. Try again.")
      try browser.key(Browser.password, into: "Password")
      try browser.press(Browser.Key.enter)
      try browser.waitForDialog("Remove the password?")
      try browser.click(role: "button", name: "Remove password")
      try browser.waitFor(text: "Without the password you could not sign in")
      try browser.expectNoConsoleErrors(allowing: [401, 409])
    }

    @Test("Names other browsers, ends them and all tokens, and lists the sign-ins", arguments: Browser.Screen.allCases)
    func sessions(screen: Browser.Screen) throws {
      let browser = try admin(screen)
      let token = try stack.client(user: "kim")
      let other = try Browser(stack)
      try other.open()
      try other.signIn(user: "kim", password: "a wrong password")
      try other.waitFor(text: "The user id or the password is wrong.")
      try other.signIn(user: "kim")
      try other.waitFor(role: "heading", name: "Today")
      try browser.reload()
      try browser.waitFor(role: "button", name: "Sign out of Chrome on Linux")
      try browser.waitFor(text: "Set-up link, Chrome on Linux")
      try browser.waitFor(text: "Failed")
      try browser.waitFor(role: "button", name: "Disconnect")
      try browser.waitUntilLoaded()
      try browser.expectFits()
      try browser.expectAccessible()
      try browser.screenshot("security-sessions")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Sign out of Chrome on Linux")
      try browser.waitFor(text: "will be signed out in ten seconds")
      try browser.undo()
      try browser.waitFor(role: "button", name: "Sign out of Chrome on Linux")
      try browser.enter("End other sessions")
      try browser.waitForDialog("End other sessions?")
      try browser.tab(to: "Disconnect all devices")
      try browser.press(Browser.Key.space)
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "All other browsers, devices and tokens are signed out.")
      try other.waitFor(role: "heading", name: "Sign in")
      #expect(try token.get("/api/v1/profile").status == 401)
      try browser.waitFor(text: "Apps, devices and programs that you connect will appear here.")
      try browser.expectNoConsoleErrors()
    }

    @Test("Explains why the provider did not sign in", arguments: ["denied", "nameTaken", "disabled", "unknown"])
    func reasons(reason: String) throws {
      let texts = [
        "denied": "did not confirm the sign-in", "nameTaken": "is in use here", "disabled": "Your account here is",
        "unknown": "did not succeed",
      ]
      let browser = try Browser(stack, screen: .phone)
      try browser.open("#signin=\(reason)")
      try browser.waitFor(text: try #require(texts[reason]))
      #expect(try browser.hash == "")
      try browser.waitForFocus("User id")
      try browser.expectAccessible()
      try browser.expectNoConsoleErrors()
    }

    @Test("Explains to a person who is signed in why no account was linked")
    func failedLink() throws {
      let browser = try admin()
      try browser.open()
      try browser.waitFor(role: "heading", name: "Today")
      try browser.run("location.hash = '#signin=taken'; location.reload()")
      try browser.waitFor(role: "heading", name: "Security")
      try browser.waitFor(text: "is linked to another person here")
      try browser.expectNoConsoleErrors()
    }
  }
}
