import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The account on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct AccountPageTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/heroes/h", #"{"name": "Nadja"}"#).status == 201)
    }

    @Test("Downloads all data as one file")
    func export() throws {
      let browser = try Browser(stack, user: "ada", at: "#/settings", heading: "Settings", screen: .phone)
      try browser.waitFor(role: "link", name: "Download everything")
      let script = """
        const link = document.querySelector("a[download='waymark-account.json']");
        return fetch(link.href).then(async (response) => [response.status, await response.text()]);
        """
      let response = try #require(try browser.run(script) as? [Any])
      #expect(response.first as? Int == 200)
      #expect((response.last as? String)?.contains("Nadja") == true)
      try browser.expectNoConsoleErrors()
    }

    @Test("Deletes the account after its name is typed, signs out every browser and clears the local storage")
    func deletion() throws {
      let browser = try Browser(stack, user: "ada", at: "#/settings", heading: "Settings")
      let other = try Browser(stack, user: "ada", at: "#/listening", heading: "Listening", screen: .phone)
      try browser.click(role: "button", name: "Delete account")
      try browser.waitForFocus("Type ada to confirm")
      try browser.expectAccessible()
      try browser.type("bob", into: "Type ada to confirm")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "This does not match. Type ada.")
      #expect(try client.get("/api/v1/heroes/h").status == 200)
      try browser.type("ada", into: "Type ada to confirm")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Your account is deleted")
      #expect(try client.get("/api/v1/heroes/h").status == 401)
      #expect(try browser.run("return Object.keys(localStorage)") as? [String] == [])
      #expect(try browser.hash == "")
      try browser.expectAccessible()
      try other.waitFor(role: "heading", name: "Sign in")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Sign in")
      try browser.back()
      try browser.waitFor(role: "heading", name: "Sign in")
      // Requests that were in flight when the account was deleted are rejected.
      try browser.expectNoConsoleErrors(allowing: [401])
    }
  }
}
