import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The library on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct LibraryPageTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
    }

    private func add(_ id: String, _ title: String, _ entry: String) throws {
      let work = #"{"title": "\#(title)", "authors": ["Ida Marsh"], "pageCount": 200}"#
      #expect(try client.put("/api/v1/works/\(id)", work).status == 201)
      #expect(try client.put("/api/v1/library/\(id)", entry).status == 201)
    }

    private func addThree() throws {
      try add("fog", "Fog", #"{"status": "finished", "finishedOn": "2026-02", "rating": 4.25}"#)
      try add("hill", "The Hill", #"{"status": "wantToRead"}"#)
      try add("sea", "The Sea", #"{"status": "reading", "currentPage": 50}"#)
    }

    private func reading(_ screen: Browser.Screen = .desktop) throws -> Browser {
      try Browser(stack, user: "ada", at: "#/reading", heading: "Reading", screen: screen)
    }

    @Test("Covers and list are accessible, and the browser remembers the choice", arguments: Browser.Screen.allCases)
    func shapes(screen: Browser.Screen) throws {
      try addThree()
      let browser = try reading(screen)
      try browser.waitFor(role: "link", name: "Fog Ida Marsh Finished, 4.25 of 5 stars")
      try browser.waitFor(role: "link", name: "The Hill Ida Marsh Want to read")
      try browser.waitFor(role: "link", name: "The Sea Ida Marsh 25% read")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.expectFocusInOrder()
      try browser.screenshot("library-covers")
      try browser.tab(to: "Covers")
      try browser.press(Browser.Key.right)
      try browser.waitFor(role: "link", name: "Fog Ida Marsh")
      try eventually("the library is a list") {
        try browser.run("return document.querySelectorAll('ul.rows[aria-label=Books] > li').length") as? Int == 3
      }
      try browser.expectAccessible(.place)
      try browser.expectFits()
      try browser.screenshot("library-list")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Reading")
      try browser.waitUntilLoaded()
      #expect(try browser.run("return document.querySelector('.shelf') === null") as? Bool == true)
      try browser.click(role: "link", name: "The Sea")
      try browser.waitFor(role: "heading", name: "The Sea")
      try browser.waitForFocus("The Sea")
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }

    @Test("Books are filtered and sorted, and each filter can be removed", arguments: Browser.Screen.allCases)
    func filters(screen: Browser.Screen) throws {
      try addThree()
      let tags =
        #"{"title": "Fog", "authors": ["Ida Marsh"], "pageCount": 90, "tags": ["sea & <b>"], "genres": ["Fiction"]}"#
      #expect(try client.put("/api/v1/works/fog", tags).status == 200)
      let browser = try reading(screen)
      func books() throws -> [String] {
        try browser.waitUntilLoaded()
        let read = "return [...document.querySelectorAll('.shelf .shelf-title')].map((title) => title.innerText)"
        return try browser.run(read) as? [String] ?? []
      }
      #expect(try books() == ["Fog", "The Hill", "The Sea"])
      try browser.choose("Longest", in: "Sort by")
      try browser.waitForHash("#/reading?sort=-pages")
      try eventually("the longest books are first") { try books() == ["The Hill", "The Sea", "Fog"] }
      try browser.choose("Shortest", in: "Sort by")
      try browser.waitForHash("#/reading?sort=pages")
      try eventually("the book with the fewest pages is first") { try books().first == "Fog" }
      try browser.click(role: "button", name: "Filter")
      try browser.waitForDialog("Filter the library")
      try browser.screenshot("library-filters")
      try browser.type("sea & <b>", into: "Tag")
      try browser.choose("4.25 of 5 stars", in: "Rating")
      try browser.click(role: "button", name: "Show")
      try browser.waitForNoDialog()
      try eventually("only the book with the tag is shown") { try books() == ["Fog"] }
      let reported = "return document.querySelector('.list > [role=status]').textContent"
      #expect(try browser.run(reported) as? String == "1 entry")
      try browser.waitFor(role: "button", name: "Remove the filter: Rating 4.25")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.screenshot("library-filtered")
      try browser.click(role: "button", name: "Remove the filter: Tag sea & <b>")
      try browser.waitForHash("#/reading?sort=pages&rating=4.25")
      try browser.open("#/reading?year=1999", heading: "Reading")
      try browser.waitFor(text: "No book matches these filters.")
      try browser.click(role: "button", name: "Show all")
      try eventually("all books are shown") { try books().count == 3 }
      try browser.open("#/reading?year=abc&rating=9&format=tape&sort=x&status=y", heading: "Reading")
      try eventually("values that the server would reject are left out") { try books().count == 3 }
      try browser.expectNoConsoleErrors()
    }

    @Test("Keys that pass other options add one entry to the history, and a new visit of the field another one")
    func history() throws {
      try addThree()
      let browser = try reading()
      func press(_ keys: String..., until hash: String) throws {
        try browser.press(keys)
        try browser.waitForHash(hash)
      }
      try browser.run("document.querySelector('.library-order select').focus()")
      try press("l", until: "#/reading?sort=-finished")
      try press(Browser.Key.down, until: "#/reading?sort=-started")
      try press(Browser.Key.down, until: "#/reading?sort=-rating")
      try browser.back()
      try browser.waitForHash("#/reading")
      try browser.forward()
      try browser.waitForHash("#/reading?sort=-rating")
      // After "back" and "forward", the next choice is a new one.
      try press(Browser.Key.up, until: "#/reading?sort=-started")
      try browser.run("document.activeElement.blur()")
      try browser.run("document.querySelector('.library-order select').focus()")
      try press(Browser.Key.up, until: "#/reading?sort=-finished")
      try browser.back()
      try browser.waitForHash("#/reading?sort=-started")
      // The same holds for the arrow keys in a group of radio buttons.
      try browser.run("document.querySelector('.library-filters input:checked').focus()")
      try press(Browser.Key.right, until: "#/reading?sort=-started&status=reading")
      try press(Browser.Key.right, until: "#/reading?sort=-started&status=wantToRead")
      try browser.back()
      try browser.waitForHash("#/reading?sort=-started")
      try browser.expectNoConsoleErrors()
    }

    @Test("The tags, series and genres of a book lead to the books that share them")
    func shared() throws {
      try addThree()
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Edit")
      try browser.waitForDialog("Edit book")
      try browser.click(role: "button", name: "Series, language, genres and tags")
      try browser.type("island\n Book club ", into: "Tags")
      try browser.type("The Coast", into: "Series")
      try browser.click(role: "button", name: "Save")
      try browser.waitForNoDialog()
      let work = try client.get("/api/v1/works/sea").object
      #expect(work["tags"] as? [String] == ["island", "Book club"])
      try browser.click(role: "link", name: "Book club")
      try browser.waitForHash("#/reading?tag=Book+club")
      try browser.waitFor(role: "link", name: "The Sea Ida Marsh")
      #expect(try !browser.text.contains("The Hill"))
      try browser.click(role: "link", name: "The Sea Ida Marsh")
      try browser.click(role: "link", name: "The Coast")
      try browser.waitForHash("#/reading?series=The+Coast")
      try browser.expectNoConsoleErrors()
    }

    @Test("A review is written in the form of a read, and shown with its lines")
    func review() throws {
      try addThree()
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/fog", heading: "Fog")
      try browser.click(role: "button", name: "Edit read")
      try browser.waitForDialog("Edit read")
      try browser.type("First line.\n<b>Second</b>", into: "Review")
      try browser.click(role: "button", name: "Save")
      try browser.waitForNoDialog()
      let reads = try client.get("/api/v1/library/fog/reads").object["items"] as? [[String: Any]]
      #expect(reads?.last?.text("review") == "First line.\n<b>Second</b>")
      try browser.waitFor(text: "Review")
      try eventually("the review is opened") {
        // It is closed when the card is drawn again.
        try browser.run("document.querySelector('.review:not([open]) summary')?.click()")
        return try browser.text.contains("<b>Second</b>")
      }
      try browser.expectAccessible(.place)
      try browser.expectNoConsoleErrors()
    }

    @Test("Each book has a cover with the proportions of a book, before and after it is loaded")
    func covers() throws {
      try addThree()
      let browser = try reading()
      let proportions = """
        const pictures = [...document.querySelectorAll(".shelf .cover-picture")];
        return pictures.length === 3 && pictures.every((picture) => {
          const box = picture.getBoundingClientRect();
          return Math.abs(box.height / box.width - 1.5) < 0.02;
        });
        """
      try eventually("every cover has its size") { try browser.run(proportions) as? Bool == true }
      let load = """
        const pictures = [...document.querySelectorAll(".shelf .cover-picture")];
        for (const picture of pictures) picture.loading = "eager";
        return Promise.all(pictures.map((picture) => picture.decode().then(() => picture.naturalWidth)));
        """
      #expect(try browser.run(load) as? [Int] == [400, 400, 400])
      #expect(try browser.run(proportions) as? Bool == true)
    }

    @Test("A long library is shown page by page, and the focus stays where it grows")
    func pages() throws {
      for number in 10...49 { try add("b\(number)", "Book \(number)", #"{"status": "wantToRead"}"#) }
      let browser = try reading()
      let count = "return document.querySelectorAll('.shelf > li').length"
      #expect(try browser.run(count) as? Int == 36)
      try browser.enter("Show more")
      try browser.waitForFocus("Book 46")
      #expect(try browser.run(count) as? Int == 40)
      #expect(try !browser.has(role: "button", name: "Show more"))
      try browser.key("book 12", into: "Search titles and authors")
      try browser.waitForHash("#/reading?q=book+12")
      try eventually("one book is found") { try browser.run(count) as? Int == 1 }
      try browser.waitFor(role: "link", name: "Book 12")
      try browser.expectNoConsoleErrors()
    }

    @Test("An empty library shows what will be there, and the button that begins it")
    func empty() throws {
      let browser = try reading(.phone)
      try browser.waitFor(text: "Your books will appear here")
      #expect(try browser.run("return document.querySelectorAll('.shelf-preview i').length") as? Int == 4)
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Add your first book")
      try browser.type("Rain", into: "Title")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Rain")
      try browser.open("#/reading", heading: "Reading")
      try browser.waitFor(role: "link", name: "Rain Unknown author Want to read")
      try browser.expectNoConsoleErrors()
    }
  }
}
