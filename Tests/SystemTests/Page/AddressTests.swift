import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The address holds the state of a view", .enabled(if: Browser.isInstalled, Browser.absence))
  struct AddressTests {
    private let stack: Stack
    private let listener: Listener

    init() throws {
      stack = try Stack()
      listener = try Listener(stack, user: "ada")
    }

    private func browser(_ screen: Browser.Screen, at hash: String, heading: String) throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading, screen: screen)
    }

    @Test("A custom range of listening survives back, a reload and a bookmark", arguments: Browser.Screen.allCases)
    func listening(screen: Browser.Screen) throws {
      try listener.makeStories("s1", seconds: 600)
      for day in [1, 40] { try listener.listen(daysAgo: day) }
      let (first, last) = (Listener.day(45), Listener.day(30))
      let range = "#/listening?from=\(first)&to=\(last)"
      let browser = try browser(screen, at: "#/listening", heading: "Listening")
      try browser.waitFor(text: "on 1 of 7 days")
      try browser.click(role: "radio", name: "Custom range")
      try browser.waitForFocus("First day")
      try browser.pick(day: first, in: "First day")
      try browser.pick(day: last, in: "Last day")
      try browser.click(role: "button", name: "Show these days")
      try browser.waitFor(text: "on 1 of 16 days")
      #expect(try browser.hash == range)
      try browser.reload()
      try browser.waitFor(text: "on 1 of 16 days")
      #expect(try browser.value(of: "First day") == first)
      try browser.back()
      try browser.waitFor(text: "on 1 of 7 days")
      #expect(try !browser.has(role: "textbox", name: "First day"))
      try browser.forward()
      try browser.waitFor(text: "on 1 of 16 days")
      try browser.pick(day: Listener.day(50), in: "Last day")
      try browser.click(role: "button", name: "Show these days")
      try browser.waitFor(text: "The last day is before the first day.")
      try browser.open("#/today", heading: "Today")
      try browser.open(range, heading: "Listening")
      try browser.waitFor(text: "on 1 of 16 days")
      try browser.expectNoConsoleErrors()
    }

    @Test("The address keeps the custom range and the weeks of rucks together")
    func rucks() throws {
      let walker = Walker(client: listener.client)
      try walker.walk(40, minutes: 60, km: 5)
      try walker.walk(1, minutes: 30, km: 3)
      let range = "from=\(Listener.day(45))&to=\(Listener.day(30))"
      let browser = try browser(.desktop, at: "#/rucks?period=allTime", heading: "Rucks")
      try browser.waitFor(".size-chart .figure", text: "8 km")
      try browser.click(role: "radio", name: "26")
      try browser.waitForHash("#/rucks?period=allTime&weeks=26")
      try browser.open("#/rucks?weeks=26&\(range)", heading: "Rucks")
      try browser.waitFor(".size-chart .figure", text: "5 km")
      #expect(try browser.value(of: "Last day") == Listener.day(30))
      try browser.click(role: "radio", name: "All time")
      try browser.waitFor(".size-chart .figure", text: "8 km")
      #expect(try browser.hash == "#/rucks?weeks=26&period=allTime")
      try browser.back()
      try browser.waitFor(".size-chart .figure", text: "5 km")
      try browser.expectNoConsoleErrors()
    }

    @Test("Pages and searches heroes, and marks a story as favourite", arguments: Browser.Screen.allCases)
    func heroes(screen: Browser.Screen) throws {
      for number in 10..<70 {
        #expect(try listener.client.put("/api/v1/heroes/h\(number)", #"{"name": "Hero \#(number)"}"#).status == 201)
      }
      try listener.makeStories("s1", seconds: 600)
      let tale = #"{"title": "The Night Boat", "estimatedDuration": 600, "heroId": "h69"}"#
      #expect(try listener.client.put("/api/v1/stories/boat", tale).status == 201)
      try listener.listen(daysAgo: 1, "boat")
      let browser = try browser(screen, at: "#/listening/heroes", heading: "Heroes")
      try browser.waitFor(text: "Page 1 of 2")
      #expect(try browser.text.contains("Most active"))
      try browser.click(role: "link", name: "Next")
      try browser.waitFor(text: "Page 2 of 2")
      #expect(try browser.hash == "#/listening/heroes?page=2")
      try browser.reload()
      try browser.waitFor(text: "Page 2 of 2")
      try browser.back()
      try browser.waitFor(text: "Page 1 of 2")
      try browser.type("hero 6", into: "Search names")
      try browser.waitFor(text: "10 of 60 heroes")
      try browser.waitForHash("#/listening/heroes?q=hero+6")
      try browser.reload()
      try browser.waitFor(text: "10 of 60 heroes")
      try browser.click(role: "link", name: "Hero 69")
      try browser.waitFor(role: "heading", name: "Stories")
      try browser.waitFor(text: "The Night Boat")
      #expect(try !browser.text.contains("Story s1"))
      try browser.tab(to: "Favourite: The Night Boat")
      try browser.press(Browser.Key.space)
      try eventually(within: Browser.patience, "it is a favourite") {
        try listener.client.get("/api/v1/stories/boat").object["isFavorite"] as? Bool == true
      }
      try browser.open("#/listening/stories", heading: "Stories")
      try browser.waitFor(text: "Story s1")
      try browser.click(role: "checkbox", name: "Favourites only")
      try browser.waitForGone(text: "Story s1")
      #expect(try browser.hash == "#/listening/stories?favorite=true")
      try browser.back()
      try browser.waitFor(text: "Story s1")
      try browser.expectNoConsoleErrors()
    }

    @Test("Keeps a genre that is typed before the filters have loaded")
    func typedGenre() throws {
      let browser = try browser(.desktop, at: "#/today", heading: "Today")
      try browser.run(
        """
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (...asked) => {
          const response = await fetched(...asked);
          if (/diversity.dimensions$/.test(asked[0])) await released;
          return response;
        };
        """)
      try browser.open("#/insights")
      try browser.waitFor(role: "heading", name: "Insights")
      try browser.tab(to: "Filter by genre")
      try browser.press(Browser.Key.enter)
      try browser.type("Natu", into: "Genre")
      let cultures = "return document.querySelector('select[name=culture]').options.length"
      #expect(try browser.run(cultures) as? Int == 1)
      try browser.run("window.release()")
      try eventually("the filters have loaded") { try browser.run(cultures) as? Int ?? 0 > 1 }
      #expect(try browser.value(of: "Genre") == "Natu")
      try browser.expectNoConsoleErrors()
    }

    @Test("Filters insights by genre and culture, and clears the filters", arguments: Browser.Screen.allCases)
    func filters(screen: Browser.Screen) throws {
      for (id, genre, culture) in [("a", "Nature", "African"), ("b", "Memoir", "Asian"), ("c", "Nature", "Asian")] {
        let client = listener.client
        let work = #"{"title": "Book \#(id)", "genres": ["\#(genre)"], "pageCount": 100}"#
        let entry = #"{"status": "finished", "finishedAt": "\#(Listener.instant(3, "12:00"))"}"#
        #expect(try client.put("/api/v1/works/\(id)", work).status == 201)
        #expect(try client.put("/api/v1/library/\(id)", entry).status == 201)
        let value = #"{"value": "\#(culture)"}"#
        #expect(try client.put("/api/v1/diversity/works/\(id)/culturalOrigin", value).status == 200)
      }
      let browser = try browser(screen, at: "#/insights", heading: "Insights")
      try browser.waitFor(".size-chart .figure", text: "3 books")
      try browser.tab(to: "Filter by genre")
      try browser.press(Browser.Key.enter)
      try eventually("the cultures can be chosen") {
        try browser.run("return document.querySelector('select[name=culture]').options.length > 1") as? Bool == true
      }
      try browser.type("Nature", into: "Genre")
      try browser.press(Browser.Key.tab)
      try browser.waitFor(".size-chart .figure", text: "2 books")
      try browser.choose("African", in: "Culture")
      try browser.waitFor(".size-chart .figure", text: "1 book")
      #expect(try browser.hash == "#/insights?genre=Nature&culture=African")
      try browser.reload()
      try browser.waitFor(text: "Filters: Nature, African")
      try browser.waitFor(".size-chart .figure", text: "1 book")
      try browser.back()
      try browser.waitFor(".size-chart .figure", text: "2 books")
      try browser.click(role: "button", name: "Clear filters")
      try browser.waitFor(".size-chart .figure", text: "3 books")
      #expect(try browser.hash == "#/insights")
      try browser.expectNoConsoleErrors()
    }
  }
}
