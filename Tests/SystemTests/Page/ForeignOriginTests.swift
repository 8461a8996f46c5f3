import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Pages of another origin", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ForeignOriginTests {
    /// Requests from a page of another origin. Each result is a status, a response type, or a failure.
    private static let attempts = """
      const done = arguments[arguments.length - 1];
      const [target] = arguments;
      const attempt = async (name, path, options) => {
        try {
          const response = await fetch(target + path, { credentials: "include", ...options });
          return [name, response.type === "opaque" ? "opaque" : `${response.status} ${await response.text()}`];
        } catch (error) {
          return [name, "failed"];
        }
      };
      const story = JSON.stringify({ title: "Stolen", estimatedDuration: 60 });
      return Promise.all([
        attempt("read", "api/v1/profile", {}),
        attempt("read without asking", "api/v1/profile", { mode: "no-cors" }),
        attempt("write", "api/v1/stories/a", {
          method: "PUT", body: story, headers: { "Content-Type": "application/json" } }),
        attempt("write with the page's header", "api/v1/goals/annualReading", {
          method: "PUT", body: "{\\"target\\": 3}",
          headers: { "Content-Type": "application/json", "X-Requested-With": "waymark" } }),
        attempt("post without asking", "api/v1/tokens", {
          method: "POST", mode: "no-cors", body: "{\\"name\\": \\"x\\"}" }),
        attempt("delete the session", "api/v1/session", { method: "DELETE" }),
      ]).then((entries) => Object.fromEntries(entries));
      """

    /// `127.0.0.1` with another port is another origin of the same site, so cookies are sent to it. `localhost` is
    /// another site.
    @Test("They can neither read nor write with the browser's credentials", arguments: ["127.0.0.1", "localhost"])
    func foreign(host: String) throws {
      let stack = try Stack()
      let browser = try Browser(stack)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      let form = """
        <!doctype html><title>Another site</title><h1>Another site</h1>
        <form method="post" enctype="text/plain" action="\(browser.address)api/v1/shares">
        <input name='{"picture": "radar", "x": "' value='"}'><button>Win</button></form>
        <iframe title="inside" src="\(browser.address)"></iframe>
        """
      let site = try ForeignSite(form)
      let owner = try stack.client(user: "ada")
      let tokens = try owner.get("/api/v1/tokens").text
      try browser.open(url: "http://\(host):\(site.port)/")
      let found = try #require(try browser.run(Self.attempts, browser.address) as? [String: String])
      #expect(found.count == 6)
      for (name, response) in found { #expect(["failed", "opaque"].contains(response), "\(name): \(response)") }
      try browser.click(role: "button", name: "Win")
      try eventually("the form was sent") {
        try browser.run("return location.href") as? String != "http://\(host):\(site.port)/"
      }
      #expect(try owner.get("/api/v1/stories").object["items"] as? [String] == [])
      #expect((try owner.get("/api/v1/shares").object["items"] as? [Any])?.isEmpty == true)
      let names = try #require(try owner.get("/api/v1/tokens").object["items"] as? [[String: Any]]).compactMap {
        $0.text("name")
      }
      #expect(!names.contains("x") && tokens.contains("browser"))
      #expect(try owner.get("/api/v1/goals").text.contains("\"target\":12"))
      try browser.open()
      try browser.waitFor(role: "heading", name: "Today")
    }
  }
}
