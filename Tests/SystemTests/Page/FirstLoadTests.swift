import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The page before and after signing in", .inFullBrowser, .enabled(if: Browser.isInstalled, Browser.absence))
  struct FirstLoadTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    @Test(
      "The sign-in page loads only from the edge, without errors, and is accessible", arguments: Browser.Screen.allCases
    )
    func signInPage(screen: Browser.Screen) throws {
      let browser = try Browser(stack, screen: screen)
      try browser.open()
      try browser.waitFor(role: "button", name: "Sign in")
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
      try browser.expectAccessible()
      try browser.expectFocusInOrder()
      try browser.screenshot("sign-in")
      let icon = """
        const icon = new Image();
        icon.src = document.querySelector("link[rel=apple-touch-icon]").href;
        return icon.decode().then(() => [icon.naturalWidth, icon.naturalHeight]);
        """
      #expect(try browser.run(icon) as? [Int] == [180, 180])
    }

    @Test("A link of `waymark sign-in` signs in once, and its code leaves the address bar")
    func link() throws {
      let browser = try Browser(stack)
      let made = try stack.command("sign-in", "--user", "ada")
      let code = made.output.trimmingCharacters(in: .newlines).split(separator: "#").last ?? ""
      try browser.open("#\(code)")
      try browser.waitFor(role: "heading", name: "Today")
      #expect(try !browser.hash.contains("code="))
      #expect(try browser.text.contains("ada"))
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Today")
      try browser.expectNoConsoleErrors()
      let other = try Browser(stack)
      try other.open("#\(code)")
      try other.waitFor(role: "heading", name: "Sign in")
      try eventually("the reason is shown") {
        try other.run("return document.querySelector('[role=alert]') !== null") as? Bool == true
      }
      try other.expectNoConsoleErrors(allowing: [401])
    }

    @Test("A link that is opened in a tab with the sign-in page, or with another person, signs in its person")
    func linkInOpenTab() throws {
      func code(_ user: String) throws -> String {
        let made = try stack.command("sign-in", "--user", user)
        return String(made.output.trimmingCharacters(in: .newlines).split(separator: "#").last ?? "")
      }
      let browser = try Browser(stack)
      try browser.open()
      try browser.waitForFocus("User id")
      for user in ["ada", "bob"] {
        try browser.run("location.hash = arguments[0]", code(user))
        try browser.waitFor(role: "heading", name: "Today")
        try browser.waitFor(text: user)
        #expect(try !browser.hash.contains("code="))
      }
      #expect(try !browser.text.contains("ada"))
      try browser.expectNoConsoleErrors()
    }

    @Test("A link that is opened while the page is loading signs in its person")
    func linkWhileLoading() throws {
      let made = try stack.command("sign-in", "--user", "ada")
      let code = String(made.output.trimmingCharacters(in: .newlines).split(separator: "#").last ?? "")
      let browser = try Browser(stack)
      // Delays the response to the request for the signed-in person.
      let hold = """
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (asked, options) => {
          const response = await fetched(asked, options);
          const verb = options?.method ?? "GET";
          if (/session$/.test(asked) && verb === "GET" && !window.isHeld) {
            window.isHeld = true;
            await released;
          }
          return response;
        };
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": hold])
      try browser.open()
      try eventually("the page has asked who is signed in") { try browser.run("return window.isHeld") as? Bool == true }
      try browser.run("location.hash = arguments[0]", code)
      try browser.waitFor(role: "heading", name: "Today")
      // After the response, the page would need this module and a frame to show the sign-in page.
      let release = """
        window.release();
        const main = document.querySelector("script[type=module]").src;
        return import(new URL("views/sign-in/sign-in.js", main)).then(async () => {
          for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        });
        """
      try browser.run(release)
      #expect(try browser.has(role: "heading", name: "Today"))
      #expect(try !browser.has(role: "heading", name: "Sign in"))
      try browser.expectNoConsoleErrors()
    }

    private func openTokenForm(_ browser: Browser) throws {
      try browser.run("document.querySelector('details').open = true; document.querySelector('[name=token]').focus()")
      try browser.waitForFocus("Token")
    }

    @Test("A token signs in by keyboard; a wrong one is rejected next to its field, and the input stays")
    func token() throws {
      let browser = try Browser(stack, screen: .phone)
      try browser.open()
      try browser.waitForFocus("User id")
      try openTokenForm(browser)
      try browser.key("wm_wrong", into: "Token")
      try browser.press(Browser.Key.enter)
      try eventually("the error is shown") {
        try browser.run("return [...document.querySelectorAll('[role=alert]')].some((one) => one.textContent.trim())")
          as? Bool
          == true
      }
      #expect(try browser.run("return document.querySelector('[name=token]').value") as? String == "wm_wrong")
      let token = try stack.client(user: "ada").token ?? ""
      try browser.key(token, into: "Token")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Today")
      #expect(try browser.run("return document.cookie") as? String == "", "no script can read the cookie")
      try browser.expectNoConsoleErrors(allowing: [401])
      try browser.expectNoOutsideRequest()
    }

    /// With the first responses of the API.
    private static let mostBytes = 75_000

    @Test("Today loads less than 75,000 bytes with its first responses, within a second")
    func measuresFirstLoad() throws {
      let browser = try Browser(stack, screen: .phone)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      // Files that load after the heading appears count as well.
      let files = try found("every file is loaded") {
        try browser.readLogs()
        let files = browser.traffic.requests.filter { !$0.url.contains("/changes") }
        // The browser loads the icon by itself and does not report its size.
        let isComplete = files.allSatisfy {
          $0.status == 204 || $0.status == 200 && ($0.bytes > 0 || $0.url.hasSuffix("/icon.svg"))
        }
        let isLoaded = try browser.run("return document.querySelector('.rings') !== null") as? Bool == true
        return isLoaded && isComplete ? files : nil
      }
      let bytes = files.reduce(0) { $0 + $1.bytes }
      #expect(bytes < Self.mostBytes, "\(bytes) bytes in \(files.count) files")
      try browser.run("location.hash = ''")
      let limit = try allowance(1) { _ = try browser.run("return document.title") }
      let seconds = try shortest(under: limit) { _ in
        try duration {
          try browser.reload()
          try browser.waitFor(role: "heading", name: "Today")
        }
      }
      print("first load: \(bytes) bytes in \(files.count) files; Today shown again after \(seconds) s")
      #expect(seconds < limit || !Executable.isRelease, "\(seconds) s")
    }

    @Test("The page works below a path of the public URL")
    func publicPath() throws {
      let stack = try Stack(environment: ["WAYMARK_PUBLIC_URL": "http://127.0.0.1/way/mark"])
      let browser = try Browser(stack, path: "/way/mark")
      try browser.open()
      let token = try stack.client(user: "ada").token ?? ""
      try browser.waitForFocus("User id")
      try openTokenForm(browser)
      try browser.type(token, into: "Token")
      try browser.click(role: "button", name: "Sign in with the token")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }
  }
}
