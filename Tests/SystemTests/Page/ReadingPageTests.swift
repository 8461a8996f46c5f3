import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Reading on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ReadingPageTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      let work = #"{"title": "The Sea <b>&</b> 𝒜", "authors": ["Ann \"A\" One"], "pageCount": 200}"#
      #expect(try client.put("/api/v1/works/sea", work).status == 201)
      #expect(try client.put("/api/v1/library/sea", #"{"status": "reading", "currentPage": 40}"#).status == 201)
    }

    private func page(of id: String = "sea") throws -> Double? {
      try client.get("/api/v1/library/\(id)").object.number("currentPage")
    }

    @Test(
      "Each view of reading is accessible in both themes and on both screens",
      arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      try Browser.expectUsable(
        [("#/reading", "Reading"), ("#/reading/books/sea", "The Sea"), ("#/reading/sessions", "Reading sessions")],
        stack, screen: screen)
    }

    @Test(
      "By click: the timer survives a reload, asks for the page, then asks one question", .inFullBrowser,
      arguments: Browser.Screen.allCases)
    func timerByClick(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea", screen: screen)
      try browser.click(role: "button", name: "Start reading")
      try browser.waitFor(role: "button", name: "Stop")
      try browser.reload()
      try browser.click(role: "button", name: "Stop")
      let described = """
        return document.querySelector("dialog[open]").getAttribute("aria-describedby").split(" ")
          .map((id) => document.getElementById(id).textContent).join(" ")
        """
      try browser.waitFor(role: "heading", name: "Stop reading")
      #expect((try browser.run(described) as? String)?.hasSuffix("of reading.") == true)
      try browser.type("201", into: "Which page are you on?")
      try browser.click(role: "button", name: "Save session")
      #expect(try browser.has(role: "heading", name: "Stop reading"))
      try browser.type("60", into: "Which page are you on?")
      try browser.click(role: "button", name: "Save session")
      try browser.waitFor(role: "heading", name: "One question")
      try browser.waitFor(text: "Updated 1 book")
      #expect((try browser.run(described) as? String)?.contains("Updated 1 book. The Sea") == true)
      try browser.expectAccessible()
      try browser.click(role: "button", name: "Asian")
      try browser.waitFor(role: "heading", name: "Cultural Origin saved")
      try browser.waitFor(text: "+5 points")
      try browser.waitFor(role: "img", name: "The radar")
      try browser.expectAccessible()
      try browser.press(Browser.Key.escape)
      try browser.waitForGone(text: "Cultural Origin saved")
      #expect(try page() == 60)
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }

    @Test(
      "By keyboard: a digit answers the question and any key closes the celebration", arguments: Browser.Screen.allCases
    )
    func timerByKeyboard(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea", screen: screen)
      try browser.tab(to: "Start reading")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "button", name: "Stop")
      try browser.tab(to: "Stop")
      try browser.press(Browser.Key.enter)
      try browser.waitForFocus("Which page are you on?")
      try browser.press("7", "0", Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "One question")
      try eventually("the question has the focus") {
        try browser.run("return document.activeElement.matches('.question-text')") as? Bool == true
      }
      try browser.press("2")
      try browser.waitFor(role: "heading", name: "Cultural Origin saved")
      try browser.press("x")
      try browser.waitForGone(text: "Cultural Origin saved")
      #expect(try page() == 70)
      let values = try client.get("/api/v1/diversity/works/sea").object.object("values")
      #expect(values.text("culturalOrigin") == "Asian")
      try browser.expectNoConsoleErrors()
    }

    @Test("A question ignores an Enter that was meant for the form before, and an Enter that is held down")
    func earlyEnter() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      let taken = """
        let now = 1000;
        performance.now = () => now;
        const given = [];
        const element = module.question({
          text: "Who?", options: [{ value: "a", label: "A" }, { value: "b", label: "B" }],
          answer: async (value) => { given.push(value); },
        });
        document.querySelector("main").append(element);
        element.begin();
        const focused = document.activeElement.textContent;
        const enter = (repeat = false) => {
          const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, repeat });
          element.querySelector(".pill").dispatchEvent(event);
          return event.defaultPrevented;
        };
        const early = enter();
        now += 599;
        const stillEarly = enter();
        now += 1;
        return [focused, early, stillEarly, enter(), enter(true), given.length].join(" ");
        """
      let found = try browser.run(module: "views/diversity/question.js", taken) as? String
      #expect(found == "Who? true true false true 0")
    }

    @Test("Stopping at an earlier page asks first, and an error disappears when its field is corrected")
    func earlierPage() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Start reading")
      try browser.click(role: "button", name: "Stop")
      try browser.waitForFocus("Which page are you on?")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Fill in this field.")
      try browser.press("4")
      try browser.waitForGone(text: "Fill in this field.")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Save again if you are on page 4 now.")
      #expect(try page() == 40)
      try browser.press("1")
      try browser.waitForGone(text: "Save again")
      try browser.press("\u{E003}", Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "One question")
      #expect(try page() == 4)
      try browser.expectNoConsoleErrors()
    }

    @Test("A finished book takes a rating and a line, names its place in the year, and begins the next one")
    func finishing() throws {
      #expect(try client.put("/api/v1/works/hill", #"{"title": "The Hill"}"#).status == 201)
      #expect(try client.put("/api/v1/library/hill", #"{"status": "wantToRead"}"#).status == 201)
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Finished")
      try browser.waitFor(role: "dialog", name: "Finished")
      try browser.waitFor(text: "Your 1st book this year.")
      try browser.expectAccessible()
      try browser.screenshot("finished")
      try browser.tab(to: "Rating")
      try browser.press(Browser.Key.right, Browser.Key.right)
      try browser.key("Salt & 𝒜", into: "One line about it")
      #expect(try browser.has(role: "dialog", name: "Finished"))
      try browser.click(role: "button", name: "Begin it")
      try browser.waitFor(role: "heading", name: "The Hill")
      try browser.waitFor(role: "button", name: "Start reading")
      try eventually(within: Browser.patience, "rating and line are saved") {
        let entry = try client.get("/api/v1/library/sea").object
        let reads = try client.get("/api/v1/library/sea/reads").object["items"] as? [[String: Any]]
        return entry.number("rating") == 0.5 && reads?.last?.text("note") == "Salt & 𝒜"
      }
      #expect(try client.get("/api/v1/library/hill").object.text("status") == "reading")
      try browser.expectNoConsoleErrors()
    }

    @Test("Skipping a question saves nothing")
    func skip() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Start reading")
      try browser.click(role: "button", name: "Stop")
      try browser.type("41", into: "Which page are you on?")
      try browser.press(Browser.Key.enter)
      try browser.click(role: "button", name: "Skip")
      try browser.waitForGone(text: "One question")
      #expect(try client.get("/api/v1/diversity/works/sea").object.object("values").isEmpty)
      #expect((try client.get("/api/v1/diversity/prompts").object["items"] as? [Any])?.isEmpty == true)
    }

    @Test("A timer appears on another device within a second and can be stopped there")
    func measuresTwoDevices() throws {
      let phone = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea", screen: .phone)
      let desktop = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      let limit = try allowance(1) { _ = try desktop.run("return document.title") }
      let seconds = try shortest(under: limit) { number in
        if number > 0 { #expect(try client.delete("/api/v1/reading/timer").status == 204) }
        for browser in [phone, desktop] { try browser.waitFor(role: "button", name: "Start reading") }
        try phone.click(role: "button", name: "Start reading")
        try phone.waitFor(role: "button", name: "Stop")
        return try duration { try desktop.waitFor(role: "button", name: "Stop") }
      }
      #expect(seconds < limit)
      try phone.click(role: "button", name: "Stop")
      try desktop.click(role: "button", name: "Stop")
      try desktop.type("50", into: "Which page are you on?")
      try desktop.click(role: "button", name: "Save session")
      try desktop.waitFor(role: "heading", name: "One question")
      try phone.type("51", into: "Which page are you on?")
      try phone.click(role: "button", name: "Save session")
      try phone.waitFor(text: "stopped on another device")
      #expect(try page() == 50)
      try phone.expectNoConsoleErrors(allowing: [409])
    }

    @Test("The timer requires the status “reading”, and only one runs at a time")
    func onlyWhileReading() throws {
      #expect(try client.put("/api/v1/works/hill", #"{"title": "The Hill"}"#).status == 201)
      #expect(try client.put("/api/v1/library/hill", #"{"status": "wantToRead"}"#).status == 201)
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/hill", heading: "The Hill")
      try browser.waitFor(text: "The timer works for books you are reading.")
      #expect(try !browser.has(role: "button", name: "Start reading"))
      try browser.click(role: "button", name: "Mark as reading")
      try browser.waitFor(role: "button", name: "Start reading")
      #expect(try client.post("/api/v1/reading/timer", #"{"workId": "sea"}"#).status == 201)
      try browser.waitFor(text: "A timer is running for another book")
      try browser.click(role: "link", name: "Go to that book")
      try browser.waitFor(role: "heading", name: "The Sea")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Discard")
      try browser.waitFor(text: "Timer discarded.")
      try browser.undo()
      try browser.waitFor(role: "button", name: "Stop")
      try browser.expectNoConsoleErrors()
    }

    @Test(
      "Adds, finds, finishes, deletes and restores a book", arguments: Browser.Screen.allCases
    )
    func library(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading", heading: "Reading", screen: screen)
      try browser.click(role: "button", name: "Add book")
      try browser.expectAccessible()
      try browser.type("Nights <script>alert(1)</script>", into: "Title")
      try browser.type("120", into: "Pages")
      try browser.type("121", into: "Current page")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "Must be from 0 to 120")
      try browser.type("120", into: "Current page")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Nights <script>")
      try browser.click(role: "button", name: "Finished")
      try browser.waitFor(role: "dialog", name: "Finished")
      try browser.press("q")
      try eventually(within: Browser.patience, "the celebration is over") {
        try !browser.has(role: "dialog", name: "Finished")
      }
      try browser.open("#/reading?status=wantToRead", heading: "Reading")
      try browser.tab(to: "Want to read")
      try browser.press(Browser.Key.right)
      try browser.key("nights", into: "Search titles and authors")
      try browser.waitForHash("#/reading?status=finished&q=nights")
      try browser.waitFor(role: "link", name: "Nights <script>")
      #expect(try !browser.has(role: "link", name: "The Sea <b>&</b> 𝒜 Ann"))
      try browser.click(role: "link", name: "Nights <script>")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Delete")
      try browser.waitFor(role: "heading", name: "Reading")
      try browser.undo()
      try browser.waitFor(role: "link", name: "Nights <script>")
      try browser.expectNoConsoleErrors(allowing: [422])
    }

    @Test("Logs, corrects, deletes and restores a session, and rates by arrow keys")
    func sessions() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      try browser.click(role: "button", name: "Log a session")
      try browser.type("90", into: "To page")
      try browser.click(role: "button", name: "Log session")
      try browser.waitFor(text: "50 pages")
      try browser.click(role: "button", name: "Correct the session")
      try browser.type("80", into: "To page")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "40 pages")
      try browser.holdUndo()
      try browser.click(role: "button", name: "Delete the session")
      try browser.waitForGone(text: "40 pages")
      try browser.undo()
      try browser.waitFor(text: "40 pages")
      #expect(try page() == 80)
      // The slider of the rating is drawn again with its card.
      try browser.waitUntilLoaded()
      try browser.tab(to: "Rating")
      try browser.press(Browser.Key.right, Browser.Key.right, Browser.Key.right)
      try eventually(within: Browser.patience, "the rating is saved") {
        try client.get("/api/v1/library/sea").object.number("rating") == 0.75
      }
      try browser.expectNoConsoleErrors()
    }

    @Test("Deleting a book on another device replaces its view with a link to the library")
    func deletedElsewhere() throws {
      let browser = try Browser(stack, user: "ada", at: "#/reading/books/sea", heading: "The Sea")
      #expect(try client.delete("/api/v1/works/sea").status == 204)
      try browser.waitFor(role: "heading", name: "Book not found")
      try browser.expectAccessible()
      try browser.click(role: "link", name: "Go to library")
      try browser.waitFor(role: "heading", name: "Reading")
    }
  }
}
