import Foundation
import Testing

extension SystemTests.Page {
  /// A deletion takes effect after ten seconds, or when the page is left.
  @Suite("Leaving the page during a deletion", .withServiceWorker, .enabled(if: Browser.isInstalled, Browser.absence))
  struct LeavingPageTests {
    private let stack: Stack
    private let ada: HTTPClient
    private let path: String
    private let browser: Browser

    /// A user with a public link, and a browser that shows it.
    init() throws {
      stack = try Stack()
      ada = try stack.client(user: "ada")
      let made = try ada.post("/api/v1/shares", #"{"picture": "review", "options": {"year": 2024}}"#)
      let url = try #require(made.object["url"] as? String)
      path = try #require(URL(string: url)?.path)
      browser = try Browser(stack, user: "ada", at: "#/settings", heading: "Settings")
      try browser.waitForServiceWorker()
    }

    private static let row = "Revoke the link to Year in review"

    private func revoke() throws {
      try browser.click(role: "button", name: Self.row)
      try browser.waitFor(text: "revoked in ten seconds")
    }

    private func waitUntilRevoked() throws {
      let visitor = HTTPClient(port: stack.port)
      try eventually(within: Browser.patience, "the link is revoked") { try visitor.get(path).status == 404 }
    }

    private var keptDeletions: Int? {
      get throws {
        let count = "return Object.keys(localStorage).filter((key) => key.startsWith('waymark.deletion ')).length"
        return try browser.run(count) as? Int
      }
    }

    @Test("Deletes immediately, also if the browser has stopped the service worker")
    func stoppedWorker() throws {
      try browser.driver.devTools("ServiceWorker.enable", [:])
      try browser.driver.devTools("ServiceWorker.stopAllWorkers", [:])
      try revoke()
      try browser.open(url: "about:blank")
      try waitUntilRevoked()
    }

    @Test("Deletes when the page is opened again, if the browser has not sent the request")
    func lostRequest() throws {
      try revoke()
      try browser.run("globalThis.fetch = () => new Promise(() => {})")
      try browser.reload()
      try browser.waitFor(text: "Public links to your pictures will appear here.")
      try waitUntilRevoked()
      try eventually(within: Browser.patience, "the deletion is finished") { try keptDeletions == 0 }
    }

    @Test("Waits for a deletion that another tab may undo, and does nothing if it was undone")
    func undoneElsewhere() throws {
      let shares = try ada.get("/api/v1/shares").object["items"] as? [[String: Any]]
      let id = try #require(shares?.first?["id"] as? String)
      let name = "waymark.deletion / ada shares/\(id)"
      try browser.run(
        """
        const deletion = { areas: ["shares"], due: Date.now() + 3_600_000 };
        localStorage.setItem(arguments[0], JSON.stringify(deletion));
        """, name)
      // The ten seconds and the two of the other tab end when the test ends them.
      let held = """
        const own = setTimeout;
        globalThis.setTimeout = (run, time, ...more) =>
          time === 12_000 ? (globalThis.endWait = run, 0) : own(run, time, ...more);
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": held])
      try browser.reload()
      try browser.waitFor(text: "Public links to your pictures will appear here.")
      try browser.run("localStorage.removeItem(arguments[0])", name)
      try browser.run("globalThis.endWait()")
      try browser.waitFor(role: "button", name: Self.row)
      #expect(try HTTPClient(port: stack.port).get(path).status == 200)
      try browser.expectNoConsoleErrors()
    }

    @Test("Drops a deletion that could not be finished for a day")
    func oldDeletion() throws {
      try browser.run(
        """
        const deletion = { areas: ["shares"], due: Date.now() - 90_000_000, isLeft: true };
        localStorage.setItem("waymark.deletion / ada shares/" + arguments[0], JSON.stringify(deletion));
        """, path)
      try browser.reload()
      try browser.waitFor(role: "button", name: Self.row)
      #expect(try keptDeletions == 0)
    }
  }
}
