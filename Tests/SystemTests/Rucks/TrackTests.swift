import Foundation
import Testing

extension SystemTests {
  @Suite("Tracks of rucks over the whole stack")
  struct TrackTests {
    /// A walk of five points, as a watch writes it.
    static func gpx(_ name: String = "Ridge path") -> String {
      let points = (0..<5).map { number in
        """
        <trkpt lat="52.520006\(number)" lon="13.4\(number)"><ele>3\(number).5</ele>\
        <time>2026-06-01T08:0\(number):00Z</time></trkpt>
        """
      }
      return "<gpx><trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    private func ruck(_ client: HTTPClient) throws -> [String: Any] {
      try #require(try client.get("/api/v1/rucks").object.list("items").first)
    }

    @Test("An uploaded walk keeps its track, which survives kill -9, and ends with the account")
    func whole() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let report = try ada.post("/api/v1/imports?format=gpx&load=20", Self.gpx())
      #expect(report.status == 200 && report.object["added"] as? Int == 1, "\(report.text)")
      let made = try ruck(ada)
      #expect(
        made["hasTrack"] as? Bool == true && made.text("name") == "Ridge path" && made["loadWeight"] as? Int == 20)
      let id = try #require(made.text("id"))
      try stack.kill9("session")
      let track = try found("the track") {
        let response = try ada.get("/api/v1/rucks/\(id)/track")
        return response.status == 200 ? response : nil
      }
      let points = try #require(track.object["points"] as? [[Any]])
      #expect(points.count == 5 && points[1][0] as? Int == 1_780_300_860 && points[1][1] as? Double == 52.5200061)
      #expect(points[1][3] as? Double == 31.5 && points[1][4] is NSNull && track.headers["etag"] != nil)
      let simple = try ada.get("/api/v1/rucks/\(id)/track?tolerance=5000")
      #expect((simple.object["points"] as? [[Any]])?.count == 2)
      let file = try ada.get("/api/v1/rucks/\(id)/track", headers: ["Accept": "application/gpx+xml"])
      #expect(file.headers["content-type"] == "application/gpx+xml" && file.text.contains("<trkpt lat=\"52.5200061\""))
      let exported = try ada.get("/api/v1/account/export").object.list("tracks")
      #expect(exported.first?.text("ruckId") == id && exported.first?.text("gpx") == file.text)
      #expect(try stack.command("backup", stack.folder.path + "/backup").code == 0)
      #expect(try stack.command("verify").code == 0)
      let share = try ada.post("/api/v1/shares", #"{"picture": "rucks"}"#)
      let address = try #require(share.object.text("url").flatMap { URL(string: $0)?.path })
      #expect(try !ada.get(address).text.contains("52.52"))
      #expect(try ada.delete("/api/v1/account").status == 204)
      #expect(try ada.get("/api/v1/rucks/\(id)/track").status == 401)
    }

    @Test("A removed track returns with a file imported by hand, and an existing ruck gets the track that it lacks")
    func removed() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let body = #"""
        {"startedAt": "2026-06-01T08:00:00Z", "endedAt": "2026-06-01T09:00:00Z", "distance": 1000, "loadWeight": 5,
        "name": "Mine"}
        """#
      #expect(try ada.post("/api/v1/rucks", body).status == 201)
      #expect(try ada.post("/api/v1/imports?format=gpx", Self.gpx()).object["alreadyThere"] as? Int == 1)
      let made = try ruck(ada)
      #expect(made["hasTrack"] as? Bool == true && made.text("name") == "Mine" && made["distance"] as? Int == 1_000)
      let path = "/api/v1/rucks/" + (try #require(made.text("id"))) + "/track"
      #expect(try ada.delete(path).status == 204 && ada.get(path).status == 404 && ada.delete(path).status == 404)
      #expect(try ruck(ada)["hasTrack"] as? Bool == false)
      #expect(try ada.post("/api/v1/imports?format=gpx", Self.gpx()).status == 200)
      #expect(try ada.get(path).status == 200)
    }

    @Test("A file in the inbox is imported and moved; a rejected one gets a reason; a deleted ruck does not come back")
    func inbox() throws {
      let folder = try TemporaryFolder()
      let inbox = folder.path + "/inbox"
      try FileManager.default.createDirectory(atPath: inbox + "/ada", withIntermediateDirectories: true)
      let stack = try Stack(environment: ["WAYMARK_INBOX": inbox])
      let ada = try stack.client(user: "ada")
      _ = try ada.get("/api/v1/profile")
      func drop(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(inbox)/ada/\(name)"))
      }
      func waitForFile(_ name: String) throws -> String {
        // A file is created before it is filled.
        try found(name) {
          let text = try? String(contentsOfFile: "\(inbox)/ada/\(name)", encoding: .utf8)
          return text?.isEmpty == false ? text : nil
        }
      }
      try drop("walk 20kg.gpx", Self.gpx())
      try drop("notes.gpx", "none")
      #expect(try waitForFile("done/walk 20kg.gpx") == Self.gpx())
      _ = try waitForFile("failed/notes.gpx.txt")
      let made = try ruck(ada)
      #expect(made["loadWeight"] as? Int == 20 && made["hasTrack"] as? Bool == true)
      #expect(try ada.delete("/api/v1/rucks/" + (try #require(made.text("id")))).status == 204)
      try drop("again.gpx", Self.gpx())
      _ = try waitForFile("done/again.gpx")
      #expect(try ada.get("/api/v1/rucks").object.list("items").isEmpty)
    }
  }
}
