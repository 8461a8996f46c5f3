import Foundation
import Testing

extension SystemTests.Page {
  @Suite(
    "Languages of reading, rucks, insights, diversity and sources", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SectionLanguageTests {
    private let stack: Stack
    private let ruck: String

    /// A right-to-left language whose texts are the English ones in brackets.
    private static let pseudo = "ar-XB"
    /// A name without Latin letters.
    private static let user = "7"
    /// Everything happened yesterday, so that it is in one year.
    private let year = String(Listener.day(1).prefix(4))

    /// The headings of pages with a name are not in brackets.
    private var places: [Browser.Place] {
      [
        ("#/reading", "[Reading"), ("#/reading/sessions", "[Reading sessions"), ("#/reading/books/b", "Книга"),
        ("#/reading/books/c", "Роман"), ("#/rucks?period=yearly&compare=previous", "[Rucks"),
        ("#/rucks/all", "[All rucks"), ("#/rucks/walk/\(ruck)", "[Ruck"), ("#/insights", "[Insights"),
        ("#/insights/achievements", "[Achievements"), ("#/diversity", "[Diversity"),
        ("#/diversity/fill", "[Fill missing data"), ("#/sources", "[Sources"), ("#/sources/koreader", "KOReader"),
        ("#/sources/home-assistant", "Home Assistant"), ("#/waiting", "[Waiting entries"),
      ]
    }

    /// Achievements, goals, dimensions and their values, and the names of other apps and of their menus.
    private static let server = [
      ".achievement h3", ".achievement-text > p:not(.muted)", ".goal-head .muted", "select[name=culture]",
      "select[name=timePeriod]", ".axes-choice label", ".axis", ".fill-links a", ".open-question p", ".question-text",
      ".pills", ".fill-choice select", ".points .row-text", ".known .row-text span:first-child", ".known .row-text",
      ".sources-clients b", ".setup b", ".setup label", ".connector code", ".place-head h1", ".qr", ".radar-add",
    ]

    init() throws {
      stack = try Stack()
      let listener = try Listener(stack, user: Self.user)
      let client = listener.client
      let walker = Walker(client: client)
      ruck = try walker.walk(
        1, minutes: 60, km: 5,
        more: #", "calories": 400, "elevationGain": 90, "terrain": [{"type": "trail", "distance": 5000}]"#)
      try walker.walk(from: "2025-03-01T08:00:00Z", to: "2025-03-01T09:00:00Z", minutes: 50, km: 4)
      #expect(try client.put("/api/v1/profile", #"{"displayName": "Ада"}"#).status == 200)
      for (id, title) in [("b", "Книга"), ("c", "Роман")] {
        let work = #"{"title": "\#(title)", "authors": ["Автор"], "pageCount": 300, "genres": ["Жанр"]}"#
        #expect(try client.put("/api/v1/works/\(id)", work).status == 201)
      }
      let series = #"{"title": "Книга", "authors": ["Автор"], "pageCount": 300, "tags": ["Метка"], "language": "fr"}"#
      #expect(try client.put("/api/v1/works/b", series).status == 200)
      #expect(try client.put("/api/v1/library/b", #"{"status": "reading", "currentPage": 30}"#).status == 201)
      #expect(try client.put("/api/v1/library/c", #"{"status": "wantToRead"}"#).status == 201)
      let read = #"{"status": "finished", "finishedOn": "\#(Listener.day(1))", "rating": 4, "format": "print"}"#
      #expect(try client.post("/api/v1/library/c/reads", read).status == 201)
      for hour in 1...3 {
        let session = """
          {"workId": "b", "startedAt": "\(Listener.instant(1, "0\(hour):00"))",
          "endedAt": "\(Listener.instant(1, "0\(hour):30"))", "startPage": \(hour * 10), "endPage": \(hour * 20)}
          """
        #expect(try client.post("/api/v1/reading/sessions", session).status == 201)
      }
    }

    /// A browser whose page has a language.
    private func browser(_ language: String, _ screen: Browser.Screen = .desktop) throws -> Browser {
      let browser = try Browser(stack, screen: screen)
      try browser.signIn(stack, user: Self.user)
      try browser.waitFor(role: "heading", name: "Today")
      try browser.run("localStorage.setItem('waymark.language', arguments[0])", language)
      try browser.reload()
      return browser
    }

    private func name(_ hash: String) -> String {
      String(hash.dropFirst(2).replacing("/", with: "-").replacing(/[?].*/, with: ""))
    }

    @Test("Each text has a translation, and the page works from right to left", arguments: Browser.Screen.allCases)
    func translated(screen: Browser.Screen) throws {
      let browser = try browser(Self.pseudo, screen)
      for (hash, heading) in places {
        try browser.open(hash, heading: heading)
        try browser.run("for (const one of document.querySelectorAll('main details')) one.open = true")
        try browser.waitUntilLoaded()
        try browser.screenshot("right-to-left-\(name(hash))")
        try browser.expectTranslated(server: Self.server)
        try browser.expectAccessible(.place)
        try browser.expectFits()
        try browser.resize(to: 320)
        try browser.expectNoScrolling()
        try browser.resize(to: screen.size.width)
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("Each card of the review has its translation, and the next one is on the left")
    func review() throws {
      let browser = try browser(Self.pseudo)
      try browser.open("#/insights/review/\(year)", heading: "[\(year) in review")
      var titles: Set<String> = []
      for _ in 0..<20 {
        try browser.waitUntilLoaded()
        // The titles of milestones and achievements.
        try browser.expectTranslated(server: Self.server + [".story-medals li"])
        titles.insert(try browser.run("return document.querySelector('.story-page h3').textContent") as? String ?? "")
        if titles.contains(where: { $0.contains("on one card") }) { break }
        let before = try browser.hash
        try browser.press(Browser.Key.left)
        try eventually(within: Browser.patience, "another card") { try browser.hash != before }
      }
      #expect(titles.count > 6)
      try browser.expectNoConsoleErrors()
    }

    @Test(
      "The texts of dialogs have translations",
      arguments: [
        ("#/reading", "Add book"), ("#/reading", "Filter"), ("#/reading/books/b", "Edit"),
        ("#/reading/books/b", "Change cover"), ("#/reading/books/b", "Add a read"),
        ("#/reading/books/b", "Log a session"), ("#/reading/books/b", "Correct the session"),
        ("#/reading/books/c", "Edit read"), ("#/rucks", "Log a ruck"), ("#/rucks/all", "Correct the ruck"),
        ("#/rucks", "Change goal"), ("#/sources", "Add a connection"), ("#/sources", "Add a webhook"),
        ("#/sources", "Connect: [KOReader progress"), ("#/today", "Search"),
      ])
    func dialogs(hash: String, button: String) throws {
      let browser = try browser(Self.pseudo)
      try browser.waitFor(role: "heading", name: "[Today")
      try browser.open(hash, heading: "")
      try browser.click(role: "button", name: "[\(button)")
      try eventually(within: Browser.patience, "the dialog is open") {
        try browser.run("return document.querySelector('dialog[open]') !== null") as? Bool == true
      }
      try browser.run("for (const one of document.querySelectorAll('dialog details')) one.open = true")
      // A dialog that scrolls covers a part of its last fields.
      try browser.resize(to: 1_440, height: 2_400, isPhone: false)
      try browser.expectAccessible(.place)
      try browser.expectTranslated(server: [".value-field label"])
      try browser.expectFits()
      try browser.expectNoConsoleErrors()
    }

    @Test("Languages with long words fit a narrow phone", arguments: ["de", "fr", "es"])
    func narrow(language: String) throws {
      let browser = try browser(language, .phone)
      for (hash, _) in places {
        try browser.open(hash, heading: "")
        try browser.screenshot("\(language)-\(name(hash))")
        try browser.expectFits()
        try browser.resize(to: 320)
        try browser.expectNoScrolling()
        try browser.resize(to: 390)
      }
      try browser.expectNoConsoleErrors()
    }
  }
}
