import Foundation
import Testing

extension SystemTests.Page {
  @Suite("People on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct PeoplePageTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    /// The browser of the first admin, in People.
    private func admin(_ screen: Browser.Screen = .desktop) throws -> Browser {
      let browser = try Browser(stack, screen: screen)
      try browser.setUp(stack, user: "kim", name: "Kim")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/settings", heading: "Settings")
      try browser.enter("People")
      try browser.waitFor(role: "button", name: "Manage Kim")
      return browser
    }

    /// Adds a person, and returns the fragment of the invitation.
    private func invite(_ user: String, _ name: String, in browser: Browser) throws -> String {
      try browser.enter("Add a person")
      try browser.waitForFocus("User id")
      try browser.key(user, into: "User id")
      try browser.key(name, into: "Name")
      try browser.press(Browser.Key.enter)
      try browser.waitForDialog("Invitation for")
      return try fragment(browser)
    }

    /// Returns the fragment of the link in the dialog, and closes it.
    private func fragment(_ browser: Browser) throws -> String {
      let link = try browser.value(of: "Invitation link") ?? ""
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      return try Browser.hash(in: link, "invitation")
    }

    private func act(_ button: String, on name: String, in browser: Browser) throws {
      try browser.click(role: "button", name: "Manage \(name)")
      try browser.click(role: "button", name: button)
    }

    @Test("Is accessible in both themes and on both screens", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      #expect(try stack.command("user", "add", "ada", "--admin").code == 0)
      #expect(try stack.command("user", "add", "ben", "--name", "Ben").code == 0)
      try Browser.expectUsable([("#/settings/people", "People")], stack, screen: screen)
    }

    @Test("Invites a person by keyboard, who joins and is listed", arguments: Browser.Screen.allCases)
    func invitation(screen: Browser.Screen) throws {
      let browser = try admin(screen)
      try browser.enter("Add a person")
      try browser.waitForFocus("User id")
      try browser.key("kim", into: "User id")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "The user id is taken")
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      let link = try invite("ada", "Ada Lovelace", in: browser)
      try browser.waitFor(text: "Member, invited")
      let guest = try Browser(stack, screen: .phone)
      try guest.open(link)
      try guest.waitFor(role: "heading", name: "You are invited")
      try guest.type("another horse battery", into: "Password")
      try guest.press(Browser.Key.enter)
      try guest.waitFor(role: "heading", name: "Today")
      try guest.open("#/settings", heading: "Settings")
      #expect(try !guest.has(role: "link", name: "People"))
      try guest.open("#/settings/people", heading: "People")
      try guest.waitFor(text: "Only an admin of this server can manage people.")
      try browser.reload()
      try browser.waitFor(text: "Member, active")
      try browser.waitUntilLoaded()
      try browser.expectFits()
      let late = try Browser(stack)
      try late.open(link)
      try late.type("another horse battery", into: "Password")
      try late.press(Browser.Key.enter)
      try late.waitFor(text: "This invitation was used or replaced, or it has expired.")
      try browser.expectNoConsoleErrors(allowing: [409])
      try guest.expectNoConsoleErrors()
      try late.expectNoConsoleErrors(allowing: [401])
    }

    @Test("Renames, promotes, disables and deletes a person, but never the last admin")
    func management() throws {
      let browser = try admin()
      try act("Make member", on: "Kim", in: browser)
      try browser.waitFor(text: "This is the last active admin; make another person an admin first")
      try browser.press(Browser.Key.escape)
      let link = try invite("ada", "Ada", in: browser)
      let ada = try Browser(stack)
      try ada.open(link)
      try ada.type(Browser.password, into: "Password")
      try ada.press(Browser.Key.enter)
      try ada.waitFor(role: "heading", name: "Today")
      try browser.click(role: "button", name: "Manage Ada")
      try browser.waitForDialog("\u{2068}Ada")
      try browser.type("Ada King", into: "Name")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "button", name: "Manage Ada King")
      try ada.waitFor(text: "Ada King")
      try act("Make admin", on: "Ada King", in: browser)
      try browser.waitFor(text: "is an admin now.")
      try act("New invitation link", on: "Ada King", in: browser)
      try browser.waitForDialog("Invitation for")
      _ = try fragment(browser)
      try act("Disable", on: "Ada King", in: browser)
      try browser.waitFor(text: "Admin, disabled")
      try ada.waitFor(role: "heading", name: "Sign in")
      try act("Enable", on: "Ada King", in: browser)
      try browser.waitFor(text: "is enabled.")
      try act("Delete", on: "Ada King", in: browser)
      try browser.waitForDialog("Delete")
      try browser.type("kim", into: "Type ada to confirm")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "This does not match. Type ada.")
      try browser.type("ada", into: "Type ada to confirm")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "is deleted.")
      try browser.waitForNoDialog()
      try eventually(within: Browser.patience, "the list no longer contains the person") {
        try !browser.has(role: "button", name: "Manage Ada King")
      }
      try browser.expectNoConsoleErrors(allowing: [409])
    }

    @Test("Creates and withdraws an open invitation, whose guest chooses the user id")
    func openInvitation() throws {
      let browser = try admin(.phone)
      for isUsed in [true, false] {
        try browser.click(role: "button", name: "Create open invitation")
        try browser.waitForDialog("Create an open invitation")
        try browser.choose("One day", in: "Works for")
        try browser.click(role: "button", name: "Create invitation")
        try browser.waitForDialog("Open invitation")
        let link = try fragment(browser)
        try browser.waitFor(text: "For a member")
        if !isUsed {
          try browser.click(role: "button", name: "Withdraw")
          try browser.waitFor(text: "The invitation will be withdrawn in ten seconds.")
          let count = "return fetch('api/v1/invitations').then((one) => one.json()).then((one) => one.items.length)"
          try eventually(within: Browser.patience + 10, "no invitation is listed") {
            try browser.run(count) as? Int == 0
          }
          let body = #"{"code": "\#(link.dropFirst("#invitation=".count))", "userId": "ben"}"#
          let late = try HTTPClient(port: stack.port, token: nil).post("/api/v1/session/invitation", body)
          #expect(late.status == 401, "\(late.text)")
          continue
        }
        let guest = try Browser(stack)
        try guest.open(link)
        try guest.waitFor(role: "heading", name: "You are invited")
        try guest.type("ada", into: "User id")
        try guest.type(Browser.password, into: "Password")
        try guest.press(Browser.Key.enter)
        try guest.waitFor(role: "heading", name: "Today")
        try browser.reload()
        try browser.waitFor(role: "button", name: "Manage ada")
      }
      try browser.expectNoConsoleErrors()
    }
  }
}
