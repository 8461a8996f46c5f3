import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Reads on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ReadsPageTests {
    private let stack: Stack
    private let client: HTTPClient

    /// The user has a book that was finished in an earlier year.
    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/works/sea", #"{"title": "The Sea", "pageCount": 200}"#).status == 201)
      let read = #"{"status": "finished", "finishedOn": "2019-05", "rating": 4.25, "format": "print"}"#
      #expect(try client.post("/api/v1/library/sea/reads", read).status == 201)
    }

    private func reads() throws -> [[String: Any]] {
      try #require(try client.get("/api/v1/library/sea/reads").object["items"] as? [[String: Any]])
    }

    private func book(_ screen: Browser.Screen = .desktop) throws -> Browser {
      try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea", screen: screen)
    }

    @Test("A book with reads is accessible", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let open = #"{"status": "reading", "startedOn": "2026-01-02", "note": "Aloud."}"#
      #expect(try client.post("/api/v1/library/sea/reads", open).status == 201)
      try Browser.expectUsable(
        [("#/reading/books/sea", "The Sea"), ("#/reading", "Reading"), ("#/insights", "Insights")], stack,
        screen: screen)
    }

    @Test("Reading a book again keeps the earlier read", arguments: Browser.Screen.allCases)
    func again(screen: Browser.Screen) throws {
      let browser = try book(screen)
      try browser.waitFor(text: "Finished in May 2019")
      try browser.click(role: "button", name: "Read again")
      try browser.waitFor(text: "Reading since")
      try browser.waitFor(role: "button", name: "Start reading")
      try browser.waitFor(text: "Finished in May 2019")
      let (earlier, open) = (try #require(try reads().first), try #require(try reads().last))
      #expect(earlier.text("finishedOn") == "2019-05" && earlier.number("rating") == 4.25)
      #expect(open.text("status") == "reading" && open["rating"] is NSNull)
      #expect(try client.get("/api/v1/library/sea").object.number("currentPage") == 0)
      // Each card is drawn when its response is there.
      try browser.waitUntilLoaded()
      try browser.click(role: "button", name: "Finished")
      try browser.waitFor(role: "dialog", name: "Finished again")
      try browser.waitFor(text: "read 2 times")
      try browser.press("q")
      try browser.waitFor(text: "2 times")
      #expect(try client.get("/api/v1/library/sea").object.number("readCount") == 2)
      try browser.expectNoConsoleErrors()
    }

    @Test("Adds a read whose year alone is known, edits it to an unknown date, and deletes and restores it")
    func edited() throws {
      let browser = try book()
      try browser.click(role: "button", name: "Add a read")
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Add")
      try browser.waitForFocus("Day of the finish")
      try browser.choose("Year", in: "Finish")
      try browser.type("2015", into: "Year of the finish")
      try browser.choose("Audiobook", in: "Format")
      try browser.click(role: "button", name: "Add")
      try browser.waitFor(text: "Finished in 2015")
      let added = try #require(try reads().first)
      #expect(added.text("finishedOn") == "2015" && added.text("format") == "audio" && added["startedOn"] is NSNull)
      try browser.click(role: "button", name: "Edit read: Finished in 2015")
      try browser.choose("I don't know", in: "Finish")
      try browser.type("Aloud.", into: "Note")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Finished, date unknown")
      let edited = try #require(try reads().first)
      #expect(edited["finishedOn"] is NSNull && edited.text("note") == "Aloud.")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Delete read: Finished, date unknown")
      try browser.waitForGone(text: "Finished, date unknown")
      try browser.undo()
      try browser.waitFor(text: "Finished, date unknown")
      #expect(try reads().count == 2)
      try browser.expectNoConsoleErrors()
    }

    @Test("Edits a read by keyboard and keeps the day and the rating that were not changed")
    func byKeyboard() throws {
      let id = try #require(try reads().first?.text("id"))
      let finish = #"{"finishedAt": "2019-05-17T10:30:00Z"}"#
      #expect(try client.patch("/api/v1/library/sea/reads/\(id)", finish).status == 200)
      let browser = try book()
      try browser.waitFor(text: "Finished")
      try browser.enter("Edit read: Finished")
      try browser.tab(to: "Format")
      try browser.press("e")
      try browser.enter("Save")
      try eventually(within: Browser.patience, "the format is saved") { try reads().first?.text("format") == "ebook" }
      let read = try #require(try reads().first)
      #expect(read.text("finishedAt") == "2019-05-17T10:30:00Z" && read.number("rating") == 4.25)
      try browser.expectNoConsoleErrors()
    }

    @Test("Adds a finished book whose date is unknown", arguments: Browser.Screen.allCases)
    func finishedBook(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading", screen: screen)
      try browser.click(role: "button", name: "Add book")
      try browser.type("Nights", into: "Title")
      try browser.choose("Finished", in: "Status")
      try browser.choose("I don't know", in: "Finish")
      try browser.click(role: "button", name: "Add")
      try browser.waitFor(role: "dialog", name: "Finished")
      try browser.press("q")
      try browser.waitFor(text: "Finished, date unknown")
      let id = try #require(try browser.hash.split(separator: "/").last)
      let entry = try client.get("/api/v1/library/\(id)").object
      #expect(entry.text("status") == "finished" && entry["finishedOn"] is NSNull && entry["finishedAt"] is NSNull)
      #expect(entry.number("readCount") == 1)
      try browser.expectNoConsoleErrors()
    }

    @Test("Insights show rereads and books by format")
    func insights() throws {
      let audio = #"{"status": "finished", "finishedOn": "2020", "format": "audio"}"#
      #expect(try client.post("/api/v1/library/sea/reads", audio).status == 201)
      #expect(try client.post("/api/v1/library/sea/reads", #"{"status": "finished"}"#).status == 201)
      let browser = try Browser(stack, user: "ada", at: "#/insights", heading: "Insights")
      try browser.waitFor(text: "2 of them were rereads. The year of the finish is not known for 1.")
      try browser.waitFor(text: "By format")
      for text in ["Print", "Audiobook", "Unknown"] { try browser.waitFor(text: text) }
      try browser.expectNoConsoleErrors()
    }
  }
}
