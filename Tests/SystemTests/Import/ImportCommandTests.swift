import Foundation
import Testing

extension SystemTests {
  @Suite("Importing files of other apps by the command")
  struct ImportCommandTests {
    private struct Counts: Decodable, Equatable {
      var added: Int
      var alreadyThere: Int
      var rejected: Int
    }

    private func run(
      _ stack: Stack, _ format: String, _ file: String, _ flags: String...
    ) throws -> (counts: Counts?, result: CommandResult) {
      let made = try stack.folder.file("\(format).file")
      made.handle.write(Data(file.utf8))
      let arguments = ["import", format, made.path, "--user", "ada", "--json", "--data", stack.data] + flags
      let result = try Executable.run(arguments)
      return (try? JSONDecoder().decode(Counts.self, from: Data(result.output.utf8)), result)
    }

    private let books = """
      Title,Author,ISBN13,My Rating,Date Read,Date Added,Exclusive Shelf
      Emma,Jane Austen,9780141439587,5,2023/05/01,2022/01/01,read
      Beloved,Toni Morrison,,4,,2022/01/01,currently-reading
      ,Nobody,,,,,
      """

    @Test("A dry run writes nothing, an import writes what it reported, and a second one adds nothing and keeps edits")
    func library() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      _ = try ada.put("/api/v1/profile", #"{"timezone": "Europe/Berlin"}"#)
      let dry = try run(stack, "goodreads", books, "--dry-run")
      #expect(dry.counts == Counts(added: 2, alreadyThere: 0, rejected: 1), "\(dry.result)")
      #expect((try ada.get("/api/v1/library").object["items"] as? [Any])?.isEmpty == true)
      let first = try run(stack, "goodreads", books)
      #expect(first.counts == dry.counts && first.result.code == 0, "\(first.result)")
      let entry = try ada.get("/api/v1/library/isbn:9780141439587").object
      #expect(entry["finishedOn"] as? String == "2023-05-01" && entry["finishedAt"] is NSNull)
      #expect(entry["rating"] as? Double == 5)
      _ = try ada.patch("/api/v1/library/isbn:9780141439587", #"{"rating": 2.5}"#)
      let second = try run(stack, "goodreads", books)
      #expect(second.counts == Counts(added: 0, alreadyThere: 2, rejected: 1), "\(second.result)")
      #expect(try ada.get("/api/v1/library/isbn:9780141439587").object["rating"] as? Double == 2.5)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Shows what a file contains, and does not let it control the terminal")
    func controls() throws {
      let stack = try Stack()
      let made = try stack.folder.file("activities.csv")
      let list = "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance\n"
      let row = "1,\"May 1, 2023, 6:00:00 AM\",Out,Hi\u{9B}31m\u{202E}\u{1B}[2Jke,3600,5\n"
      made.handle.write(Data((list + row).utf8))
      let places = ["--user", "ada", "--data", stack.data]
      for format in [[], ["--json"]] {
        let result = try Executable.run(["import", "strava", made.path] + places + format)
        let shown = result.output + result.errors
        #expect(!shown.isEmpty && shown.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) }, "\(shown)")
        #expect(shown.contains("\\u009b31m\\u202e"), "\(shown)")
      }
    }

    @Test("A dry run for an unknown user reports the same counts and does not create the user")
    func unknownUser() throws {
      let stack = try Stack()
      let dry = try run(stack, "goodreads", books, "--dry-run")
      #expect(dry.counts == Counts(added: 2, alreadyThere: 0, rejected: 1), "\(dry.result)")
      _ = try stack.client(user: "kim").put("/api/v1/profile", #"{"timezone": "Asia/Tokyo"}"#)
      let document = stack.folder.path + "/kim.json"
      #expect(try stack.command("export", "--user", "kim", "--output", document).code == 0)
      #expect(try stack.command("import", "waymark", document, "--user", "ada", "--dry-run").code == 0)
      #expect(try stack.command("user", "list", "--json").output.contains("ada") == false)
      #expect(try run(stack, "goodreads", books).counts == dry.counts)
      #expect(try stack.command("user", "list", "--json").output.contains("ada"))
    }

    @Test("Imports listening sessions with their stories, and extends them in a second import")
    func sessions() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let session = """
        [{"id": "s", "libraryItemId": "li_1", "displayTitle": "Emma", "duration": 7200, "timeListening": 600,
          "currentTime": 7000, "startedAt": 1600000000000, "updatedAt": 1600000700000}]
        """
      #expect(try run(stack, "audiobookshelf", session).counts?.added == 1)
      let grown = session.replacingOccurrences(of: "600,", with: "900,")
        .replacingOccurrences(of: "1600000700000", with: "1600001000000")
      #expect(try run(stack, "audiobookshelf", grown).counts == Counts(added: 0, alreadyThere: 1, rejected: 0))
      let summary = try ada.get("/api/v1/analytics/summary").object
      #expect(summary["totalPlayCount"] as? Int == 1 && summary["totalListeningTime"] as? Double == 900)
    }

    @Test("Reports the types of workouts that are not imported, and imports them if they are chosen")
    func otherTypes() throws {
      let stack = try Stack()
      let runs = (1...8).map {
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" startDate="2020-09-0\($0) 12:00:00 +0000"
         endDate="2020-09-0\($0) 13:00:00 +0000"/>
        """
      }
      let export = "<HealthData>\(runs.joined())</HealthData>"
      let skipped = try run(stack, "apple-health", export)
      #expect(skipped.counts == Counts(added: 0, alreadyThere: 0, rejected: 0) && skipped.result.code == 1)
      #expect(skipped.result.output.contains(#""skipped":8,"skippedByType":{"Running":8}"#))
      #expect(skipped.result.errors.contains("--types"))
      let path = stack.folder.path + "/apple-health.file"
      let text = try stack.command("import", "apple-health", path, "--user", "ada").output
      #expect(text.contains("8 workouts of other types: Running 8"), "\(text)")
      let ada = try stack.client(user: "ada")
      let sent = try ada.upload("/api/v1/imports?format=apple-health&types=run&load=20", Array(export.utf8))
      #expect(sent.object["added"] as? Int == 8 && sent.object["skipped"] as? Int == 0, "\(sent.text)")
      let rucks = try ada.get("/api/v1/rucks").object["items"] as? [[String: Any]]
      #expect(rucks?.count == 8 && rucks?.allSatisfy { $0["loadWeight"] as? Double == 20 } == true)
    }

    @Test("Reports an error as one line with an exit code")
    func failures() throws {
      let stack = try Stack()
      let nothing = try run(stack, "goodreads", "Title,Exclusive Shelf\n,read\n")
      #expect(nothing.result.code == 1 && nothing.counts?.rejected == 1)
      #expect(try run(stack, "goodreads", "{}").result.code == 1)
      #expect(try run(stack, "notes", "Title\nEmma\n").result.code == 2)
      #expect(try stack.command("import", "goodreads", "/nowhere", "--user", "ada").code == 1)
      #expect(try stack.command("import", "goodreads", "/nowhere").code == 2)
      #expect(try stack.command("import", "goodreads", "/nowhere", "--user", "a b").code == 2)
      #expect(try stack.command("import", "goodreads", "/nowhere", "--user", "ada", "--load", "5").code == 2)
      stack.stop()
      let unavailable = try run(stack, "goodreads", books)
      #expect(
        unavailable.result.code == 1 && unavailable.result.errors.split(separator: "\n").count == 1,
        "\(unavailable.result.errors)")
    }
  }
}
