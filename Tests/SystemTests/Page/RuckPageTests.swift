import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The page of a ruck", .enabled(if: Browser.isInstalled, Browser.absence))
  struct RuckPageTests {
    private static let plain = "#/rucks/walk/plain"

    private let stack: Stack
    private let ada: HTTPClient

    init() throws {
      stack = try Stack()
      ada = try stack.client(user: "ada")
    }

    /// A walk to the north of 2.5 km, with a point each 48 seconds and a hill in the middle. The second kilometre has
    /// a rest of one minute.
    private func importWalk() throws -> String {
      let points = (0...36).map { number in
        let seconds = number * 48 + (number > 20 ? 60 : 0)
        let height = 100 + 4 * min(number, 36 - number)
        let time = String(format: "08:%02d:%02d", seconds / 60, seconds % 60)
        let latitude = 47 + Double(number) * 0.000624
        return """
          <trkpt lat="\(latitude)" lon="11.3"><ele>\(height)</ele><time>2026-06-01T\(time)Z</time></trkpt>
          """
      }
      let file = "<gpx><trk><name>Ridge path</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
      let report = try ada.post("/api/v1/imports?format=gpx&load=20", file)
      #expect(report.status == 200 && report.object["added"] as? Int == 1, "\(report.text)")
      return try #require(try ada.get("/api/v1/rucks").object.list("items").first?.text("id"))
    }

    private func logPlain() throws {
      let body = #"""
        {"id": "plain", "startedAt": "2026-06-02T08:00:00Z", "endedAt": "2026-06-02T09:00:00Z", "distance": 5000,
        "loadWeight": 15, "note": "Wet boots.", "terrain": [{"type": "sand", "distance": 5000}]}
        """#
      #expect(try ada.post("/api/v1/rucks", body).status == 201)
    }

    private func browser(at hash: String, heading: String, _ screen: Browser.Screen = .desktop) throws -> Browser {
      try Browser(stack, user: "ada", at: hash, heading: heading, screen: screen)
    }

    private func place(in browser: Browser) throws -> String? {
      try browser.run("return document.querySelector('[role=slider]')?.getAttribute('aria-valuetext')") as? String
    }

    @Test("A ruck is accessible with and without a track", arguments: Browser.Screen.allCases)
    func accessible(screen: Browser.Screen) throws {
      let id = try importWalk()
      try logPlain()
      try Browser.expectUsable([("#/rucks/walk/\(id)", "Ridge path"), (Self.plain, "Ruck")], stack, screen: screen)
    }

    @Test("Shows the route, and the heights follow keys, a press and hover", arguments: Browser.Screen.allCases)
    func route(screen: Browser.Screen) throws {
      _ = try importWalk()
      let browser = try browser(at: "#/rucks/all", heading: "All rucks", screen)
      try browser.enter("2.5 km")
      try browser.waitFor(role: "heading", name: "Ridge path")
      try browser.waitFor(role: "img", name: "Route of 2.5 km")
      try browser.waitFor(text: "Between 100 metres and 172 metres, with 72 metres of climb.")
      // The highest place is chosen at first.
      #expect(try place(in: browser)?.hasPrefix("172 metres at 1.25 km") == true)
      try browser.tab(to: "Place on the route")
      try browser.press("\u{E011}")  // Home
      #expect(try place(in: browser) == "100 metres at 0 km")
      try browser.press(Browser.Key.right)
      #expect(try place(in: browser)?.hasPrefix("101 metres at 0.02 km, after") == true)
      try browser.press(Browser.Key.left, Browser.Key.left)
      #expect(try place(in: browser) == "100 metres at 0 km")
      try browser.press(Browser.Key.end)
      #expect(try place(in: browser)?.hasPrefix("100 metres at 2.5 km") == true)
      let dot = "return document.querySelector('.route-place').getAttribute('cy')"
      let atEnd = try browser.run(dot) as? String
      for kind in ["pointerdown", "pointermove"] {
        try browser.press("\u{E011}")  // Home
        try browser.run(
          """
          const line = document.querySelector("[role=slider]");
          const box = line.getBoundingClientRect();
          line.dispatchEvent(new PointerEvent(arguments[0], { clientX: box.left + box.width / 2, bubbles: true }));
          """, kind)
        #expect(try place(in: browser)?.hasPrefix("172 metres at 1.25 km") == true, "\(kind)")
      }
      let inMiddle = try browser.run(dot) as? String
      #expect(atEnd != nil && inMiddle != nil && atEnd != inMiddle)
      try browser.screenshot("ruck")
      try browser.expectNoConsoleErrors()
    }

    @Test("The next ruck has exactly the load of the last one, and takes two presses and the distance")
    func loadOfLast() throws {
      try logPlain()
      let browser = try browser(at: "#/rucks", heading: "Rucks")
      try browser.run("localStorage.setItem('waymark.weight', 'lb')")
      try browser.reload()
      try browser.waitFor(role: "heading", name: "Rucks")
      try browser.click(role: "button", name: "Log a ruck")
      try eventually("the load of the last ruck is shown") { try browser.value(of: "Load") == "33.069" }
      try browser.type("3", into: "Distance")
      try browser.click(role: "button", name: "Log ruck")
      try browser.waitFor(text: "Logged: 3 km")
      let rucks = try ada.get("/api/v1/rucks").object.list("items")
      #expect(rucks.count == 2 && rucks.allSatisfy { $0["loadWeight"] as? Double == 15 }, "\(rucks)")
      try browser.expectNoConsoleErrors()
    }

    @Test("Splits are per kilometre or per mile, and name the fastest")
    func splits() throws {
      let id = try importWalk()
      let browser = try browser(at: "#/rucks/walk/\(id)", heading: "Ridge path")
      let heads = """
        return [...document.querySelectorAll("[aria-label=Splits] .bars li > span")].map((one) => one.textContent)
        """
      try browser.waitFor(text: "Kilometre 1 was your fastest: 11:3")
      #expect(try browser.run(heads) as? [String] == ["Kilometre 1", "Kilometre 2", "The last 0.5 km"])
      try browser.run("localStorage.setItem('waymark.distance', 'mi')")
      try browser.reload()
      try browser.waitFor(text: "Mile 1")
      #expect(try browser.run(heads) as? [String] == ["Mile 1", "The last 0.55 mi"])
      #expect(try !browser.text.contains("was your fastest"))
      try browser.expectNoConsoleErrors()
    }

    @Test("Each member can be edited, and the page follows other devices", arguments: Browser.Screen.allCases)
    func edits(screen: Browser.Screen) throws {
      try logPlain()
      let browser = try browser(at: Self.plain, heading: "Ruck", screen)
      try browser.waitFor(text: "This ruck has no track.")
      try browser.waitFor(text: "Wet boots.")
      try browser.waitFor(role: "heading", name: "Note")
      try browser.waitFor(text: "On sand")
      try browser.enter("Edit")
      try browser.waitForDialog("Correct a ruck")
      try browser.key("25", into: "Load")
      try browser.key("Along the dunes", into: "Name")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(role: "heading", name: "Along the dunes")
      try browser.waitFor(text: "with 25 kg in 1 h")
      try browser.waitForFocus("Edit")
      #expect(try ada.patch("/api/v1/rucks/plain", #"{"note": "Dry again."}"#).status == 200)
      try browser.waitFor(text: "Dry again.")
      #expect(try ada.patch("/api/v1/rucks/plain", #"{"note": null}"#).status == 200)
      try browser.waitForGone(text: "Dry again.")
      #expect(try !browser.has(role: "heading", name: "Note"))
      try browser.expectNoConsoleErrors()
    }

    @Test("A ruck is deleted from its page and comes back with Undo; a day leads to it")
    func deletes() throws {
      try logPlain()
      let browser = try browser(at: "#/day/2026-06-02", heading: "Tuesday")
      try browser.click(role: "link", name: "Ruck")
      try browser.waitFor(text: "Wet boots.")
      #expect(try browser.hash == Self.plain)
      try browser.holdUndo()
      try browser.enter("Delete")
      try browser.waitForHash("#/rucks/all")
      try browser.waitFor(text: "Your rucks will appear here.")
      try browser.undo()
      try browser.waitFor(role: "link", name: "5 km")
      #expect(try ada.delete("/api/v1/rucks/plain").status == 204)
      try browser.open(Self.plain, heading: "Ruck not found")
      try browser.click(role: "link", name: "Go to all rucks")
      try browser.waitFor(role: "heading", name: "All rucks")
      try browser.expectNoConsoleErrors(allowing: [404])
    }

    @Test("The track is deleted without the ruck")
    func deletesTrack() throws {
      let id = try importWalk()
      let browser = try browser(at: "#/rucks/walk/\(id)", heading: "Ridge path")
      try browser.waitFor(role: "img", name: "Route of")
      try browser.holdUndo()
      try browser.enter("Delete the track")
      try browser.waitFor(text: "This ruck has no track.")
      try browser.undo()
      try browser.waitFor(role: "img", name: "Route of")
      try browser.enter("Delete the track")
      try eventually("the track is deleted") {
        try ada.get("/api/v1/rucks/\(id)").object["hasTrack"] as? Bool == false
      }
      #expect(try browser.has(role: "heading", name: "Ridge path"))
      try browser.expectNoConsoleErrors()
    }

    /// Tracks by their points, and what a slow model says about them.
    private static let model = """
      const { metresBetween, metresAlong, splitsOf, profileOf, climbOf, fastestOf } = module;
      const wrong = [];
      let seed = 7;
      const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
      for (let round = 0; round < 200; round += 1) {
        const points = [[0, 80 * random() - 40, 360 * random() - 180, random() < 0.2 ? null : 500 * random()]];
        for (let step = 0; step < 1 + 60 * random(); step += 1) {
          const [time, latitude, longitude] = points.at(-1);
          const stays = random() < 0.1;
          points.push([
            time + Math.floor(100 * random()), latitude + (stays ? 0 : 0.004 * (random() - 0.5)),
            longitude + (stays ? 0 : 0.004 * random()), random() < 0.2 ? null : 500 * random(),
          ]);
        }
        const total = metresAlong(points).at(-1);
        let slow = 0;
        for (let index = 1; index < points.length; index += 1) slow += metresBetween(points[index - 1], points[index]);
        const splits = splitsOf(points, 1000);
        const sum = (name) => splits.reduce((before, split) => before + split[name], 0);
        const near = (one, other) => Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other));
        const rest = total % 1000 < 20 ? total % 1000 : 0;
        if (!near(total, slow)) wrong.push(`${round}: distance`);
        if (!near(sum("metres"), total - rest)) wrong.push(`${round}: metres`);
        if (rest === 0 && !near(sum("seconds"), points.at(-1)[0])) wrong.push(`${round}: seconds`);
        if (splits.length > 0 && !near(sum("climb"), climbOf(points) ?? 0)) wrong.push(`${round}: climb`);
        if (splits.slice(0, -1).some((split) => split.metres !== 1000)) wrong.push(`${round}: a short split`);
        const fastest = fastestOf(splits, 1000);
        const whole = splits.filter((split) => split.metres === 1000 && split.seconds > 0);
        if (fastest < 0 ? whole.length > 1 : whole.some((split) => split.seconds < splits[fastest].seconds)) {
          wrong.push(`${round}: fastest`);
        }
        const heights = points.map((point) => point[3]).filter((height) => height !== null);
        const profile = profileOf(points, 30);
        if ((profile === null) !== (heights.length < 2 || total === 0)) wrong.push(`${round}: profile`);
        if (profile?.some(({ height }) => height < Math.min(...heights) - 1e-9
          || height > Math.max(...heights) + 1e-9)) wrong.push(`${round}: height`);
        if (profile && !near(profile.at(-1).metres, total)) wrong.push(`${round}: length`);
      }
      return wrong;
      """

    @Test("Splits, climbs and heights add up for tracks of any form")
    func figures() throws {
      let browser = try browser(at: "#/today", heading: "Today")
      #expect(try browser.run(module: "views/rucks/walk-figures.js", Self.model) as? [String] == [])
      let degree = "return Math.round(module.metresBetween([0, 0, 179.5], [0, 0, -179.5]))"
      #expect(try browser.run(module: "views/rucks/walk-figures.js", degree) as? Int == 111_195)
      let far = "return module.splitsOf([[0, 0, 0, null], [9, 60, 0, null]], 1000).length"
      #expect(try browser.run(module: "views/rucks/walk-figures.js", far) as? Int == 0)
      let line = "return String(module.lineOf([[0, 0, 179.9], [1, 0, -179.9], [2, 0.1, -179.9]]))"
      #expect(try browser.run(module: "views/rucks/track.js", line) as? String == "6,72,94,72,94,28")
    }
  }
}
