import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Today and settings on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SettingsPageTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    private func browser(_ screen: Browser.Screen, at hash: String, heading: String) throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading, screen: screen)
    }

    @Test(
      "Each view is accessible in both themes and on both screens", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      try Browser.expectUsable(
        [("#/today", "Today"), ("#/settings", "Settings"), ("#/settings/connect", "Connect a device")], stack,
        screen: screen)
    }

    @Test("No card is taller than its contents")
    func heights() throws {
      let browser = try browser(.desktop, at: "#/settings", heading: "Settings")
      try browser.waitFor(text: "Public links to your pictures will appear here.")
      let spaces = """
        return [...document.querySelectorAll(".grid .card")].map((card) => {
          const bottoms = [...card.querySelectorAll("*")].map((part) => part.getBoundingClientRect().bottom);
          return Math.round(card.getBoundingClientRect().bottom - Math.max(...bottoms));
        });
        """
      let found = try #require(try browser.run(spaces) as? [Int])
      #expect(found.count == 5 && found.allSatisfy { $0 < 40 }, "\(found)")
    }

    @Test("A change of the profile appears in another browser without a reload")
    func measuresProfileChange() throws {
      let browser = try browser(.desktop, at: "#/settings", heading: "Settings")
      let other = try self.browser(.desktop, at: "#/today", heading: "Today")
      let client = try stack.client(user: "ada")
      let limit = try allowance(3) { _ = try browser.run("return document.title") }
      let seconds = try shortest(under: limit) { number in
        let name = "Ada \(number) <script>alert(1)</script>"
        try browser.key(name + " \u{202E}𝒜", into: "Name")
        try browser.enter("Save")
        try eventually("the name is saved") {
          try client.get("/api/v1/profile").object.text("displayName")?.hasPrefix(name) == true
        }
        let seconds = try duration { try other.waitFor(text: name) }
        try browser.waitFor(text: name)
        return seconds
      }
      #expect(seconds < limit)
      try browser.expectNoConsoleErrors()
      try other.expectNoConsoleErrors()
    }

    @Test("Connecting a device shows a QR code and a token that signs in")
    func connect() throws {
      let browser = try browser(.phone, at: "#/settings/connect", heading: "Connect a device")
      try browser.type("Reader", into: "Name")
      try browser.click(role: "button", name: "Create token")
      try browser.waitFor(role: "img", name: "QR code that connects")
      let shown = try browser.text.firstMatch(of: /([0-9a-z]{4}-){3}[0-9a-z]{4}/)
      let token = String(try #require(shown).output.0)
      #expect(try HTTPClient(port: stack.port, token: token).get("/api/v1/profile").object.text("userId") == "ada")
      try browser.expectAccessible()
      try browser.screenshot("connected")
      try browser.expectNoConsoleErrors()
    }

    @Test("Back, forward and reload keep the view, and an unknown address leads to Today")
    func navigation() throws {
      let browser = try browser(.desktop, at: "#/settings", heading: "Settings")
      try browser.back()
      try browser.waitFor(role: "heading", name: "Today")
      try browser.forward()
      try browser.waitFor(role: "heading", name: "Settings")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Settings")
      try browser.open("#/nowhere")
      try browser.waitFor(role: "heading", name: "Today")
      #expect(try browser.hash == "#/today")
      try browser.expectNoConsoleErrors()
    }

    @Test("Revoking a browser's token shows the sign-in page with the reason")
    func revoked() throws {
      let browser = try browser(.desktop, at: "#/settings", heading: "Settings")
      let owner = try stack.client(user: "ada")
      let items = try #require(try owner.get("/api/v1/tokens").object["items"] as? [[String: Any]])
      for item in items where item.text("kind") == "browser" {
        #expect(try owner.delete("/api/v1/tokens/\(item.text("id") ?? "")").status == 204)
      }
      try browser.waitFor(role: "heading", name: "Sign in")
      try browser.waitFor(text: "signed out")
      try browser.expectAccessible()
    }
  }
}
