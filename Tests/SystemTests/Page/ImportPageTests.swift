import API
import Foundation
import Testing

extension SystemTests.Page {
  @Suite("Importing on the page", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ImportPageTests {
    private let stack: Stack
    private let client: HTTPClient

    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
    }

    private func file(_ name: String, _ text: String) throws -> String {
      let made = try stack.folder.file(name)
      made.handle.write(Data(text.utf8))
      return made.path
    }

    private func books() throws -> Int? {
      (try client.get("/api/v1/library").object["items"] as? [Any])?.count
    }

    private let list = """
      Title,Author,ISBN13,My Rating,Date Read,Date Added,Exclusive Shelf
      Emma <b>,Jane Austen,9780141439587,5,2023/05/01,2022/01/01,read
      Beloved,Toni Morrison,,4,,2022/01/01,currently-reading
      ,Nobody,,,,,
      """

    @Test(
      "Shows the result before it imports, and a second import adds nothing",
      arguments: Browser.Screen.allCases)
    func importing(screen: Browser.Screen) throws {
      let browser = try Browser(stack, user: "ada", at: "#/settings", heading: "Settings", screen: screen)
      try browser.enter("Import from another app")
      try browser.waitFor(role: "heading", name: "Import")
      try browser.waitUntilLoaded()
      try browser.expectAccessible()
      for name in ["Goodreads", "Audiobookshelf", "Health Auto Export"] { #expect(try browser.text.contains(name)) }
      try browser.tab(to: "Choose files")
      try browser.attach(try file("books.csv", list))
      try browser.waitFor(text: "2 will be added.")
      #expect(try browser.run("return document.querySelector('select').value") as? String == "goodreads")
      #expect(try browser.text.contains("Line 4"))
      #expect(try books() == 0)
      try browser.expectAccessible()
      try browser.tab(to: "Import 2")
      try browser.press(Browser.Key.enter)
      try browser.waitFor(text: "2 added, 0 already existed, 1 row skipped.")
      #expect(try books() == 2)
      try browser.expectAccessible()
      try browser.attach(try file("again.csv", list))
      try browser.waitFor(text: "Nothing new: all 2 already exist.")
      #expect(try !browser.has(role: "button", name: "Import 0"))
      try browser.open("#/reading", heading: "Reading")
      try browser.waitFor(role: "link", name: "Emma <b>")
      try browser.expectNoConsoleErrors()
      try browser.expectNoOutsideRequest()
    }

    @Test("Imports a folder: each format together, with a load, and names what is left out or lost")
    func folder() throws {
      let folder = stack.folder.path + "/exports/walks"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let files = [
        "books.csv": """
        Title,Author,My Rating,Private Notes,Lists,Date Read,Date Added,Exclusive Shelf
        Emma,Jane Austen,5,"Loved it, ""really""
        twice","classics, to-read",2023/05/01,2022/01/01,read
        """,
        "walks/one.gpx": Self.walk(day: 1), "walks/two.gpx": Self.walk(day: 2), "walks/broken.gpx": "<gpx>",
        "notes.txt": "an unknown format", ".hidden": "nothing",
      ]
      for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/../" + name)) }
      let browser = try Browser(stack, user: "ada", at: "#/settings/import", heading: "Import")
      try browser.attach(stack.folder.path + "/exports", to: "input[webkitdirectory]")
      try browser.waitFor(text: "Not imported: 1 note and 1 collection or list.")
      try browser.waitFor(text: "notes.txt")
      try browser.waitFor(text: "1 will be added.")
      try browser.waitFor(text: "2 will be added.")
      try browser.waitFor(text: "broken.gpx")
      #expect(try !browser.text.contains(".hidden"))
      try browser.expectAccessible()
      try browser.screenshot("import-folder")
      try browser.type("15", into: "Load carried (kg)")
      try browser.click(role: "button", name: "Import 2")
      try browser.waitFor(text: "2 added, 0 already existed, 1 row skipped.")
      let rucks = try client.get("/api/v1/rucks").object["items"] as? [[String: Any]]
      #expect(rucks?.count == 2 && rucks?.allSatisfy { $0["loadWeight"] as? Double == 15 } == true)
      try browser.click(role: "button", name: "Import 1")
      try browser.waitFor(text: "1 added, 0 already existed")
      #expect(try books() == 1)
      try browser.expectNoConsoleErrors(allowing: [422])
    }

    private static func walk(day: Int) -> String {
      """
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="50.0" lon="8.0"><time>2026-03-0\(day)T08:00:00Z</time></trkpt>
      <trkpt lat="50.02" lon="8.0"><time>2026-03-0\(day)T08:40:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    }

    @Test("Shows the types of activities that are not imported, and imports chosen types with a load")
    func types() throws {
      let runs = (1...8).map {
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"60\" "
          + "startDate=\"2020-09-0\($0) 12:00:00 +0000\" endDate=\"2020-09-0\($0) 13:00:00 +0000\"/>"
      }
      let browser = try Browser(stack, user: "ada", at: "#/settings/import", heading: "Import")
      try browser.attach(try file("export.xml", "<HealthData>\(runs.joined())</HealthData>"))
      try browser.waitFor(text: "8 workouts of other types: Running 8")
      try browser.expectAccessible()
      try browser.type("run", into: "Types of activities")
      try browser.type("20", into: "Load carried (kg)")
      try browser.waitFor(text: "8 will be added.")
      // This may be the result without the load, which is then replaced together with its button.
      try browser.click(role: "button", name: "Import 8")
      try browser.waitFor(text: "8 added, 0 already existed")
      let rucks = try client.get("/api/v1/rucks").object["items"] as? [[String: Any]]
      #expect(rucks?.count == 8 && rucks?.allSatisfy { $0["loadWeight"] as? Double == 20 } == true)
      try browser.expectNoConsoleErrors()
    }

    @Test("Shows the server's reason for a file of another format, and lets the user choose another source")
    func other() throws {
      let browser = try Browser(stack, user: "ada", at: "#/settings/import", heading: "Import", screen: .phone)
      let offered = "return [...document.querySelectorAll('select option')].map((one) => one.value).filter(Boolean)"
      try browser.attach(try file("list.bin", "an unknown format"))
      try browser.waitFor(text: "The source was not detected.")
      #expect(Set(try browser.run(offered) as? [String] ?? []) == Set(ImportFormat.allCases.map(\.rawValue)))
      try browser.choose("GPX", in: "Source")
      try browser.waitFor(role: "button", name: "Try again")
      try browser.expectAccessible()
      try browser.attach(try file("books.csv", list))
      try browser.waitFor(text: "Detected from the file")
      try browser.waitFor(text: "2 will be added.")
      #expect(try books() == 0)
      try browser.expectNoConsoleErrors(allowing: [422])
    }
  }
}
