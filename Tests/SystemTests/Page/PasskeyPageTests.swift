import Foundation
import Testing

extension SystemTests.Page {
  /// The page at `localhost`, because passkeys need a name of a host.
  @Suite("Passkeys on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct PasskeyPageTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    /// Clicks the first "Sign out" of the page, which phones have in another place.
    private static let signOut =
      "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Sign out').click()"

    /// A browser with an authenticator, whose person has added a passkey after the set-up.
    private func browser(_ screen: Browser.Screen = .desktop) throws -> Browser {
      let browser = try Browser(stack, screen: screen, host: "localhost")
      try browser.addAuthenticator()
      try browser.setUp(stack, user: "kim", name: "Kim")
      try browser.waitFor(role: "heading", name: "Sign in without a password next time")
      try browser.expectAccessible()
      try browser.screenshot("passkey-offer")
      try browser.enter("Add a passkey")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/settings/security", heading: "Security")
      try browser.waitFor(role: "button", name: "Rename Chrome on Linux")
      return browser
    }

    @Test(
      "Signs in with a passkey, by the button and from the field", .inFullBrowser, arguments: Browser.Screen.allCases)
    func signIn(screen: Browser.Screen) throws {
      let browser = try browser(screen)
      try browser.stopOfferingPasskeys()
      try browser.run(Self.signOut)
      try browser.waitForFocus("User id")
      let autocomplete = "return document.querySelector('[name=userId]').autocomplete"
      #expect(try browser.run(autocomplete) as? String == "username webauthn")
      try browser.expectAccessible()
      try browser.screenshot("sign-in-passkey")
      try browser.enter("Sign in with a passkey")
      try browser.waitFor(role: "heading", name: "Security")
      try browser.waitFor(text: "Passkey, Chrome on Linux")
      // Without the button: the authenticator accepts what the field offers.
      let signOut = """
        localStorage.clear();
        return fetch("api/v1/session", { method: "DELETE", headers: { "X-Requested-With": "waymark" } })
          .then(() => { document.querySelector("h1").remove(); location.reload(); });
        """
      try browser.run(signOut)
      try browser.waitFor(role: "heading", name: "Security")
      let method = "return fetch('api/v1/session').then((one) => one.json()).then((one) => one.method)"
      #expect(try browser.run(method) as? String == "passkey")
      try browser.expectNoConsoleErrors()
    }

    @Test("Adds, renames and removes passkeys, and removes the password")
    func list() throws {
      let browser = try browser()
      try browser.enter("Rename Chrome on Linux")
      try browser.waitForDialog("Rename the passkey")
      try browser.key("My laptop", into: "Name")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "button", name: "Rename My laptop")
      try browser.click(role: "button", name: "Add a passkey")
      try browser.waitForDialog("Add a passkey")
      try browser.click(role: "button", name: "Add passkey")
      try browser.waitFor(text: "This device already has a passkey for your account.")
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.click(role: "button", name: "Remove password")
      try browser.waitForDialog("Remove the password?")
      try browser.click(role: "button", name: "Remove password")
      try browser.waitFor(text: "You have no password.")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Remove My laptop")
      try browser.waitFor(text: "will be removed in ten seconds")
      try browser.undo()
      try browser.waitFor(role: "button", name: "Remove My laptop")
      try browser.expectFits()
      try browser.expectNoConsoleErrors()
    }

    @Test("Confirms a sign-in that is not recent with a passkey")
    func confirmation() throws {
      let browser = try browser(.phone)
      try browser.stopOfferingPasskeys()
      try browser.run(Self.signOut)
      // The sign-in with a token never counts as recent for a person with a password.
      try browser.signIn(token: try stack.client(user: "kim").token ?? "")
      try browser.waitFor(role: "heading", name: "Security")
      try browser.waitUntilLoaded()
      try browser.click(role: "button", name: "Change password")
      try browser.waitForDialog("Confirm that it is you")
      try browser.screenshot("confirm-passkey")
      try browser.click(role: "button", name: "Use a passkey")
      try browser.waitForDialog("Change the password")
      try browser.expectNoConsoleErrors()
    }

    @Test("At an address without a name, the page offers no passkeys")
    func withoutName() throws {
      let browser = try Browser(stack)
      try browser.setUp(stack, user: "kim", name: "Kim")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/settings/security", heading: "Security")
      try browser.waitFor(text: "Passkeys cannot be used at this address.")
      try browser.expectNoConsoleErrors()
    }
  }
}
