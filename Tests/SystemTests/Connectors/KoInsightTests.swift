import Foundation
import Testing

extension SystemTests {
  @Suite("KoInsight's plugin")
  struct KoInsightTests {
    private static let path = "/api/plugin/import"

    /// A request body of the plugin: one book, and a page of a minute at each start.
    private func body(_ starts: [String], _ more: String = "") -> [UInt8] {
      let rows = starts.enumerated().map { number, start in
        #"""
        {"page": \#(number % 300 + 1), "start_time": \#(start), "duration": 60, "total_pages": 300.0,
         "book_md5": "\#(Statistics.md5)", "device_id": "d"}
        """#
      }
      let book = #"{"md5": "\#(Statistics.md5)", "title": "Dune", "authors": "Frank Herbert", "pages": 300}"#
      let stats = rows.joined(separator: ",")
      let text = #"{"books": [\#(book)], "stats": [\#(stats)], "annotations": {}\#(more), "version": "0.2"}"#
      return Array(text.utf8)
    }

    private func count(_ client: HTTPClient) throws -> Int {
      try client.get("/api/v1/reading/sessions").object.list("items").count
    }

    @Test("The history arrives again and again, and each minute counts once, also with WebDAV")
    func history() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "me")
      let base = "/koinsight/\(device.token)"
      #expect(try device.client.get(base + "/api/plugin/health").status == 200)
      #expect(
        try device.client.post(base + "/api/plugin/device", #"{"id": "d", "model": "m", "version": "0.1"}"#).status
          == 200)
      let first = try device.client.upload(base + Self.path, body(["1700000000.0", "1.70000006e9"]))
      #expect(first.status == 200 && first.text == #"{"message":"1 new session"}"#, "\(first.text)")
      let again = try device.client.upload(base + Self.path, body(["1700000000", "1700000060", "1700000120"]))
      #expect(again.text == #"{"message":"0 new sessions"}"#)
      let statistics = (0..<3).map { Statistics.page($0 + 1, at: 1_700_000_000 + 60 * $0) }.joined()
      #expect(try device.dav("PUT", "/statistics.sqlite3", Statistics.file(Statistics.book + statistics)).status == 201)
      #expect(try count(ada) == 1)
      let session = try #require(try ada.get("/api/v1/reading/sessions").object.list("items").first)
      #expect(session["duration"] as? Double == 180 || session.text("endedAt") == "2023-11-14T22:16:20Z")
      #expect(try ada.delete("/api/v1/reading/sessions/\(session.text("id") ?? "")").status == 204)
      let third = try device.client.upload(
        "/koinsight" + Self.path, body(["1700000000", "1700000060"]), headers: device.basic)
      #expect(third.status == 200 && third.text == #"{"message":"0 new sessions"}"#)
      #expect(try count(ada) == 0)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A history in which nothing is new is not stored again")
    func nothingNew() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "me")
      let path = "/koinsight/\(device.token)" + Self.path
      // A hundred evenings of 200 pages.
      let history = body((0..<20_000).map { "\(1_600_000_000 + 86_400 * ($0 / 200) + 60 * ($0 % 200))" })
      let first = try device.client.upload(path, history)
      #expect(first.status == 200 && first.text != #"{"message":"0 new sessions"}"#, "\(first.text)")
      let session = try stack.pid(of: "session")
      let before = try Self.written(by: session)
      for _ in 0..<3 {
        #expect(try device.client.upload(path, history).text == #"{"message":"0 new sessions"}"#)
      }
      let written = try Self.written(by: session) - before
      #expect(written < history.count / 4, "\(written) of \(3 * history.count) bytes")
    }

    /// The bytes that a process has written to files and sockets.
    private static func written(by pid: Int32) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(pid)/io", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("wchar:") })
      return try #require(Int(line.split(separator: " ")[1]))
    }

    @Test("A row of a wrong clock is skipped and listed, and empty tables are accepted")
    func rows() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "ada")
      let path = "/koinsight/\(device.token)" + Self.path
      let skipped = try device.client.upload(path, body(["1700000000", "86400", "4000000000"]))
      #expect(skipped.status == 200 && skipped.text == #"{"message":"1 new session"}"#, "\(skipped.text)")
      let list = try ada.get("/api/v1/connectors").object.list("connectors")
      let problem = (list[2]["lastProblem"] as? [String: Any])?.text("message")
      #expect(problem?.contains("2 items were skipped") == true, "\(problem ?? "none")")
      #expect(try device.client.upload(path, Array(#"{"books": {}, "stats": []}"#.utf8)).status == 200)
      let malformed = try device.client.upload(path, Array(#"{"books": [}"#.utf8))
      #expect(malformed.status == 400 && malformed.text.hasPrefix("{"), "\(malformed.text)")
      let wrong = try device.client.upload("/koinsight/0000-0000-0000-0000" + Self.path, body([]))
      #expect(wrong.status == 401 && wrong.object["error"] as? String == "Unauthorized")
    }
  }
}
