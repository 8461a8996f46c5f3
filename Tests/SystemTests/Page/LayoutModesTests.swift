import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Forced colours, paper, large fonts and languages", .enabled(if: Browser.isInstalled, Browser.absence))
  struct LayoutModesTests {
    private let stack: Stack
    private let listener: Listener

    init() throws {
      stack = try Stack()
      listener = try Listener(stack, user: "ada")
      try listener.makeStories("s1", seconds: 600)
      try listener.listen(daysAgo: 1)
    }

    /// The styles of the first element of each selector.
    private func styles(_ browser: Browser, _ property: String, of selectors: [String]) throws -> [String] {
      try #require(
        try browser.run(
          "return arguments[1].map((one) => getComputedStyle(document.querySelector(one))[arguments[0]])", property,
          selectors) as? [String])
    }

    private func showYear(_ browser: Browser) throws {
      try eventually("the year is loaded") {
        try browser.run(
          "const year = document.querySelector('.heat'); scrollTo(0, document.body.scrollHeight); return year !== null")
          as? Bool == true
      }
    }

    @Test("Forced colours keep the levels of the heat map, the bars and the selected segments")
    func forcedColours() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      try browser.driver.devTools(
        "Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
      try showYear(browser)
      let sizes = try styles(browser, "backgroundSize", of: [".heat .h0", ".heat .h4"])
      #expect(sizes[0] != sizes[1])
      let bars = try styles(browser, "backgroundColor", of: [".bar > i", ".bar"])
      #expect(bars[0] != bars[1])
      try browser.open("#/settings", heading: "Settings")
      let segments = [".segments input:checked + span", ".segments input:not(:checked) + span"]
      let colours = try styles(browser, "backgroundColor", of: segments)
      #expect(colours[0] != colours[1])
    }

    @Test("Paper keeps what backgrounds say, is light, and has no navigation")
    func paper() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today", theme: .dark)
      try showYear(browser)
      let dark = try styles(browser, "color", of: ["body"])
      try browser.driver.devTools("Emulation.setEmulatedMedia", ["media": "print"])
      #expect(try styles(browser, "color", of: ["body"]) != dark)
      let exact = try styles(browser, "printColorAdjust", of: [".heat a", ".bar > i", ".week-bar i", ".kind i"])
      #expect(Set(exact) == ["exact"])
      #expect(try styles(browser, "display", of: [".places"]) == ["none"])
    }

    @Test("A default font of 32 px gives one column at 1440 px, without broken words")
    func largeFont() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let columns = "return getComputedStyle(document.querySelector('.grid')).gridTemplateColumns.split(' ').length"
      #expect(try browser.run(columns) as? Int == 3)
      try browser.driver.devTools("Page.setFontSizes", ["fontSizes": ["standard": 32, "fixed": 26]])
      try eventually("one column") { try browser.run(columns) as? Int == 1 }
      try browser.expectFits()
      try browser.screenshot("large-font")
    }

    @Test("The page has the chosen language, or the browser's first one that it knows, in the browser's variant")
    func language() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let lists = """
        return [["auto", ["de-AT", "en-US"]], ["auto", ["it", "en-US"]], ["auto", ["it"]], ["auto", []],
          ["fr", ["de", "en"]], ["en", ["de"]], ["es", ["en", "es-MX"]], ["toString", ["FR-ca"]]]
          .map(([chosen, preferred]) => module.languageOf(chosen, preferred).join(" "));
        """
      let found = try browser.run(module: "kit/language.js", lists) as? [String]
      #expect(found == ["de de-AT", "en en-US", "en en-GB", "en en-GB", "fr fr", "en en-GB", "es es-MX", "fr FR-ca"])
    }

    @Test("Units and precision fit together, and a change from a thin base has no percentage")
    func figures() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let written = "return [module.minutes(14916), module.minutes(5999), module.height(115), module.height(1)]"
      let metric = try browser.run(module: "kit/format.js", written) as? [String]
      #expect(metric == ["249 h", "99 h 59 m", "115 metres", "1 metre"])
      let heard = "return [85, 1, 60, 0, 0.5, 14916].map(module.minutesInWords)"
      let words = try browser.run(module: "kit/format.js", heard) as? [String]
      #expect(words == ["1 hour 25 minutes", "1 minute", "1 hour", "0 minutes", "1 minute", "249 hours"])
      try browser.run("localStorage.setItem('waymark.distance', 'mi')")
      #expect((try browser.run(module: "kit/format.js", written) as? [String])?[2] == "377 feet")
      // A pace of ten hours or more is not shown.
      let paces = "return [11.5, 372, 373, 16093 * 60, null].map(module.pace)"
      let inMiles = try browser.run(module: "kit/format.js", paces) as? [String]
      #expect(inMiles == ["18:30 /mi", "9:58:40 /mi", "–", "–", "–"])
      try browser.run("localStorage.setItem('waymark.distance', 'km')")
      let inKilometres = "return [599.99, 600].map(module.pace)"
      #expect(try browser.run(module: "kit/format.js", inKilometres) as? [String] == ["9:59:59 /km", "–"])
      let trends = """
        const of = (previous, changePercent, least) =>
          module.trend({ previous, changePercent, direction: "up" }, { least })?.textContent ?? null;
        return [of(1, 22524), of(2, 50, 3), of(3, 50, 3), of(100, 8.25)];
        """
      let shown = try browser.run(module: "kit/trend.js", trends) as? [Any]
      #expect(shown?[0] is NSNull && shown?[1] is NSNull)
      #expect(shown?[2] as? String == "↑ 50% more" && shown?[3] as? String == "↑ 8% more")
    }

    @Test("Counts the notes and collections of a list of books")
    func losses() throws {
      let browser = try Browser(stack, user: "ada", at: "#/today", heading: "Today")
      let counted = "return asked[0].map((text) => Object.values(module.lossesOf(text)))"
      let lists = [
        "Title,Private Notes\nA,\nB,good\n",
        "\u{FEFF}Title;Lists;Comments\n\"A; B\";\"x, y\";\"a \"\"b\"\"\n;c\"\nC;x;\n",
        "Title\tCollections\r\nA\tread, To-Read\r\n", "Title\n", "",
      ]
      let found = try browser.run(module: "views/settings/import-losses.js", counted, lists) as? [[Int]]
      #expect(found == [[1, 0], [1, 2], [0, 0], [0, 0], [0, 0]])
    }
  }
}
