import Foundation
import Testing

extension SystemTests.Page {
  /// A change of the profile counts from now on or always, as the person says.
  @Suite("Settings over time on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct SettingsOverTimePageTests {
    private let stack: Stack
    private let chronicle: Chronicle
    private let question = "This change counts"

    /// A person in Berlin listened in the evening of 2 December, in the morning of the third, and in the evening of the
    /// fourth. In Tokyo, these sessions are on the third, the third and the fifth.
    init() throws {
      stack = try Stack()
      chronicle = try Chronicle(stack)
      try chronicle.live(#"{"timezone": "Europe/Berlin"}"#)
      try chronicle.story("a")
      for (day, time) in [(2, "21:3"), (3, "07:0"), (4, "21:3")] {
        try chronicle.listen("a", "2025-12-0\(day)T\(time)0:00Z", "2025-12-0\(day)T\(time)9:00Z")
      }
    }

    private func settings(_ screen: Browser.Screen = .desktop) throws -> Browser {
      try Browser(stack, user: "ada", at: "#/settings", heading: "Settings", screen: screen)
    }

    private func history(_ name: String) throws -> [String?] {
      try chronicle.client.get("/api/v1/profile").object.object("history").list(name).map { setting in
        setting.text("value") ?? setting.number("value").map { String(Int($0)) }
      }
    }

    private func chosen(_ browser: Browser) throws -> String? {
      try browser.run("return document.querySelector('select[name=since]').selectedOptions[0].text") as? String
    }

    private func hour(_ hour: Int, _ browser: Browser) throws -> String {
      try #require(try browser.run(module: "kit/format.js", "return module.hourOfDay(asked[0])", hour) as? String)
    }

    /// The longest streak, and the minutes of two days.
    private func expectFigures(
      _ browser: Browser, longest: String, second: String, third: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try browser.open("#/listening", heading: "Listening")
      #expect(try browser.text.contains("longest \(longest)"), sourceLocation: sourceLocation)
      for (day, minutes) in [("2", second), ("3", third)] {
        try browser.open("#/day/2025-12-0\(day)", heading: day == "2" ? "Tuesday" : "Wednesday")
        let card = "return document.querySelector('.card.listening').innerText"
        let text = try browser.run(card) as? String ?? ""
        #expect(text.contains(minutes), "\(day) December: \(text)", sourceLocation: sourceLocation)
      }
    }

    @Test("A move keeps the days that are over", arguments: Browser.Screen.allCases)
    func moved(screen: Browser.Screen) throws {
      let browser = try settings(screen)
      #expect(try !browser.has(role: "combobox", name: question))
      #expect(try !browser.has(role: "button", name: "Earlier settings"))
      try browser.type("Asia/Tokyo", into: "Time zone")
      try browser.waitFor(role: "combobox", name: question)
      #expect(try chosen(browser) == "From now on")
      try browser.waitFor(text: "Past days stay as they are.")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.screenshot("zone-\(screen)")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Saved. Your days use the time zone Asia/Tokyo.")
      try browser.click(role: "button", name: "Earlier settings")
      try browser.waitFor(text: "at first")
      try browser.expectFits()
      try browser.expectAccessible()
      try browser.screenshot("zones-\(screen)")
      #expect(try history("timezone") == ["Europe/Berlin", "Asia/Tokyo"])
      try expectFigures(browser, longest: "3 days", second: "9 m", third: "9 m")
      try browser.expectNoConsoleErrors()
    }

    @Test("A zone that was always right counts the past again", arguments: Browser.Screen.allCases)
    func always(screen: Browser.Screen) throws {
      let browser = try settings(screen)
      try browser.type("Asia/Tokyo", into: "Time zone")
      try browser.choose("Always", in: question)
      try browser.waitFor(text: "Your whole history is counted again.")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Saved. Your days use the time zone Asia/Tokyo.")
      #expect(try history("timezone") == ["Asia/Tokyo"] && !browser.has(role: "button", name: "Earlier settings"))
      try expectFigures(browser, longest: "1 day", second: "No listening on this day.", third: "18 m")
      try browser.expectNoConsoleErrors()
    }

    @Test(
      "A move some time ago counts from its day, and the last setting can count always",
      arguments: Browser.Screen.allCases)
    func since(screen: Browser.Screen) throws {
      let browser = try settings(screen)
      try browser.type("Asia/Tokyo", into: "Time zone")
      #expect(try !browser.has(role: "textbox", name: "First day"))
      try browser.choose("From a day", in: question)
      try browser.waitFor(text: "Earlier days stay as they are.")
      try browser.click(role: "button", name: "Save")
      try browser.waitForFocus("First day")
      try browser.waitFor(text: "Fill in this field.")
      try browser.pick(day: "2999-01-01", in: "First day")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "The value must be less than or equal to")
      #expect(try history("timezone") == ["Europe/Berlin"])
      try browser.pick(day: "2025-12-04", in: "First day")
      try browser.expectAccessible()
      try browser.expectFits()
      try browser.screenshot("since-\(screen)")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Saved. Your days use the time zone Asia/Tokyo.")
      let zones = try chronicle.client.get("/api/v1/profile").object.object("history").list("timezone")
      #expect(zones.map { $0.text("since") } == [nil, "2025-12-03T15:00:00Z"])
      // The evening of the fourth in Berlin is now the morning of the fifth in Tokyo.
      try expectFigures(browser, longest: "2 days", second: "9 m", third: "9 m")

      try browser.open("#/settings", heading: "Settings")
      try browser.click(role: "button", name: "Earlier settings")
      try browser.click(role: "button", name: "Use the current settings for all days")
      try browser.waitFor(role: "dialog", name: "Count all days again?")
      try browser.expectAccessible()
      try browser.screenshot("count-again-\(screen)")
      try browser.click(role: "button", name: "Cancel")
      #expect(try history("timezone").count == 2)
      try browser.click(role: "button", name: "Use the current settings for all days")
      try browser.click(role: "button", name: "Count again")
      try browser.waitForGone(text: "Earlier settings")
      #expect(try history("timezone") == ["Asia/Tokyo"])
      try expectFigures(browser, longest: "1 day", second: "No listening on this day.", third: "18 m")
      try browser.expectNoConsoleErrors()
    }

    @Test("A person who never chose a zone is offered to count always")
    func first() throws {
      let other = try Chronicle(stack, user: "kim")
      let browser = try Browser(stack, user: "kim", at: "#/settings", heading: "Settings")
      try browser.type("Europe/Berlin", into: "Time zone")
      try browser.waitFor(role: "combobox", name: question)
      #expect(try chosen(browser) == "Always")
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Saved. Your days use the time zone Europe/Berlin.")
      let zones = try other.client.get("/api/v1/profile").object.object("history").list("timezone")
      #expect(zones.map { $0.text("value") } == ["Europe/Berlin"] && zones[0]["since"] is NSNull)
      try browser.expectNoConsoleErrors()
    }

    @Test("The question does not appear for the same zone, and appears for the start of the day and the rest days")
    func others() throws {
      let browser = try settings()
      try browser.key("Ada L.", into: "Name")
      try browser.type("Asia/Tokyo", into: "Time zone")
      try browser.waitFor(role: "combobox", name: question)
      try browser.type(" Europe/Berlin ", into: "Time zone")
      try eventually(within: Browser.patience, "nothing is asked") {
        try !browser.has(role: "combobox", name: question)
      }
      try browser.click(role: "button", name: "Save")
      try browser.waitFor(text: "Saved. Your days use the time zone Europe/Berlin.")
      for setting in ["timezone", "dayStart", "restDaysPerWeek"] { #expect(try history(setting).count == 1) }

      // The form is drawn again with the saved zone, which has no spaces.
      try eventually("the saved settings are shown") { try browser.value(of: "Time zone") == "Europe/Berlin" }
      // The morning session of the third is at 08:00 in Berlin; one more is at 03:30 of the fifth.
      try chronicle.listen("a", "2025-12-05T02:30:00Z", "2025-12-05T02:33:00Z")
      try browser.choose(hour(4, browser), in: "Start of the day")
      try browser.waitFor(role: "combobox", name: question)
      try browser.click(role: "button", name: "Save")
      try eventually(within: Browser.patience, "the start is saved") { try history("dayStart") == ["0", "4"] }
      try expectFigures(browser, longest: "4 days", second: "9 m", third: "9 m")

      try browser.open("#/settings", heading: "Settings")
      try browser.choose(hour(6, browser), in: "Start of the day")
      try browser.choose("2", in: "Rest days per week")
      try browser.choose("Always", in: question)
      try browser.click(role: "button", name: "Save")
      try eventually(within: Browser.patience, "both are saved") {
        try history("dayStart") == ["6"] && history("restDaysPerWeek") == ["2"]
      }
      // The session at 03:30 of the fifth is now on the fourth.
      try expectFigures(browser, longest: "3 days", second: "9 m", third: "9 m")
      try browser.expectNoConsoleErrors()
    }
  }
}
