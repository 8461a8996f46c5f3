import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Links to audiobooks on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct MatchesPageTests {
    private let stack: Stack
    private let client: HTTPClient

    /// The user has a book, its audio form, and the audio form of another book.
    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/works/sea", #"{"title": "The Sea", "authors": ["Ida Marsh"]}"#).status == 201)
      for (id, title) in [("sea-audio", "The Sea"), ("rain-audio", "Rain")] {
        let story = #"{"title": "\#(title)", "estimatedDuration": 3600, "authors": ["Ida Marsh"]}"#
        #expect(try client.put("/api/v1/stories/\(id)", story).status == 201)
      }
      let session = #"""
        {"storyId": "sea-audio", "startedAt": "2026-03-01T20:00:00Z", "endedAt": "2026-03-01T21:00:00Z",
         "completed": true}
        """#
      #expect(try client.post("/api/v1/analytics/sessions", session).status == 201)
    }

    private func workOf(_ story: String) throws -> String? {
      try client.get("/api/v1/stories/\(story)").object.text("workId")
    }

    @Test("Proposals and a linked book are accessible", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let other = #"{"title": "Fog", "estimatedDuration": 3600, "workId": "sea"}"#
      #expect(try client.put("/api/v1/stories/fog", other).status == 201)
      let open = #"""
        {"storyId": "fog", "startedAt": "2026-03-02T20:00:00Z", "endedAt": "2026-03-02T20:30:00Z", "completed": false}
        """#
      #expect(try client.post("/api/v1/analytics/sessions", open).status == 201)
      try Browser.expectUsable(
        [("#/reading", "Reading"), ("#/reading/books/sea", "The Sea")], stack, screen: screen)
    }

    @Test("A proposal is accepted with one press, and the book then lists what was heard")
    func accepted() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading")
      try browser.click(role: "button", name: "Link The Sea")
      try browser.waitFor(text: "Linked.")
      #expect(try workOf("sea-audio") == "sea" && workOf("rain-audio") == nil)
      try browser.click(role: "button", name: "Do not link Rain")
      try browser.waitFor(text: "This story is not proposed again.")
      #expect(try client.get("/api/v1/matches").object.list("items").isEmpty)
      let book = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try book.waitFor(text: "Audio form of this book")
      try book.waitFor(text: "listened")
      try book.holdUndo()
      try book.click(role: "button", name: "Remove the link of The Sea")
      try book.waitFor(text: "Link removed.")
      try book.waitForGone(text: "Audio form of this book")
      #expect(try workOf("sea-audio") == nil)
      try book.undo()
      try book.waitFor(text: "Audio form of this book")
      #expect(try workOf("sea-audio") == "sea")
      try browser.expectNoConsoleErrors()
    }

    @Test("All proposals are accepted at once, and the card disappears")
    func all() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading")
      try browser.click(role: "button", name: "Link all of these")
      try browser.waitFor(text: "2 stories are linked.")
      #expect(try workOf("sea-audio") == "sea" && workOf("rain-audio") == "rain-audio")
      #expect(try client.get("/api/v1/works/rain-audio").object.text("title") == "Rain")
      #expect(try client.get("/api/v1/library").object.list("items").count == 2)
      try browser.expectNoConsoleErrors()
    }
  }
}
