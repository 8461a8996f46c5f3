import Foundation
import Testing

extension SystemTests.Page {
  @Suite("A book on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct BookPageTests {
    private let stack: Stack
    private let client: HTTPClient
    private let book: Book

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      book = try Book(client)
    }

    private func page(_ screen: Browser.Screen = .desktop) throws -> Browser {
      try Browser(stack, user: "ada", at: "#/reading/books/kindred", heading: "Kindred", screen: screen)
    }

    private func log(_ day: Int, minutes: Int, from: Int, to: Int) throws {
      #expect(try book.log(day: day, minutes: minutes, from: from, to: to).status == 201)
    }

    /// The width of the cover's image, or 0 while there is none.
    private static let width = """
      const picture = document.querySelector(".book-cover img");
      return picture ? picture.decode().then(() => picture.naturalWidth, () => 0) : 0;
      """

    /// The name is isolated from the text around it.
    private static let series = "\u{2068}Patternist\u{2069}, 2.5"

    @Test("A book with pace, series and reads is accessible", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let series = #"{"title": "Kindred", "pageCount": 264, "series": {"name": "Patternist", "position": 2.5}}"#
      #expect(try client.put("/api/v1/works/kindred", series).status == 200)
      for day in 1...3 { try log(day, minutes: 30, from: day * 20, to: day * 20 + 10 * day) }
      try Browser.expectUsable([("#/reading/books/kindred", "Kindred")], stack, screen: screen)
      let browser = try page(screen)
      try browser.waitFor(text: Self.series)
    }

    @Test("The pace of each session is chosen with the arrow keys, and one session has none yet")
    func pace() throws {
      try log(1, minutes: 30, from: 0, to: 20)
      let browser = try page()
      try browser.waitFor(text: "After two sessions, your pace in this book will appear here.")
      try log(2, minutes: 30, from: 20, to: 30)
      try browser.waitFor(text: "20 pages per hour in the latest session, 30 on average.")
      let value = "return document.querySelector('.pace-bars').getAttribute('aria-valuetext')"
      #expect((try browser.run(value) as? String)?.hasSuffix("20 pages per hour, 10 pages in 30 m") == true)
      try browser.waitUntilLoaded()
      try browser.tab(to: "Session")
      try browser.press(Browser.Key.left)
      #expect((try browser.run(value) as? String)?.hasSuffix("40 pages per hour, 20 pages in 30 m") == true)
      try browser.press(Browser.Key.left)
      #expect((try browser.run(value) as? String)?.hasSuffix("40 pages per hour, 20 pages in 30 m") == true)
      try browser.press(Browser.Key.end)
      #expect((try browser.run(value) as? String)?.hasSuffix("20 pages per hour, 10 pages in 30 m") == true)
      let heights = "return [...document.querySelectorAll('.pace-bars i')].map((bar) => bar.style.height)"
      #expect(try browser.run(heights) as? [String] == ["100%", "50%"])
      try browser.expectNoConsoleErrors()
    }

    @Test("The cover is changed to an image and back to the drawn one", arguments: Browser.Screen.allCases)
    func cover(screen: Browser.Screen) throws {
      let browser = try page(screen)
      try eventually(within: Browser.patience, "the drawn cover") { try browser.run(Self.width) as? Int == 400 }
      try browser.click(role: "button", name: "Change cover")
      try browser.waitFor(role: "dialog", name: "Change cover")
      try browser.expectAccessible(.place)
      #expect(try !browser.has(role: "button", name: "Use the drawn cover"))
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Fill in this field.")
      try browser.attach(Executable.repository.path + "/README.md", to: "dialog input[type=file]")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Choose a JPEG, PNG or WebP image.")
      try browser.attach(try picture(in: browser), to: "dialog input[type=file]")
      try browser.click(role: "button", name: "Save")
      try browser.waitForNoDialog()
      try eventually(within: Browser.patience, "the new cover") { try browser.run(Self.width) as? Int == 20 }
      #expect(try client.get("/api/v1/works/kindred").object["hasCover"] as? Bool == true)
      try browser.open("#/reading", heading: "Reading")
      let small = "return document.querySelector('.shelf img')?.naturalWidth ?? 0"
      try eventually(within: Browser.patience, "the library has the new cover") { try browser.run(small) as? Int == 20 }
      try browser.open("#/reading/books/kindred", heading: "Kindred")
      try browser.click(role: "button", name: "Change cover")
      try browser.click(role: "button", name: "Use the drawn cover")
      try eventually(within: Browser.patience, "the drawn cover again") {
        try browser.run(Self.width) as? Int == 400
      }
      #expect(try client.get("/api/v1/works/kindred").object["hasCover"] as? Bool == false)
      try browser.expectNoConsoleErrors()
    }

    /// Stores a PNG of 20 by 30 pixels, which the browser draws, and returns its path.
    private func picture(in browser: Browser) throws -> String {
      let drawn = try browser.run(
        """
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [20, 30];
        canvas.getContext("2d").fillRect(0, 0, 20, 30);
        return canvas.toDataURL("image/png").split(",")[1];
        """)
      let text = try #require(drawn as? String)
      let data = try #require(Data(base64Encoded: text))
      let path = stack.folder.path + "/cover-\(UUID().uuidString).png"
      try data.write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test("The series of a book is added, corrected and removed with its form")
    func series() throws {
      let browser = try page()
      func edit(_ name: String, _ position: String) throws {
        try browser.click(role: "button", name: "Edit")
        try browser.waitFor(role: "dialog", name: "Edit book")
        try browser.click(role: "button", name: "Series, language, genres and tags")
        try browser.type(name, into: "Series")
        try browser.type(position, into: "Number in the series")
        try browser.click(role: "button", name: "Save")
      }
      try edit("Patternist", "10001")
      try browser.waitFor(text: "The value must be less than or equal to 10000.")
      try browser.type("2.5", into: "Number in the series")
      try browser.click(role: "button", name: "Save")
      try browser.waitForNoDialog()
      try browser.waitFor(text: Self.series)
      let kept = try client.get("/api/v1/works/kindred").object
      #expect(kept.object("series").text("name") == "Patternist" && kept.object("series").number("position") == 2.5)
      #expect(kept.number("publishedYear") == 1979)
      // The form edits the work of another card than the one with the series.
      try browser.waitUntilLoaded()
      try edit("", "")
      try browser.waitForNoDialog()
      try browser.waitForGone(text: Self.series)
      #expect(try client.get("/api/v1/works/kindred").object["series"] is NSNull)
      try browser.expectNoConsoleErrors()
    }
  }
}
