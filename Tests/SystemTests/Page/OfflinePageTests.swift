import Foundation
import Programs
import Testing

extension SystemTests.Page {
  @Suite("The page without a network", .withServiceWorker, .enabled(if: Browser.isInstalled, Browser.absence))
  struct OfflinePageTests {
    private let stack: Stack

    init() throws {
      stack = try Stack()
      try Self.record(stack)
    }

    /// Records a book and a ruck of a user.
    private static func record(_ stack: Stack) throws {
      let ada = try stack.client(user: "ada")
      #expect(try ada.put("/api/v1/works/sea", #"{"title": "The Sea", "pageCount": 900}"#).status == 201)
      #expect(try ada.put("/api/v1/library/sea", #"{"status": "reading"}"#).status == 201)
      try Walker(client: ada).walk(1, minutes: 60, km: 7.7)
    }

    /// Waits until the browser has kept the files of the page.
    private func waitUntilKept(_ browser: Browser) throws {
      let state = "return navigator.serviceWorker.getRegistration().then((one) => one?.active?.state)"
      try eventually(within: Browser.patience, "the service worker is active") {
        try browser.run(state) as? String == "activated"
      }
    }

    private func keptAnswers(_ browser: Browser) throws -> [String] {
      let keys = "return Object.keys(localStorage).filter((key) => key.startsWith('waymark.answer'))"
      return try #require(try browser.run(keys) as? [String])
    }

    @Test(
      "Opens while the server is down, and shows what was opened before", .inFullBrowser, arguments: ["", "/way/mark"])
    func reading(path: String) throws {
      let environment = path.isEmpty ? [:] : ["WAYMARK_PUBLIC_URL": "http://127.0.0.1\(path)"]
      let stack = path.isEmpty ? self.stack : try Stack(environment: environment)
      if !path.isEmpty { try Self.record(stack) }
      let browser = try Browser(stack, path: path)
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/rucks", heading: "Rucks")
      try browser.waitFor(text: "7.7 km")
      try browser.open("#/reading/books/sea", heading: "The Sea")
      try waitUntilKept(browser)
      let scope = "return navigator.serviceWorker.getRegistration().then((one) => one.scope)"
      #expect(try browser.run(scope) as? String == browser.address)
      try browser.expectNoConsoleErrors()

      stack.stop()
      try browser.reload()
      try browser.waitFor(role: "heading", name: "The Sea")
      try browser.waitFor(text: "The server is unavailable. Values from")
      try browser.open("#/rucks", heading: "Rucks")
      try browser.waitFor(text: "7.7 km")
      try browser.waitFor(text: "The server is unavailable. Values from")
      try browser.expectAccessible(.place)
      try browser.open("#/diversity")
      try browser.waitFor(role: "heading", name: "Diversity")
      try browser.waitFor(text: "This reloads when the server is back.")

      let again = try Stack(folder: stack.folder, port: stack.port, environment: environment)
      try browser.waitForGone(text: "The server is unavailable.")
      try browser.open("#/rucks", heading: "Rucks")
      try Walker(client: again.client(user: "ada")).walk(0, minutes: 30, km: 8.8)
      try browser.waitFor(text: "8.8 km")
      #expect(try !browser.text.contains("The server is unavailable"))
      #expect(again.program.isRunning)
    }

    @Test("Tells how old the values are")
    func age() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      let note = "return module.unavailableNote(Date.now() - asked[0] * 60_000)"
      for (minutes, text) in [(0, "this minute"), (1, "1 minute ago"), (5, "5 minutes ago"), (2_880, nil)] {
        let shown = try #require(try browser.run(module: "kit/card.js", note, minutes) as? String)
        #expect(shown.hasPrefix("The server is unavailable. Values from "))
        if let text { #expect(shown.hasSuffix("from \(text)."), "\(shown)") }
      }
    }

    @Test("Signing out removes what was kept, and the next person sees nothing of it without a network")
    func privacy() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      try browser.waitFor(text: "7.7 km")
      try waitUntilKept(browser)
      #expect(try !keptAnswers(browser).isEmpty)
      let signOut = "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Sign out').click()"
      try browser.run(signOut)
      try browser.waitFor(role: "heading", name: "Sign in")
      #expect(try keptAnswers(browser).isEmpty)
      // Only the page's own files stay, which are the same for everyone.
      let addresses = """
        return caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
          .then((opened) => Promise.all(opened.map((cache) => cache.keys())))
          .then((lists) => lists.flat().map((request) => request.url));
        """
      let files = try #require(try browser.run(addresses) as? [String])
      #expect(files.count > 100 && files.allSatisfy { $0 == browser.address || $0.contains("/page/") }, "\(files)")

      try browser.signIn(stack, user: "bob")
      try browser.waitFor(text: "bob")
      try browser.open("#/rucks", heading: "Rucks")
      try browser.waitUntilLoaded()
      stack.stop()
      try browser.reload()
      try browser.waitFor(text: "The server is unavailable.")
      try browser.waitFor(role: "heading", name: "Rucks")
      #expect(try !browser.text.contains("7.7 km") && !browser.text.contains("ada"))
      let all = try #require(try browser.run("return JSON.stringify(localStorage)") as? String)
      #expect(all.contains(#"\"bob\""#) && !all.contains(#"\"ada\""#), "\(all)")
    }

    /// The rules of the kept responses, without the server.
    private static let rules: [(name: String, script: String)] = [
      (
        "another user's responses are removed",
        """
        module.keepFor("eve");
        module.keepResponse("one", 1);
        module.keepFor("mallory");
        return module.keptResponse("one") === null && localStorage.getItem("waymark.answer.one") === null;
        """
      ),
      (
        "a tab of an earlier user keeps nothing and reads nothing",
        """
        module.keepFor("eve");
        module.keepResponse("one", 1);
        module.choose("person", "mallory");
        module.keepResponse("two", 2);
        return module.keptResponse("one") === null && localStorage.getItem("waymark.answer.two") === null;
        """
      ),
      (
        "a tab of an earlier user does not read what the next one has kept",
        """
        module.keepFor("eve");
        module.choose("person", "mallory");
        localStorage.setItem("waymark.answer.one", JSON.stringify({ at: 1, by: "mallory", value: 1 }));
        return module.keptResponse("one") === null;
        """
      ),
      (
        "damaged entries are ignored",
        """
        module.keepFor("eve");
        for (const text of ["", "{", "null", "5", "[]", '{"by":"eve"']) {
          localStorage.setItem("waymark.answer.one", text);
          localStorage.setItem("waymark.answer-heights", text);
          if (module.keptResponse("one") !== null || module.keptHeights().size !== 0) return false;
        }
        return true;
        """
      ),
      (
        "unsent writes of others stay for thirty days, and those of a deleted account do not",
        """
        const mark = (name, days) =>
          localStorage.setItem(`waymark.waiting / ${name}`, `1 0 0 ${Date.now() - days * 86_400_000}`);
        for (const [name, days] of [["eve", 31], ["mallory", 31], ["trent", 29]]) mark(name, days);
        module.keepFor("eve");
        const marks = () => ["eve", "mallory", "trent"]
          .filter((name) => localStorage.getItem(`waymark.waiting / ${name}`) !== null).join(" ");
        const first = marks();
        module.discardAll("eve");
        return first === "eve trent" && marks() === "trent";
        """
      ),
      (
        "nothing is kept after signing out",
        """
        module.keepFor("eve");
        module.discardResponses();
        module.keepResponse("one", 1);
        return localStorage.getItem("waymark.answer.one") === null && localStorage.getItem("waymark.person") === null;
        """
      ),
      (
        "the oldest ones make room for new ones",
        """
        module.discardResponses();
        module.keepFor("eve");
        localStorage.setItem("waymark.answer.old", JSON.stringify({ at: 1, by: "eve", value: 1 }));
        for (let count = 0; count < 600; count += 1) module.keepResponse(`item ${count}`, count);
        const kept = Object.keys(localStorage).filter((key) => key.startsWith("waymark.answer."));
        return kept.length === 600 && module.keptResponse("old") === null && module.keptResponse("item 0").value === 0;
        """
      ),
      (
        "their length is limited",
        """
        module.discardResponses();
        module.keepFor("eve");
        for (let count = 0; count < 40; count += 1) module.keepResponse(`item ${count}`, "x".repeat(90_000));
        module.keepResponse("large", "x".repeat(100_001));
        const kept = Object.keys(localStorage).filter((key) => key.startsWith("waymark.answer."));
        const length = kept.reduce((sum, key) => sum + localStorage.getItem(key).length, 0);
        return length <= 2_500_000 && kept.length > 20 && module.keptResponse("item 39") !== null
          && module.keptResponse("large") === null;
        """
      ),
      (
        "an entry without a user is not shown",
        """
        localStorage.setItem("waymark.answer.old", JSON.stringify({ at: 1, value: 1 }));
        module.discardChoice("person");
        return module.keptResponse("old") === null;
        """
      ),
    ]

    @Test("Responses are kept for one user and limited in number and length")
    func limits() throws {
      let browser = try Browser(stack)
      try browser.open()
      try browser.waitFor(role: "button", name: "Sign in")
      for rule in Self.rules {
        #expect(try browser.run(module: "kit/storage.js", rule.script) as? Bool == true, "\(rule.name)")
      }
    }

    @Test("A sign-in page of the network counts as no response, and signs nobody out")
    func captivePortal() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      try browser.waitFor(text: "7.7 km")
      let portal = """
        const body = "<!doctype html><title>Sign in to this network</title>";
        const headers = { "Content-Type": "text/html; charset=utf-8" };
        window.fetch = async () => new Response(body, { status: window.portalStatus, headers });
        """
      try browser.run(portal)
      for status in [200, 401, 403, 511] {
        let outcome = """
          window.portalStatus = asked[0];
          const [read, write] = await Promise.all([module.get("rucks"), module.send("DELETE", "rucks/x")]
            .map((call) => call.then(() => "response", (error) => error.constructor.name)));
          return `${read} ${write}`;
          """
        let found = try browser.run(module: "kit/server.js", outcome, status) as? String
        #expect(found == "Unavailable Unavailable", "\(status)")
      }
      #expect(try browser.has(role: "heading", name: "Rucks") && !keptAnswers(browser).isEmpty)
    }

    @Test("A page that was replaced on the server is recognised")
    func replaced() throws {
      let browser = try Browser(stack, user: "ada", at: "#/rucks", heading: "Rucks")
      let check = """
        performance.now = () => asked[1];
        window.fetch = async () => new Response(asked[0]);
        return module.isReplaced();
        """
      let own = try #require(
        try browser.run("return document.querySelector('script[type=module]').getAttribute('src')") as? String)
      for (text, age, isReplaced) in [
        ("page/0123456789abcdef/main.js", 60_000, true), (own, 60_000, false), ("a portal", 60_000, false),
        ("page/0123456789abcdef/main.js", 9_000, false),
      ] {
        let found = try browser.run(module: "kit/install.js", check, text, age) as? Bool
        #expect(found == isReplaced, "\(text) \(age)")
      }
    }

    @Test("The files of an earlier version are removed, and those of other pages stay")
    func oldFiles() throws {
      let browser = try Browser(stack)
      try browser.open()
      try browser.waitFor(role: "button", name: "Sign in")
      let (old, other) = ("waymark \(browser.address)page/0123456789abcdef/", "waymark \(browser.address)way/page/0/")
      for name in [old, other] { try browser.run("return caches.open(arguments[0]).then(() => true)", name) }
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try waitUntilKept(browser)
      let names = try #require(try browser.run("return caches.keys()") as? [String])
      #expect(names.count == 2 && names.contains(other) && !names.contains(old), "\(names)")
    }

    @Test(
      "Can be installed: the icons have their sizes, and the settings show the button while the browser offers it",
      .inFullBrowser)
    func installing() throws {
      let browser = try Browser(stack)
      // The browser may offer it by itself at any time.
      let silence = """
        addEventListener("beforeinstallprompt", (event) => { if (event.isTrusted) event.stopImmediatePropagation(); });
        """
      try browser.driver.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": silence])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.open("#/settings", heading: "Settings")
      let sizes = """
        const address = document.querySelector("link[rel=manifest]").href;
        return fetch(address).then((answer) => answer.json()).then((manifest) => Promise.all(manifest.icons.map(
          async (one) => {
            const icon = new Image();
            icon.src = new URL(one.src, address);
            await icon.decode();
            return one.sizes === "any" || one.sizes === `${icon.naturalWidth}x${icon.naturalHeight}`;
          })));
        """
      #expect(try browser.run(sizes) as? [Bool] == [true, true, true, true])
      #expect(try !browser.has(role: "button", name: "Install as an app"))
      let offer = """
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        offer.prompt = async () => { window.questions = (window.questions ?? 0) + 1; };
        dispatchEvent(offer);
        return offer.defaultPrevented;
        """
      #expect(try browser.run(offer) as? Bool == true)
      try browser.click(role: "button", name: "Install as an app")
      #expect(try browser.run("return window.questions") as? Int == 1)
      #expect(try !browser.has(role: "button", name: "Install as an app"))
      try browser.expectNoConsoleErrors()
    }

    @Test("A file that another app shares is shown by the import, once, and signing out removes it")
    func sharing() throws {
      let browser = try Browser(stack)
      // The page's policy forbids forms. Another app's share is a form that the browser sends.
      try browser.driver.devTools("Page.setBypassCSP", ["enabled": true])
      try browser.signIn(stack, user: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try waitUntilKept(browser)
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Today")
      let share = """
        const form = document.createElement("form");
        Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "share" });
        const input = Object.assign(document.createElement("input"), { type: "file", name: "files" });
        const given = new DataTransfer();
        given.items.add(new File([arguments[0]], "Bücher & more.csv", { type: "text/csv" }));
        input.files = given.files;
        form.append(input);
        document.body.append(form);
        form.submit();
        """
      try browser.run(share, "Title,Author,Exclusive Shelf\nThe Night Boat,Ann,to-read\n")
      try browser.waitFor(role: "heading", name: "Import")
      try browser.waitFor(role: "heading", name: "Bücher & more.csv")
      let isWaiting = "return caches.has(`waymark shared ${location.origin}/`)"
      #expect(try browser.run(isWaiting) as? Bool == false)
      #expect(try !browser.text.contains("Imported"), "nothing is written before the person confirms it")
      try browser.reload()
      try browser.waitFor(text: "Files that Waymark imports")
      #expect(try !browser.text.contains("Bücher & more.csv"))

      let keep = "return caches.open(`waymark shared ${location.origin}/`).then(() => true)"
      #expect(try browser.run(keep) as? Bool == true)
      _ = try browser.run(module: "kit/storage.js", "module.discardResponses();")
      try eventually("the shared files are removed") { try browser.run(isWaiting) as? Bool == false }
    }
  }
}
