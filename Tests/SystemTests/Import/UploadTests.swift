import Compression
import Foundation
import Synchronization
import Testing

extension SystemTests {
  @Suite("Importing files over HTTP")
  struct UploadTests {
    private static let path = "/api/v1/imports?format="

    private let books = """
      Title,Author,ISBN13,My Rating,Date Read,Date Added,Exclusive Shelf
      Emma,Jane Austen,9780141439587,5,2023/05/01,2022/01/01,read
      Beloved,Toni Morrison,,4,,2022/01/01,currently-reading
      ,Nobody,,,,,
      """

    private let walk = """
      <gpx><trk><type>hiking</type><trkseg>
        <trkpt lat="0" lon="0"><time>2020-09-13T12:00:00Z</time></trkpt>
        <trkpt lat="0" lon="0.01"><time>2020-09-13T12:10:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """

    private func counts(_ response: Response) -> [Int?] {
      ["added", "alreadyThere", "rejected"].map { response.object[$0] as? Int }
    }

    @Test("Imports a list of books after a dry run, and a second import adds nothing")
    func list() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let dry = try ada.upload(Self.path + "goodreads&dryRun=true", Array(books.utf8))
      #expect(dry.status == 200 && counts(dry) == [2, 0, 1], "\(dry.text)")
      #expect((try ada.get("/api/v1/library").object["items"] as? [Any])?.isEmpty == true)
      let first = try ada.upload(Self.path + "goodreads", Array(books.utf8))
      #expect(counts(first) == [2, 0, 1] && first.headers["content-type"] == "application/json")
      let problems = try #require(first.object["problems"] as? [[String: Any]])
      #expect(problems.map { $0["line"] as? Int } == [4] && problems[0]["reason"] is String)
      let kinds = try #require(first.object["byKind"] as? [String: [String: Int]])
      #expect(kinds == ["library": ["added": 2, "alreadyThere": 0, "rejected": 1]])
      #expect(try ada.get("/api/v1/library/isbn:9780141439587").object["rating"] as? Double == 5)
      #expect(counts(try ada.upload(Self.path + "goodreads", Array(books.utf8))) == [0, 2, 1])
      let packed = try #require(Deflate.gzip(Array(walk.utf8)))
      #expect(counts(try ada.upload(Self.path + "gpx", packed)) == [1, 0, 0])
      #expect((try ada.get("/api/v1/rucks").object["items"] as? [Any])?.count == 1)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Rejects invalid files and zip bombs with a message, and keeps running")
    func hostile() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let bomb = try #require(Deflate.gzip([UInt8](repeating: 0x20, count: 32 << 20)))
      let endless = "<gpx>" + String(repeating: "<a>", count: 1_000)
      let files: [(String, [UInt8])] = [
        ("gpx", bomb), ("gpx", Array(endless.utf8)), ("fit", Array(books.utf8)), ("koreader", Array(books.utf8)),
        ("strava", Array("PK\u{3}\u{4}".utf8)), ("goodreads", [0, 1, 2]), ("audiobookshelf", Array("{".utf8)),
      ]
      for (format, file) in files {
        let rejected = try ada.upload(Self.path + format, file)
        #expect(rejected.status == 422, "\(format): \(rejected.text)")
        #expect((rejected.object["detail"] as? String)?.isEmpty == false)
      }
      let nothing = try ada.upload(Self.path + "goodreads", Array("Title,Exclusive Shelf\n,read\n".utf8))
      #expect(nothing.status == 200 && counts(nothing) == [0, 0, 1])
      #expect(try ada.upload(Self.path + "notes", Array(books.utf8)).status == 400)
      let reader = try stack.client(user: "ada", scope: "read")
      #expect(try reader.upload(Self.path + "goodreads", Array(books.utf8)).status == 403)
    }

    @Test("Deleting the account ends its import with 401 and leaves no data")
    func deletedMeanwhile() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let connection = try ada.connect()
      defer { close(connection) }
      let rows = (0..<20_000).map { "Book \($0),Author \($0),2023/05/01,2022/01/01,read\n" }.joined()
      let file = Array(("Title,Author,Date Read,Date Added,Exclusive Shelf\n" + rows).utf8)
      let head = """
        POST \(Self.path)goodreads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(try #require(ada.token))\r
        Accept: text/event-stream\r\nContent-Length: \(file.count)\r\n\r\n
        """
      try ada.write(Array(head.utf8) + file, to: connection)
      var text = ""
      while !text.contains("\"phase\":\"write\"") { text += try read(connection) }
      #expect(try ada.delete("/api/v1/account").status == 204)
      while !text.contains("event: problem\n") { text += try read(connection) }
      #expect(text.contains("\"status\":401"), "\(text.suffix(300))")
      #expect(try stack.command("user", "list", "--json").output.contains("ada") == false)
    }

    @Test("Events report the progress; killing the process is a problem, and importing the file again adds the rest")
    func killed() throws {
      let stack = try Stack()
      var (ada, eve) = (try stack.client(user: "ada"), try stack.client(user: "eve"))
      (ada.patienceSeconds, eve.patienceSeconds) = (120, 120)
      let rows = (0..<24_000).map { "Book \($0),Author \($0),2023/05/01,2022/01/01,read\n" }.joined()
      let file = Array(("Title,Author,Date Read,Date Added,Exclusive Shelf\n" + rows).utf8)
      let connection = try ada.connect()
      defer { close(connection) }
      let token = try #require(ada.token)
      let head = """
        POST \(Self.path)goodreads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r
        Accept: text/event-stream\r\nContent-Length: \(file.count)\r\n\r\n
        """
      try ada.write(Array(head.utf8) + file, to: connection)
      var text = ""
      while !text.contains("\"phase\":\"write\"") { text += try read(connection) }
      #expect(text.contains("event: progress\n"))
      // Another user's import continues.
      #expect(counts(try eve.upload(Self.path + "goodreads", Array(books.utf8))) == [2, 0, 1])
      let child = try #require(try children(of: try stack.pid(of: "edge")).first)
      kill(child, SIGKILL)
      while !text.contains("event: problem\n") { text += try read(connection) }
      let again = try ada.upload(Self.path + "goodreads", file)
      let sums = counts(again)
      #expect(again.status == 200 && (sums[0] ?? 0) + (sums[1] ?? 0) == 24_000, "\(again.text.prefix(300))")
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Concurrent requests with one key import once and get one report; a killed process keeps none")
    func keys() throws {
      let stack = try Stack()
      var ada = try stack.client(user: "ada")
      ada.patienceSeconds = 120
      let rows = (0..<3_000).map { "Book \($0),Author \($0),2023/05/01,2022/01/01,read\n" }.joined()
      let file = Array(("Title,Author,Date Read,Date Added,Exclusive Shelf\n" + rows).utf8)
      let answers = try concurrently(5) { [ada] _ in
        try ada.upload(Self.path + "goodreads", file, headers: ["Idempotency-Key": "twin"])
      }
      #expect(answers.allSatisfy { counts($0) == [3_000, 0, 0] }, "\(answers.map(\.text))")
      #expect(answers.count { $0.headers["idempotency-replayed"] == nil } == 1)
      let stream = try ada.upload(
        Self.path + "goodreads", file, headers: ["Idempotency-Key": "twin", "Accept": "text/event-stream"])
      #expect(stream.text.contains("event: result\ndata: {\"added\":3000,") && !stream.text.contains("event: progress"))
      let more = Array((String(decoding: file, as: UTF8.self) + "Last,Author,2023/05/01,2022/01/01,read\n").utf8)
      #expect(try ada.upload(Self.path + "goodreads", more, headers: ["Idempotency-Key": "twin"]).status == 422)
      // Killing the edge ends the import, and the same key adds the rest.
      #expect(throws: HTTPFailure.self) { try interrupted(stack, ada, key: "broken") }
      let again = try found("the import after kill -9") {
        let answer = try ada.upload(Self.path + "goodreads", others, headers: ["Idempotency-Key": "broken"])
        return answer.status == 200 ? answer : nil
      }
      let sums = counts(again)
      #expect((sums[0] ?? 0) + (sums[1] ?? 0) == 24_000, "\(again.text.prefix(300))")
      #expect(again.headers["idempotency-replayed"] == nil)
      let third = try ada.upload(Self.path + "goodreads", others, headers: ["Idempotency-Key": "broken"])
      #expect(third.body == again.body && third.headers["idempotency-replayed"] == "true")
      #expect(try stack.command("verify").code == 0)
    }

    /// Files with a format that a person may choose by mistake.
    private var mistaken: [(right: String, wrong: [String], file: String)] {
      let activities = """
        Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename
        101,"Sep 13, 2020, 12:26:40 PM",Up,Hike,,4500,5.25,
        """
      return [
        ("goodreads", ["storygraph", "librarything", "strava", "gpx"], books),
        ("gpx", ["fit", "tcx", "goodreads", "apple-health"], walk), ("strava", ["hardcover", "fit"], activities),
      ]
    }

    @Test("A file that is rejected under a wrong format, which is named, is imported under the right one")
    func wrongFormat() throws {
      let stack = try Stack()
      for (user, isCommand) in [("ada", false), ("eve", true)] {
        let client = try stack.client(user: user)
        for (right, wrongs, text) in mistaken {
          let made = try stack.folder.file("\(user)-\(right)")
          made.handle.write(Data(text.utf8))
          // The same key for all attempts: a rejected one keeps none.
          func send(
            _ format: String, key: String = "attempt"
          ) throws -> (isDone: Bool, added: Int?, reason: String) {
            if isCommand {
              let run = try stack.command("import", format, made.path, "--user", user, "--json")
              let report = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
              return (run.code == 0, report?["added"] as? Int, run.errors)
            }
            let headers = ["Idempotency-Key": "\(key)-\(right)"]
            let answer = try client.upload(Self.path + format, Array(text.utf8), headers: headers)
            #expect(answer.headers["idempotency-replayed"] == nil)
            #expect(answer.status == 200 || answer.status == 422, "\(answer.text)")
            return (answer.status == 200, answer.object["added"] as? Int, answer.object.text("detail") ?? "")
          }
          for wrong in wrongs {
            let rejected = try send(wrong)
            #expect(!rejected.isDone && rejected.reason.contains("choose the format \(right)"), "\(wrong): \(rejected)")
          }
          #expect(try send(right) == (true, right == "goodreads" ? 2 : 1, ""), "\(right)")
          // And a mistake afterwards changes nothing.
          #expect(try send(wrongs[0], key: "mistake").isDone == false)
        }
        #expect(try client.get("/api/v1/library").items.count == 2 && client.get("/api/v1/rucks").items.count == 2)
        let history = try client.get("/api/v1/imports").items
        #expect(history.count { $0["added"] as? Int ?? 0 > 0 } == 3 && history.count == 16, "\(history)")
      }
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Simultaneous imports of a file, over HTTP and by command, report each book as added only once")
    func sameTime() throws {
      let stack = try Stack()
      var (ada, eve) = (try stack.client(user: "ada"), try stack.client(user: "eve"))
      (ada.patienceSeconds, eve.patienceSeconds) = (120, 120)
      let file = others
      let made = try stack.folder.file("others.csv")
      made.handle.write(Data(file))
      // The upload has read the empty library, and pauses before it has written all books.
      let connection = try ada.connect()
      defer { close(connection) }
      let head = """
        POST \(Self.path)goodreads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(try #require(ada.token))\r
        Accept: text/event-stream\r\nContent-Length: \(file.count)\r\n\r\n
        """
      try ada.write(Array(head.utf8) + file, to: connection)
      var text = ""
      while !text.contains("\"phase\":\"read\"") { text += try read(connection) }
      let child = try #require(try children(of: try stack.pid(of: "edge")).first)
      kill(child, SIGSTOP)
      let between = try command(stack.data, "ada", made.path)
      kill(child, SIGCONT)
      while !text.contains("event: result\ndata: ") || !text.hasSuffix("\r\n0\r\n\r\n") {
        text += try read(connection)
      }
      let added = try #require(between[0])
      #expect(added > 0 && between == [added, 24_000 - added, 0], "the command ran after the upload: \(between)")
      let report = "{\"added\":\(24_000 - added),\"alreadyThere\":\(added),\"rejected\":0,"
      #expect(text.contains(report), "\(text.suffix(300))")
      // Another user's imports compete for every call.
      let (data, path) = (stack.data, made.path)
      let reports = try concurrently(4) { [eve] index in
        index < 2 ? counts(try eve.upload(Self.path + "goodreads", file)) : try command(data, "eve", path)
      }
      #expect(reports.reduce(0) { $0 + ($1[0] ?? 0) } == 24_000, "\(reports)")
      #expect(reports.allSatisfy { ($0[0] ?? 0) + ($0[1] ?? 0) == 24_000 && $0[2] == 0 }, "\(reports)")
      for client in [ada, eve] {
        let titles = try titles(client)
        #expect(titles.count == 24_000 && Set(titles).count == 24_000)
      }
      #expect(try stack.command("verify").code == 0)
    }

    /// Imports a list by the command, and returns the counts of its report.
    private func command(_ data: String, _ user: String, _ path: String) throws -> [Int?] {
      let run = try Executable.run(["import", "goodreads", path, "--user", user, "--json", "--data", data])
      let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      return ["added", "alreadyThere", "rejected"].map { report[$0] as? Int }
    }

    /// The title of each entry of the library.
    private func titles(_ client: HTTPClient) throws -> [String] {
      var titles: [String] = []
      var cursor = ""
      repeat {
        let page = try client.get("/api/v1/library?limit=200" + cursor)
        titles += page.items.compactMap { $0.text("title") }
        cursor = page.object.text("nextCursor").map { "&cursor=\($0)" } ?? ""
      } while !cursor.isEmpty
      return titles
    }

    private var others: [UInt8] {
      let rows = (0..<24_000).map { "Other \($0),Author \($0),2023/05/01,2022/01/01,read\n" }.joined()
      return Array(("Title,Author,Date Read,Date Added,Exclusive Shelf\n" + rows).utf8)
    }

    /// Returns the response to an upload during which the edge is killed.
    private func interrupted(_ stack: Stack, _ client: HTTPClient, key: String) throws -> Response {
      let answer = Mutex<Result<Response, any Error>?>(nil)
      let file = others
      let thread = Thread {
        let result = Result { try client.upload(Self.path + "goodreads", file, headers: ["Idempotency-Key": key]) }
        answer.withLock { $0 = result }
      }
      thread.start()
      try eventually("the import writes") {
        try client.get("/api/v1/library?q=Other").items.isEmpty == false
      }
      try stack.kill9("edge")
      return try found("an answer") { answer.withLock { $0 } }.get()
    }

    private func read(_ connection: Int32) throws -> String {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { throw HTTPFailure(description: "the stream ended") }
      return String(decoding: chunk[..<count], as: UTF8.self)
    }

    private func children(of pid: Int32) throws -> [Int32] {
      let text = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }
}
