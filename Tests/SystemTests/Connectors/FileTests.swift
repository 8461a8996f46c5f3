import Foundation
import Testing

extension SystemTests {
  @Suite("Files over WebDAV")
  struct FileTests {
    private static let start = 1_700_000_000

    /// The starts of the reading sessions, oldest first.
    private func sessions(_ client: HTTPClient) throws -> [String] {
      try client.get("/api/v1/reading/sessions").object.list("items").compactMap { $0.text("startedAt") }.sorted()
    }

    @Test("Files survive kill -9 byte for byte, and are in a backup and the export")
    func files() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "ada")
      let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      #expect(try device.dav("MKCOL", "/notes").status == 201)
      let made = try device.dav("PUT", "/notes/b%C3%BCcher.bin", content)
      #expect(made.status == 201, "\(made.text)")
      let tag = try #require(made.headers["etag"])
      try stack.kill9("session")
      let read = try found("the file") {
        let response = try device.dav("GET", "/notes/b%C3%BCcher.bin")
        return response.status == 200 ? response : nil
      }
      #expect(read.body == Data(content) && read.headers["etag"] == tag)
      #expect(try device.dav("GET", "/notes/b%C3%BCcher.bin", nil, ["If-None-Match": tag]).status == 304)
      let list = try device.dav("PROPFIND", "/notes", nil, ["Depth": "1"])
      #expect(list.status == 207 && list.text.contains("<D:href>/dav/notes/b%C3%BCcher.bin</D:href>"))
      let item = try ada.get("/api/v1/account/export").object.list("connectors").first {
        $0.text("kind") == "file" && $0["size"] as? Int == 3_000_000
      }
      #expect(item?.text("name") == "notes/bücher.bin" && item?.text("sha256")?.count == 64)
      let backup = stack.folder.path + "/backup"
      #expect(try stack.command("backup", backup).code == 0)
      #expect(try stack.command("verify").code == 0)
      #expect(try device.dav("DELETE", "/notes").status == 204)
      #expect(try device.dav("GET", "/notes/b%C3%BCcher.bin").status == 404)
      #expect(try ada.delete("/api/v1/account").status == 204)
      #expect(try device.dav("PROPFIND", "/").status == 401)
    }

    /// The requests that davfs2 1.6.1 sends for a mount, a new folder, a new file, a rename, reads and a removal.
    @Test("A mount by davfs2 works")
    func mounted() throws {
      let stack = try Stack()
      let device = try Device(try stack.client(user: "ada"), name: "ada")
      let (xml, agent) = (["Content-Type": "application/xml"], ["User-Agent": "davfs2/1.6.1 neon/0.32.5"])
      func find(_ path: String, depth: String, _ names: [String]) throws -> Response {
        let list = names.map { "<\($0) xmlns=\"DAV:\"/>\n" }.joined()
        let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        let body = head + "<propfind xmlns=\"DAV:\"><prop>\n\(list)</prop></propfind>\n"
        return try device.dav(
          "PROPFIND", path, Array(body.utf8), ["Depth": depth].merging(xml) { $1 }.merging(agent) { $1 })
      }
      let usual = ["resourcetype", "getcontentlength", "getetag", "getlastmodified"]
      let options = try device.dav("OPTIONS", "/", nil, agent)
      #expect(options.status == 200 && options.headers["dav"] == "1")
      #expect(try find("/", depth: "1", usual).status == 207)
      #expect(try find("/", depth: "0", ["quota-available-bytes", "quota-used-bytes"]).status == 207)
      #expect(try device.dav("MKCOL", "/books/", nil, agent).status == 201)
      let hello = Array("hello\n".utf8)
      let made = try device.dav("PUT", "/books/a.txt", hello, ["If-None-Match": "*"])
      let tag = try #require(made.headers["etag"])
      #expect(made.status == 201)
      #expect(try device.dav("PUT", "/books/a.txt", hello, ["If-None-Match": "*"]).status == 412)
      let found = try find("/books/", depth: "1", usual)
      #expect(found.text.contains("<D:href>/dav/books/a.txt</D:href>") && found.text.contains(tag))
      let destination = "http://127.0.0.1:\(stack.port)/dav/books/b.txt"
      let moved = try device.dav("MOVE", "/books/a.txt", nil, ["Destination": destination, "Overwrite": "T"])
      #expect(moved.status == 201)
      #expect(try device.dav("GET", "/books/b.txt", nil, ["If-None-Match": tag]).status == 304)
      #expect(try device.dav("GET", "/books/b.txt").body == Data(hello))
      #expect(try device.dav("PUT", "/books/b.txt", Array("more\n".utf8), ["If-Match": tag]).status == 204)
      // It mounts without locks if the server has none.
      #expect(try device.dav("LOCK", "/books/b.txt", nil, agent).status == 405)
      #expect(try device.dav("DELETE", "/books/b.txt", nil, agent).status == 204)
      #expect(try device.dav("DELETE", "/books/", nil, agent).status == 204)
    }

    @Test("A lost race changes nothing, and statistics that are not a database leave the previous ones")
    func races() throws {
      let stack = try Stack()
      let device = try Device(try stack.client(user: "ada"), name: "ada")
      let first = try Statistics.file(Statistics.book)
      let made = try device.dav("PUT", "/statistics.sqlite3", first)
      let tag = try #require(made.headers["etag"])
      #expect(try device.dav("PUT", "/statistics.sqlite3", Array("none".utf8)).status == 422)
      let second = try Statistics.file(Statistics.book + Statistics.page(1, at: Self.start))
      #expect(try device.dav("PUT", "/statistics.sqlite3", second, ["If-Match": "W/\(tag)"]).status == 204)
      #expect(try device.dav("PUT", "/statistics.sqlite3", first, ["If-Match": tag]).status == 412)
      #expect(try device.dav("GET", "/statistics.sqlite3").body == Data(second))
    }

    @Test("Statistics are imported before the response; a deleted session does not come back, and the page follows")
    func statistics() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "ada")
      let pages = (1...3).map { Statistics.page($0, at: Self.start + 60 * $0) }.joined()
      let file = try Statistics.file(Statistics.book + pages)
      #expect(try device.dav("PUT", "/statistics.sqlite3", file).status == 201)
      try eventually("the import") { try sessions(ada).count == 1 }
      #expect(try device.dav("PUT", "/statistics.sqlite3", file).status == 204)
      #expect(try sessions(ada).count == 1)
      let session = try #require(try ada.get("/api/v1/reading/sessions").object.list("items").first?.text("id"))
      #expect(try ada.delete("/api/v1/reading/sessions/\(session)").status == 204)
      let later = Statistics.page(9, at: Self.start + 86_400)
      let more = try Statistics.file(Statistics.book + pages + later)
      #expect(try device.dav("PUT", "/statistics.sqlite3", more).status == 204)
      try eventually("the new session") { try sessions(ada).count == 1 }
      #expect(try sessions(ada).first?.hasPrefix("2023-11-15") == true)
      let work = try #require(try ada.get("/api/v1/works").object.list("items").first?.text("id"))
      #expect(try ada.put("/api/v1/library/\(work)", #"{"status": "reading"}"#).status == 200)
      #expect(try device.push(Statistics.md5, 0.5).status == 200)
      #expect(try ada.get("/api/v1/library/\(work)").object["currentPage"] as? Int == 150)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A walk is imported with the load of its folder, and what cannot be imported is a problem and not an error")
    func walks() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "me")
      let walk = """
        <gpx version="1.1"><trk><type>hiking</type><trkseg><trkpt lat="50" lon="8"><time>2026-01-01T08:00:00Z</time>\
        </trkpt><trkpt lat="50.01" lon="8"><time>2026-01-01T08:20:00Z</time></trkpt></trkseg></trk></gpx>
        """
      #expect(try device.dav("MKCOL", "/20kg").status == 201)
      #expect(try device.dav("PUT", "/20kg/walk.gpx", Array(walk.utf8)).status == 201)
      let rucks = try found("the ruck") {
        let items = try ada.get("/api/v1/rucks").object.list("items")
        return items.isEmpty ? nil : items
      }
      #expect(rucks.count == 1 && rucks[0]["loadWeight"] as? Double == 20)
      #expect(try device.dav("PUT", "/broken.gpx", Array("<gpx".utf8)).status == 201)
      try eventually("the problem") {
        let dav = try ada.get("/api/v1/connectors").object.list("connectors").first
        return (dav?["lastProblem"] as? [String: Any])?.text("message")?.contains("broken.gpx") == true
      }
    }
  }
}
