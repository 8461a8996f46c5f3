import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Comparing periods on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ComparePageTests {
    private let stack: Stack
    private let walker: Walker

    init() throws {
      stack = try Stack()
      walker = Walker(client: try stack.client(user: "ada"))
    }

    @Test("Rucks show the earlier totals if a person chooses a period", arguments: Browser.Screen.allCases)
    func rucks(screen: Browser.Screen) throws {
      let (current, previous) = Walker.beginnings(of: "yearly")
      try walker.walk(current, minutes: 60, km: 5)
      try walker.walk(previous, minutes: 90, km: 8)
      let browser = try Browser(stack, user: "ada", at: "#/rucks?period=yearly", heading: "Rucks", screen: screen)
      try browser.waitFor(text: "in 1 ruck")
      #expect(try !browser.text.contains("was 8"))
      // The choice is next to the period, or below it on a phone, and above the figure.
      let places = """
        const card = document.querySelector(".compare").closest(".card");
        const parts = [".segments", ".compare", ".figure"];
        const [period, compare, figure] = parts.map((one) => card.querySelector(one).getBoundingClientRect());
        return [compare.left >= period.right, compare.top >= period.bottom, figure.top >= compare.bottom];
        """
      #expect(try browser.run(places) as? [Bool] == [screen == .desktop, screen == .phone, true])
      try browser.choose("Previous period", in: "Compare with")
      try browser.waitFor(text: "was 8 km")
      try browser.waitForHash("#/rucks?period=yearly&compare=previous")
      try browser.waitFor(text: "The earlier figures are those of")
      let rows = """
        return [...document.querySelectorAll("[aria-label='Rucks by pace'] > li")]
          .map((row) => [...row.children].map((part) => part.textContent).filter(Boolean).join("; "));
        """
      try eventually(within: Browser.patience, "the breakdown has the earlier rucks") {
        try browser.run(rows) as? [String]
          == ["12:00 – 12:30 /km; 1 ruck; was 0 rucks", "11:00 – 11:30 /km; 0 rucks; was 1 ruck"]
      }
      try browser.waitFor(text: "Heaviest load: 10 kg, was 10 kg")
      try browser.expectAccessible(.place)
      try browser.expectFits()
      try browser.choose("Same period last year", in: "Compare with")
      try browser.waitForHash("#/rucks?period=yearly&compare=lastYear")
      try browser.waitFor(text: "was 8 km")
      try browser.screenshot("compare-rucks")
      // All time is compared with nothing.
      try browser.open("#/rucks?period=allTime&compare=previous", heading: "Rucks")
      try browser.waitFor(text: "in 2 rucks")
      #expect(try browser.run("return document.querySelector('.compare').hidden") as? Bool == true)
      try browser.open("#/rucks?period=yearly&compare=lastYear", heading: "Rucks")
      try browser.choose("Nothing", in: "Compare with")
      try browser.waitForGone(text: "was 8 km")
      try browser.waitForGone(text: "was 1 ruck")
      try browser.expectNoConsoleErrors()
    }

    @Test("Insights show the earlier figures next to each total", arguments: Browser.Screen.allCases)
    func insights(screen: Browser.Screen) throws {
      let client = walker.client
      let (current, previous) = Walker.beginnings(of: "yearly")
      for (id, days) in [("a", previous), ("b", current)] {
        #expect(try client.put("/api/v1/works/\(id)", #"{"title": "Book \#(id)"}"#).status == 201)
        let entry = #"{"status": "finished", "rating": 4, "finishedAt": "\#(Listener.instant(days, "12:00"))"}"#
        #expect(try client.put("/api/v1/library/\(id)", entry).status < 300)
      }
      let browser = try Browser(
        stack, user: "ada", at: "#/insights?timeframe=year&compare=lastYear", heading: "Insights", screen: screen)
      try browser.waitFor(text: "was 1")
      try browser.waitFor(text: "was 4 of 5")
      try browser.expectAccessible(.place)
      try browser.expectFits()
      try browser.screenshot("compare-insights")
      try browser.open("#/insights", heading: "Insights")
      try browser.waitUntilLoaded()
      #expect(try browser.run("return document.querySelector('.compare').hidden") as? Bool == true)
      #expect(try !browser.text.contains("was 1"))
      try browser.expectNoConsoleErrors()
    }
  }
}
