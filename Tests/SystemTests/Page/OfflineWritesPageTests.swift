import Foundation
import Programs
import Testing

extension SystemTests.Page {
  @Suite(
    "Writing on the page without a network", .withServiceWorker, .enabled(if: Browser.isInstalled, Browser.absence))
  struct OfflineWritesPageTests {
    private let stack: Stack
    private let ada: HTTPClient

    init() throws {
      stack = try Stack()
      ada = try stack.client(user: "ada")
      let listener = try Listener(stack, user: "ada")
      try listener.makeStories("road")
      for (id, title) in [("sea", "The Sea"), ("hill", "The Hill")] {
        #expect(try ada.put("/api/v1/works/\(id)", #"{"title": "\#(title)", "pageCount": 900}"#).status == 201)
        #expect(try ada.put("/api/v1/library/\(id)", #"{"status": "reading", "currentPage": 40}"#).status == 201)
      }
    }

    /// A browser that has kept the files of the page.
    private func browser(at hash: String, heading: String) throws -> Browser {
      let browser = try Browser(stack, user: "ada", at: hash, heading: heading)
      try browser.waitForServiceWorker()
      return browser
    }

    private func items(_ path: String) throws -> [[String: Any]] {
      try ada.get("/api/v1/\(path)").object["items"] as? [[String: Any]] ?? []
    }

    private func isEmpty(_ browser: Browser) throws -> Bool {
      try browser.run("return localStorage.getItem('waymark.waiting / ada')") == nil
    }

    private func restart() throws -> Stack { try Stack(folder: stack.folder, port: stack.port) }

    private func logRuck(_ kilometres: String, _ browser: Browser) throws {
      try browser.open("#/rucks/all")
      try browser.waitFor(role: "heading", name: "All rucks")
      try browser.click(role: "button", name: "Log a ruck")
      try browser.type(kilometres, into: "Distance")
      try browser.type("10", into: "Load")
      try browser.click(role: "button", name: "Log ruck")
      try browser.waitForNoDialog()
    }

    /// - Parameter ended: a time that the server does not accept, because it is before the start.
    private func logReading(to page: String, ended: String? = nil, _ browser: Browser) throws {
      try browser.click(role: "button", name: "Log a session")
      try browser.type(page, into: "To page")
      if let ended { try browser.pick(day: ended, in: "Ended") }
      try browser.click(role: "button", name: "Log session")
      try browser.waitForNoDialog()
    }

    @Test("Everything that was written without a network arrives once, although a service is killed")
    func everything() throws {
      // Opens a question about The Hill.
      #expect(try ada.post("/api/v1/reading/timer", #"{"workId": "hill"}"#).status == 201)
      #expect(try ada.post("/api/v1/reading/timer/stop", #"{"endPage": 50}"#).status == 200)
      let browser = try browser(at: "#/listening/sessions", heading: "Listening sessions")
      try browser.click(role: "button", name: "Log a session")
      try browser.waitFor(text: "Story road")
      try browser.press(Browser.Key.escape)
      try browser.open("#/reading/books/hill", heading: "The Hill")
      try browser.waitFor(role: "button", name: "Answer")
      try browser.open("#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Start reading")
      try browser.waitFor(role: "button", name: "Stop")
      try browser.waitUntilLoaded()

      stack.stop()
      try browser.click(role: "button", name: "Stop")
      try browser.type("60", into: "Which page are you on?")
      try browser.click(role: "button", name: "Save session")
      try browser.waitFor(text: "1 entry waits for the network.")
      try browser.waitFor(role: "button", name: "Start reading")
      try browser.click(role: "button", name: "Add Gender")
      try browser.click(role: "button", name: "Woman")
      try browser.waitFor(text: "2 entries wait for the network.")
      try browser.open("#/reading/books/hill")
      try browser.click(role: "button", name: "Answer")
      try browser.click(role: "button", name: "Asian")
      try browser.waitFor(text: "3 entries wait for the network.")
      try logReading(to: "70", browser)
      try browser.waitFor(text: "4 entries wait for the network.")
      try browser.open("#/listening/sessions")
      try browser.click(role: "button", name: "Log a session")
      try browser.waitFor(text: "Story road")
      try browser.run("document.querySelector('.picker-found input').click()")
      try browser.click(role: "button", name: "Log session")
      try browser.waitFor(text: "5 entries wait for the network.")
      try browser.waitFor(role: "button", name: "Discard: Story road")
      try logRuck("7", browser)
      try browser.waitFor(text: "6 entries wait for the network.")
      try browser.waitFor(role: "button", name: "Discard: 7 km")
      try browser.open("#/waiting", heading: "Waiting entries")
      try browser.expectAccessible(.place)
      try browser.expectFits()

      let tab = try browser.tab
      let other = try browser.openTab()
      try browser.switchTo(tab: tab)
      try browser.closeTab(switchingTo: other)
      let again = try restart()
      try again.kill9("session")
      try browser.open("#/today")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitForGone(text: "wait for the network")
      try browser.waitForGone(text: "waits for the network")
      #expect(try !browser.text.contains("not accepted"))

      #expect(try items("rucks").map { $0.number("distance") } == [7_000])
      #expect(try items("analytics/sessions").map { $0.text("storyId") } == ["road"])
      let sea = try items("reading/sessions?workId=sea")
      #expect(sea.map { $0.number("startPage") } == [40] && sea.map { $0.number("endPage") } == [60])
      #expect(try items("reading/sessions?workId=hill").compactMap { $0.number("endPage") }.sorted() == [50, 70])
      #expect(try ada.get("/api/v1/reading/timer").object["active"] is NSNull)
      let origin = try ada.get("/api/v1/diversity/works/hill").object.object("values")
      #expect(origin.text("culturalOrigin") == "Asian")
      let known = try ada.get("/api/v1/diversity/works/sea").object.object("values")
      #expect(known.text("gender") == "Female")
      #expect(again.program.isRunning)
    }

    @Test("A timer that is started without a network runs on the device, and becomes a session with its own times")
    func timer() throws {
      let browser = try browser(at: "#/today", heading: "Today")
      try browser.open("#/reading/books/sea", heading: "The Sea")
      try browser.waitFor(role: "button", name: "Start reading")
      stack.stop()
      try browser.click(role: "button", name: "Start reading")
      try browser.waitFor(text: "The timer runs on this device.")
      try browser.reload()
      try browser.waitFor(role: "button", name: "Stop")
      try browser.open("#/today")
      try browser.waitFor(role: "button", name: "Stop")
      // It is discarded and restored.
      try browser.open("#/reading/books/sea")
      try browser.click(role: "button", name: "Discard")
      try browser.waitFor(role: "button", name: "Start reading")
      try browser.click(role: "button", name: "Start reading")
      let clock = "return document.querySelector('[role=timer]')?.textContent"
      try eventually(within: Browser.patience, "the clock has counted") {
        let text = try browser.run(clock) as? String
        return text != nil && text != "00:00"
      }
      try browser.click(role: "button", name: "Stop")
      try browser.type("55", into: "Which page are you on?")
      try browser.click(role: "button", name: "Save session")
      try browser.waitFor(role: "button", name: "Edit: The Sea")

      let again = try restart()
      try browser.waitForGone(text: "for the network")
      let sessions = try items("reading/sessions")
      #expect(sessions.map { $0.number("endPage") } == [55] && sessions.map { $0.number("startPage") } == [40])
      #expect(sessions.first?.text("startedAt") != sessions.first?.text("endedAt"))
      #expect(try ada.get("/api/v1/reading/timer").object["active"] is NSNull)
      #expect(again.program.isRunning)
    }

    @Test("A rejected entry shows the reason, does not hold up the others, and can be corrected")
    func rejected() throws {
      let browser = try browser(at: "#/reading/books/sea", heading: "The Sea")
      try browser.waitFor(text: "page 40 of 900")
      stack.stop()
      try logReading(to: "80", ended: "2020-01-01T10:00", browser)
      try logRuck("7", browser)
      try browser.waitFor(text: "2 entries wait for the network.")
      try browser.open(url: "about:blank")
      let again = try restart()
      try browser.open("#/waiting")
      try browser.waitFor(text: "1 entry was not accepted.")
      try eventually("the ruck has arrived") { try items("rucks").count == 1 }
      #expect(try items("reading/sessions").isEmpty)
      try browser.waitFor(text: "Not accepted. Ended at:")
      try browser.expectAccessible(.place)
      try browser.click(role: "button", name: "Edit: The Sea")
      try browser.waitFor(role: "textbox", name: "Started")
      try browser.type("58", into: "To page")
      try browser.pick(day: try #require(try browser.value(of: "Started")), in: "Ended")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Nothing waits.")
      #expect(try items("reading/sessions").map { $0.number("endPage") } == [58])
      #expect(again.program.isRunning)
    }

    @Test("A waiting entry can be edited, discarded and restored")
    func editing() throws {
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      stack.stop()
      try logRuck("7", browser)
      try logRuck("8", browser)
      try browser.click(role: "button", name: "Edit: 7 km")
      try browser.type("6", into: "Distance")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(role: "button", name: "Edit: 6 km")
      try browser.click(role: "button", name: "Discard: 8 km")
      try browser.waitFor(text: "Entry discarded.")
      let again = try restart()
      try browser.waitForGone(text: "for the network")
      #expect(try items("rucks").map { $0.number("distance") } == [6_000])
      #expect(again.program.isRunning)
    }

    @Test("An entry that was first tried more than a day ago does not overwrite a correction")
    func oldAttempt() throws {
      let (start, end) = (Listener.instant(3, "10:00"), Listener.instant(3, "11:00"))
      let id = try Walker(client: ada).walk(from: start, to: end, km: 5)
      #expect(try ada.patch("/api/v1/rucks/\(id)", #"{"distance": 6000}"#).status == 200)
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      let keep = """
        const [startedAt, endedAt, distance, hours] = asked;
        const body = { startedAt, endedAt, distance, loadWeight: 10 };
        return module.store((entries) => entries.add({
          kind: "ruck", verb: "POST", path: "rucks", body, key: `key ${hours}`.replace(" ", "-"), at: 1, about: {},
          state: "waits", problem: null, triedAt: Date.now() - hours * 3_600_000, failures: 0, earlier: [],
        }));
        """
      // It would extend the stored ruck, and replace its distance.
      let later = Listener.instant(3, "11:30")
      _ = try browser.run(module: "kit/queue-store.js", keep, start, later, 9_000, 21)
      // This one has not arrived.
      _ = try browser.run(module: "kit/queue-store.js", keep, later, later, 7_000, 50)
      try browser.reload()
      try eventually("the queue is empty") { try items("rucks").count == 2 && isEmpty(browser) }
      #expect(try items("rucks").map { $0.number("distance") } == [7_000, 6_000])
    }

    // The headless shell has no background synchronisation.
    @Test("The service worker sends entries although the page has no network", .inFullBrowser)
    func background() throws {
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      try browser.driver.devTools("Network.enable", [:])
      try browser.driver.devTools(
        "Network.emulateNetworkConditions",
        ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
      try logRuck("7", browser)
      try eventually("the ruck has arrived") { try items("rucks").count == 1 }
      try browser.waitForGone(text: "for the network")
    }

    @Test("Two tabs show the same entries, and send each of them once", .inFullBrowser)
    func tabs() throws {
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      let first = try browser.tab
      let second = try browser.openTab()
      try browser.open("#/rucks/all", heading: "All rucks")
      stack.stop()
      try logRuck("7", browser)
      try browser.switchTo(tab: first)
      try browser.waitFor(text: "1 entry waits for the network.")
      try browser.waitFor(role: "button", name: "Discard: 7 km")
      let again = try restart()
      for tab in [first, second] {
        try browser.switchTo(tab: tab)
        try browser.waitForGone(text: "1 entry waits for the network.")
        try browser.waitFor(text: "7 km")
      }
      #expect(try items("rucks").count == 1)
      #expect(again.program.isRunning)
    }

    @Test("A tab shows the person whom another tab has signed in, and unsent entries wait for their own person")
    func persons() throws {
      let browser = try browser(at: "#/rucks/all", heading: "All rucks")
      let first = try browser.tab
      stack.stop()
      try logRuck("7", browser)
      try browser.open(url: "about:blank")
      let again = try restart()
      let second = try browser.openTab()
      try browser.signIn(again, user: "bob")
      try browser.waitFor(text: "bob")
      try browser.waitFor(role: "heading", name: "Today")
      #expect(try !browser.text.contains("for the network"))
      try browser.open("#/rucks/all", heading: "All rucks")
      #expect(try !browser.text.contains("7 km"))
      try browser.switchTo(tab: first)
      try browser.open("#/rucks/all", heading: "All rucks")
      #expect(try browser.text.contains("bob") && !browser.text.contains("7 km"))

      // Both tabs show bob. The second one signs ada in, and the first one follows.
      try browser.switchTo(tab: second)
      try browser.signIn(again, user: "ada")
      try browser.waitFor(text: "ada")
      try browser.waitFor(role: "heading", name: "Today")
      try browser.waitForGone(text: "for the network")
      try browser.switchTo(tab: first)
      try browser.waitForGone(text: "bob")
      try browser.waitFor(text: "ada")
      #expect(try items("rucks").count == 1)
      let bob = try again.client(user: "bob")
      #expect((try bob.get("/api/v1/rucks").object["items"] as? [Any])?.isEmpty == true)
    }

    @Test("Signing out asks before it removes unsent entries")
    func signingOut() throws {
      let browser = try browser(at: "#/reading/books/sea", heading: "The Sea")
      try browser.waitFor(text: "page 40 of 900")
      stack.stop()
      try logReading(to: "80", ended: "2020-01-01T10:00", browser)
      try browser.open(url: "about:blank")
      let again = try restart()
      try browser.open("#/today")
      try browser.waitFor(text: "1 entry was not accepted.")
      try browser.click(role: "button", name: "Sign out")
      try browser.waitForDialog("Sign out?")
      try browser.click(role: "button", name: "Stay signed in")
      try browser.waitForNoDialog()
      try browser.waitFor(text: "1 entry was not accepted.")
      try browser.click(role: "button", name: "Sign out")
      try browser.click(role: "button", name: "Remove and sign out")
      try browser.waitFor(role: "heading", name: "Sign in")
      let left = """
        return indexedDB.databases().then((all) => all.length + (localStorage["waymark.waiting / ada"] ?? ""));
        """
      try eventually(within: Browser.patience, "nothing is left") { "\(try browser.run(left) ?? "")" == "0" }
      #expect(again.program.isRunning)
    }
  }
}
