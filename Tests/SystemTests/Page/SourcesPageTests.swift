import ForeignServer
import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Sources on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SourcesPageTests {
    /// A server for audiobooks that stays while the test runs.
    private struct Library {
      let books = ForeignBooks()
      let server: ForeignServer

      init() {
        let books = books
        server = ForeignServer { books.respond(to: $0) }
      }
    }

    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
    }

    private func sources(_ screen: Browser.Screen = .desktop, on stack: Stack? = nil) throws -> Browser {
      try Browser(stack ?? self.stack, user: "ada", at: "#/sources", heading: "Sources", screen: screen)
    }

    private func items(_ path: String) throws -> [[String: Any]] {
      try client.get("/api/v1/\(path)").object.list("items")
    }

    private func fill(_ browser: Browser, url: String, key: String) throws {
      try browser.type(url, into: "Address of Audiobookshelf")
      try browser.type(key, into: "API key")
      try browser.press(Browser.Key.enter)
    }

    /// Clicks the button of a row, and waits until the row is gone.
    private func delete(_ name: String, in browser: Browser) throws {
      try browser.click(role: "button", name: "Delete: \(name)")
      try eventually(within: Browser.patience, "the row of \(name) is gone") {
        try !browser.has(role: "button", name: "Delete: \(name)")
      }
    }

    @Test("The last imports are listed with what they brought", arguments: Browser.Screen.allCases)
    func imports(screen: Browser.Screen) throws {
      let browser = try sources(screen)
      try browser.waitFor(text: "Imported files will be listed here")
      let list =
        "Title,Author,ISBN13,My Rating,Date Read,Date Added,Exclusive Shelf\nEmma,Jane Austen,,,,,read\n"
      let path = "/api/v1/imports?format=goodreads"
      #expect(try client.upload(path + "&dryRun=true", Array(list.utf8)).status == 200)
      #expect(try client.upload(path, Array((list + ",Nobody,,,,,\n").utf8)).status == 200)
      #expect(try client.upload("/api/v1/imports?format=kobo", Array("no database".utf8)).status == 422)
      let records = try items("imports")
      #expect(records.map { $0.text("format") } == ["kobo", "goodreads"])
      #expect(records.map { $0.text("source") } == ["upload", "upload"])
      #expect(records[1]["added"] as? Int == 1 && records[1]["rejected"] as? Int == 1)
      try browser.open("#/today", heading: "Today")
      try browser.open("#/sources", heading: "Sources")
      try browser.waitFor(text: "1 added, 0 already there, 1 item skipped.")
      try browser.waitFor(text: "Nothing was imported.")
      try browser.expectAccessible()
      try browser.expectNoConsoleErrors()
    }

    @Test("Each view is accessible in both themes and on both screens", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let library = Library()
      let connection = #"{"kind": "audiobookshelf", "url": "\#(library.server.url)", "secret": "abs-secret-key"}"#
      #expect(try client.post("/api/v1/connections", connection).status == 201)
      let webhook = #"{"url": "\#(library.server.url)/hook", "events": ["book.finished", "goal.reached"]}"#
      #expect(try client.post("/api/v1/webhooks", webhook).status == 201)
      try Browser.expectUsable(
        [
          ("#/sources", "Sources"), ("#/sources/koreader", "KOReader"), ("#/sources/antennapod", "AntennaPod"),
          ("#/sources/audiobookshelf", "Audiobookshelf"), ("#/sources/navidrome", "Navidrome"),
          ("#/sources/health-auto-export", "Health Auto Export"), ("#/sources/foldersync", "Gadgetbridge"),
          ("#/sources/home-assistant", "Home Assistant"),
        ], stack, screen: screen)
      withExtendedLifetime(library) {}
    }

    @Test("Lists every connector with its address, and follows the first contact", arguments: Browser.Screen.allCases)
    func list(screen: Browser.Screen) throws {
      let browser = try sources(screen)
      try browser.waitFor(text: "Nothing has made contact yet.")
      for title in ["KOReader statistics and files", "KOReader progress", "Podcasts", "Music", "Webhooks"] {
        try browser.waitFor(role: "heading", name: title)
      }
      for path in ["dav", "kosync", "koinsight/…", "gpodder", "listenbrainz"] {
        try browser.waitFor(text: "http://127.0.0.1:\(stack.port)/\(path)")
      }
      try browser.enter("Connect: KoInsight plugin")
      try browser.waitForDialog("Connect KoInsight")
      let address = try #require(try browser.value(of: "Address"))
      let path = try #require(URL(string: address)?.path)
      #expect(path.hasPrefix("/koinsight/") && path.count > "/koinsight/".count + 15)
      try browser.screenshot("sources-connect")
      #expect(try HTTPClient(port: stack.port).get(path + "/api/plugin/health").status == 200)
      try browser.waitFor(text: "It works: the app has just made contact.")
      try browser.press(Browser.Key.escape)
      try browser.waitForNoDialog()
      try browser.waitForFocus("Connect: KoInsight plugin")
      try eventually(within: Browser.patience, "the list reloads when the page gets the focus") {
        try browser.run("dispatchEvent(new Event('focus'))")
        return try browser.text.contains("Last contact: KoInsight plugin,")
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("A press creates a password, which is shown once and can be disconnected")
    func password() throws {
      let browser = try sources(.phone)
      try browser.click(role: "button", name: "Connect: KOReader progress")
      try browser.waitForDialog("Connect KOReader")
      #expect(try browser.value(of: "Address") == "http://127.0.0.1:\(stack.port)/kosync")
      #expect(try browser.value(of: "Name") == "ada")
      let token = try #require(try browser.value(of: "Password"))
      #expect(token.wholeMatch(of: /([0-9a-z]{4}-){3}[0-9a-z]{4}/) != nil)
      try browser.click(role: "button", name: "QR code: Password")
      try browser.waitFor(role: "img", name: "QR code: Password")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Done")
      try browser.waitForNoDialog()
      let isKept = "return [...document.querySelectorAll('textarea')].some((field) => field.value === arguments[0])"
      // The dialog is removed by an event after it closes.
      try eventually(within: Browser.patience, "the password is gone") {
        try browser.run(isKept, token) as? Bool == false
      }
      let profile = try HTTPClient(port: stack.port, token: token).get("/api/v1/profile")
      #expect(profile.object.text("userId") == "ada")
      let made = try #require(try items("tokens").first { $0.text("name") == "KOReader" })
      #expect(made.text("kind") == "device")
      try browser.expectNoConsoleErrors()
    }

    @Test("The steps contain the values, and one password fills all of them", arguments: Browser.Screen.allCases)
    func steps(screen: Browser.Screen) throws {
      let browser = try sources(screen)
      try browser.click(role: "link", name: "KOReader")
      try browser.waitFor(role: "heading", name: "Your place in each book")
      #expect(try browser.value(of: "Address") == "http://127.0.0.1:\(stack.port)/dav")
      try browser.enter("Create the password")
      try browser.waitForFocus("Password")
      let shown = "return [...document.querySelectorAll('.slot textarea')].map((field) => field.value)"
      let values = try #require(try browser.run(shown) as? [String])
      #expect(values.count == 3 && values[0] == values[1] && values[2].hasSuffix("/koinsight/\(values[0])"))
      try browser.waitFor(text: "Waiting for the first contact …")
      #expect(try HTTPClient(port: stack.port, token: values[0]).get("/api/v1/profile").status == 200)
      try browser.waitFor(text: "It works: the app has just made contact.")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.open("#/sources/home-assistant", heading: "Home Assistant")
      try browser.click(role: "button", name: "Create the password")
      try browser.waitFor(text: "value_json.readingStreak")
      let text = try browser.text
      let token = try #require(text.firstMatch(of: /Bearer (\S+)/)).output.1
      let reader = HTTPClient(port: stack.port, token: String(token))
      #expect(try reader.get("/api/v1/widget").status == 200)
      #expect(try reader.put("/api/v1/works/x", #"{"title": "X"}"#).status == 403, "it can only read")
      try browser.expectNoConsoleErrors()
    }

    @Test("The load is a part of the address for Health Auto Export")
    func load() throws {
      let browser = try Browser(
        stack, user: "ada", at: "#/sources/health-auto-export", heading: "Health Auto Export", screen: .phone)
      let address = "http://127.0.0.1:\(stack.port)/api/v1/imports?format=health-auto-export&load="
      #expect(try browser.value(of: "URL") == address + "20")
      try browser.type("12.5", into: "Load that you carry")
      #expect(try browser.value(of: "URL") == address + "12.5")
      try browser.expectNoConsoleErrors()
    }

    @Test("A connection is tried, added, run, edited, switched off, and deleted with undo")
    func connection() throws {
      let library = Library()
      library.books.set(.init("s1", startedAt: 1_770_000_000))
      let browser = try sources()
      try browser.click(role: "button", name: "Connect Audiobookshelf")
      try browser.waitForDialog("Connect Audiobookshelf")
      try fill(browser, url: library.server.url, key: "wrong")
      try browser.waitFor(text: "Is rejected by the server (status 401)")
      #expect(try browser.value(of: "Address of Audiobookshelf") == library.server.url, "typed text stays")
      try fill(browser, url: "http://127.0.0.1:1", key: ForeignBooks.secret)
      try browser.waitForFocus("Address of Audiobookshelf")
      try browser.expectAccessible()
      try fill(browser, url: library.server.url, key: ForeignBooks.secret)
      try browser.waitFor(text: "1 session added")
      try browser.waitFor(text: "Works.")
      library.books.set(.init("s2", startedAt: 1_771_000_000))
      try browser.click(role: "button", name: "Run now: Audiobookshelf")
      try browser.waitFor(text: "2 sessions added")
      try browser.click(role: "button", name: "Edit: Audiobookshelf")
      try browser.waitForDialog("Edit the connection")
      try browser.type("60", into: "Minutes between runs")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "every 60 minutes")
      try browser.click(role: "button", name: "Switch off: Audiobookshelf")
      try browser.waitFor(text: "Switched off.")
      #expect(try items("connections").first?["isOn"] as? Bool == false)
      try browser.holdUndo()
      try delete("Audiobookshelf", in: browser)
      try browser.undo()
      try browser.waitFor(role: "button", name: "Delete: Audiobookshelf")
      #expect(try items("connections").count == 1)
      try delete("Audiobookshelf", in: browser)
      try eventually("the connection is deleted") { try items("connections").isEmpty }
      try browser.waitFor(role: "button", name: "Connect Audiobookshelf")
      #expect(try client.get("/api/v1/analytics/sessions").object.list("items").count == 2, "the sessions stay")
      try browser.expectNoConsoleErrors(allowing: [422])
    }

    @Test("A connection that fails states why, and what to do", arguments: Browser.Screen.allCases)
    func failing(screen: Browser.Screen) throws {
      let library = Library()
      let connection = #"{"kind": "audiobookshelf", "url": "\#(library.server.url)", "secret": "abs-secret-key"}"#
      #expect(try client.post("/api/v1/connections", connection).status == 201)
      let browser = try sources(screen)
      try browser.waitFor(text: "Works.")
      library.books.fail { _ in .text(401, "Unauthorized") }
      try browser.click(role: "button", name: "Run now: Audiobookshelf")
      try browser.waitFor(text: "The server rejects the API key. Edit the connection to enter another one.")
      library.books.fail { _ in .text(503, "Busy") }
      try browser.click(role: "button", name: "Run now: Audiobookshelf")
      try browser.waitFor(text: "The server cannot be reached at the moment.")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.screenshot("sources-failing")
      try browser.expectNoConsoleErrors()
    }

    @Test(
      "A webhook is added with its secret, tested, edited, and deleted with undo", arguments: Browser.Screen.allCases)
    func webhook(screen: Browser.Screen) throws {
      let server = ForeignServer()
      let browser = try sources(screen)
      try browser.enter("Add a webhook")
      try browser.waitForFocus("Address")
      try browser.key("\(server.url)/hook", into: "Address")
      try browser.click(role: "checkbox", name: "All events")
      try browser.click(role: "button", name: "Add webhook")
      try browser.waitFor(text: "Choose at least one event, or all.")
      try browser.click(role: "checkbox", name: "You finished a book")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Add webhook")
      try browser.waitForDialog("The webhook is ready")
      #expect(try browser.value(of: "Secret")?.hasPrefix("whsec_") == true)
      try browser.click(role: "button", name: "Done")
      try browser.waitFor(text: "Events: you finished a book.")
      try browser.waitFor(text: "Nothing sent yet.")
      try browser.click(role: "button", name: "Test: \(server.url)/hook")
      try browser.waitFor(text: "a test: received with status 204.")
      #expect(server.requests.count == 1)
      server.respond { _ in .text(500) }
      try browser.click(role: "button", name: "Test: \(server.url)/hook")
      try browser.waitFor(text: "a test, failed: the receiver responded with status 500.")
      try browser.click(role: "button", name: "Edit: \(server.url)/hook")
      try browser.waitForDialog("Edit the webhook")
      try browser.click(role: "checkbox", name: "All events")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "All events.")
      #expect(try items("webhooks").first?["events"] as? [String] == ["*"])
      try browser.click(role: "button", name: "Switch off: \(server.url)/hook")
      try browser.waitFor(text: "Off. Nothing is sent.")
      try browser.holdUndo()
      try delete("\(server.url)/hook", in: browser)
      try browser.undo()
      try browser.waitFor(role: "button", name: "Delete: \(server.url)/hook")
      #expect(try items("webhooks").count == 1)
      try browser.expectNoConsoleErrors()
    }

    @Test("Connectors that the operator has switched off are shown as off")
    func off() throws {
      let stack = try Stack(environment: ["WAYMARK_CONNECTORS": "gpodder", "WAYMARK_LOOKUP": "none"])
      let browser = try sources(.phone, on: stack)
      try browser.waitFor(text: "Off. The operator of this server has switched this off (WAYMARK_CONNECTORS).")
      #expect(try !browser.has(role: "button", name: "Connect: KOReader progress"))
      #expect(try !browser.has(role: "button", name: "Add a webhook"))
      try browser.waitFor(role: "button", name: "Connect: Podcasts")
      try browser.expectAccessible()
      try browser.open("#/sources/koreader", heading: "KOReader")
      try browser.waitFor(text: "The operator of this server has switched this off (WAYMARK_CONNECTORS).")
      try browser.open("#/sources/nothing")
      try browser.waitFor(text: "This link is not valid.")
      try browser.open("#/reading", heading: "Reading")
      try browser.click(role: "button", name: "Add book")
      try browser.waitForFocus("Find the book")
      try browser.key("Kindred", into: "Find the book")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "The look-up of books is switched off (WAYMARK_LOOKUP, WAYMARK_OUTGOING).")
      try browser.expectNoConsoleErrors(allowing: [503])
    }

    @Test(
      "A candidate fills the form of a new book, with its identifiers; the only one of an ISBN does so at once",
      arguments: ["kindred", "978-0-8070-8369-7"])
    func lookUp(typed: String) throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading")
      // Open Library is not called in tests.
      try browser.run(
        """
        const fetched = window.fetch;
        window.fetch = (url, more) => String(url).includes("/lookup?") ? Promise.resolve(Response.json({ candidates: [{
          source: "openlibrary", sourceId: "OL1W", title: "Kindred", authors: ["Octavia E. Butler"],
          publishedYear: 1979, pageCount: 264, language: "en", isbn13: ["9780807083697"], coverUrl: null,
        }] })) : fetched(url, more);
        """)
      try browser.click(role: "button", name: "Add book")
      try browser.waitForFocus("Find the book")
      try browser.key(typed, into: "Find the book")
      try browser.press(Browser.Key.enter)
      if typed == "kindred" { try browser.enter("Kindred") }
      try browser.waitForFocus("Title")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Add")
      let work = try found(within: Browser.patience, "the book") {
        try client.get("/api/v1/works").object.list("items").first
      }
      #expect(work.text("title") == "Kindred" && work.number("pageCount") == 264)
      let identifiers = work.object("identifiers")
      #expect(identifiers["isbn"] as? [String] == ["9780807083697"] && identifiers.text("openlibrary") == "OL1W")
      try browser.expectNoConsoleErrors()
    }

    @Test("A list of rucks draws a track, which leads to the ruck", arguments: Browser.Screen.allCases)
    func track(screen: Browser.Screen) throws {
      #expect(try client.post("/api/v1/imports?format=gpx&load=20", SystemTests.TrackTests.gpx()).status == 200)
      let browser = try Browser(stack, user: "ada", at: "#/rucks/all", heading: "All rucks", screen: screen)
      try browser.waitFor(text: "Ridge path")
      try eventually(within: Browser.patience, "the track is drawn") {
        try browser.run("return document.querySelector('.track-link .track-line')?.getAttribute('d').startsWith('M')")
          as? Bool == true
      }
      try browser.screenshot("track")
      try browser.run("document.querySelector('.track-link').click()")
      try browser.waitFor(role: "heading", name: "Ridge path")
      try browser.expectNoConsoleErrors()
    }
  }
}
