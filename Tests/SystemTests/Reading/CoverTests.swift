import ForeignServer
import Foundation
import Testing

extension SystemTests {
  @Suite("Covers over the whole stack")
  struct CoverTests {
    private static let work = "/api/v1/works/kindred"
    private static let story = "/api/v1/stories/sea"

    private func put(
      _ client: HTTPClient, _ path: String, _ image: [UInt8], type: String? = "image/png"
    ) throws -> Response {
      let headers = type.map { ["Content-Type": $0] } ?? [:]
      return try client.upload(path + "/cover", image, method: "PUT", headers: headers)
    }

    private func prepare(_ stack: Stack, user: String = "ada") throws -> HTTPClient {
      let client = try stack.client(user: user)
      let work = #"{"title": "Kindred & <Kin>", "authors": ["Octavia E. Butler"]}"#
      #expect(try client.put(Self.work, work).status == 201)
      #expect(try client.put(Self.story, #"{"title": "海の道", "estimatedDuration": 600}"#).status == 201)
      return client
    }

    @Test("An image is stored, served with a tag, survives kill -9 and a backup, and ends with its work")
    func whole() throws {
      let stack = try Stack()
      let ada = try prepare(stack)
      #expect(try ada.get(Self.work).object["hasCover"] as? Bool == false)
      for (image, type) in [
        (CoverImages.png(), "image/png"), (CoverImages.webp, "image/webp"), (CoverImages.jpeg, "image/jpeg"),
      ] {
        #expect(try put(ada, Self.work, image, type: type).status == 204)
        let response = try ada.get(Self.work + "/cover")
        #expect(response.status == 200 && Array(response.body) == image && response.headers["content-type"] == type)
      }
      #expect(try put(ada, Self.story, CoverImages.png(count: 1 << 20)).status == 204)
      #expect(try ada.get(Self.work).object["hasCover"] as? Bool == true)
      #expect(try ada.get("/api/v1/stories").object.list("items").map { $0["hasCover"] as? Bool } == [true])
      try stack.kill9("session")
      let response = try found("the cover") { () -> Response? in
        let response = try ada.get(Self.work + "/cover")
        return response.status == 200 ? response : nil
      }
      let tag = try #require(response.headers["etag"])
      #expect(tag.hasPrefix("\"") && response.headers["cache-control"] == "private, max-age=86400")
      #expect(response.headers["x-cover"] == nil && response.headers["x-content-type-options"] == "nosniff")
      let known = try ada.get(Self.work + "/cover", headers: ["If-None-Match": tag])
      #expect(known.status == 304 && known.body.isEmpty && known.headers["etag"] == tag)
      #expect(try ada.get(Self.story + "/cover").body.count == 1 << 20)
      #expect(try stack.command("backup", stack.folder.path + "/backup").code == 0)
      #expect(try stack.command("verify").code == 0)
      #expect(try ada.delete(Self.work).status == 204 && ada.get(Self.work + "/cover").status == 404)
      #expect(try ada.put(Self.work, #"{"title": "Again"}"#).object["hasCover"] as? Bool == false)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Without an image, the cover is a drawing, the same each time; DELETE returns to it")
    func drawn() throws {
      let stack = try Stack()
      let ada = try prepare(stack)
      let response = try ada.get(Self.work + "/cover")
      #expect(response.status == 200 && response.headers["content-type"] == "image/svg+xml")
      #expect(response.headers["x-cover"] == "generated" && response.text.contains("Kindred &amp; &lt;Kin&gt;"))
      #expect(response.text.contains("Octavia E. Butler") && !response.text.contains("<Kin>"))
      #expect(response.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      let tag = try #require(response.headers["etag"])
      #expect(try ada.get(Self.work + "/cover", headers: ["If-None-Match": tag]).status == 304)
      #expect(try ada.get(Self.story + "/cover").text.contains("海の道"))
      #expect(try put(ada, Self.work, CoverImages.png()).status == 204)
      #expect(try ada.get(Self.work + "/cover").headers["etag"] != tag)
      #expect(try ada.delete(Self.work + "/cover").status == 204 && ada.delete(Self.work + "/cover").status == 204)
      #expect(try ada.get(Self.work + "/cover").headers["etag"] == tag)
    }

    @Test("Rejects other formats, damaged and large images, and unknown objects")
    func rejected() throws {
      let stack = try Stack()
      let ada = try prepare(stack)
      let cases: [(image: [UInt8], type: String?, status: Int)] = [
        ([UInt8]("GIF89a".utf8), "image/png", 415), ([UInt8]("<svg/>".utf8), "image/jpeg", 415), ([], "image/png", 415),
        (CoverImages.png(), "image/gif", 415), (CoverImages.png(), nil, 415),
        (Array(CoverImages.png().prefix(20)), "image/png", 422), (CoverImages.png(width: 4_001), "image/png", 422),
        (CoverImages.png(height: 4_001), "image/png", 422), (CoverImages.png(count: 1 << 20 + 1), "image/png", 413),
        (CoverImages.png(width: 4_000, height: 4_000), "image/png", 204),
      ]
      for (image, type, status) in cases {
        #expect(try put(ada, Self.work, image, type: type).status == status, "\(status) \(type ?? "-")")
      }
      #expect(try put(ada, "/api/v1/works/none", CoverImages.png()).status == 404)
      #expect(try ada.get("/api/v1/works/none/cover").status == 404)
      #expect(try ada.delete("/api/v1/stories/none/cover").status == 404)
      #expect(try ada.post(Self.work + "/cover", "{}").status == 405)
      let ben = try stack.client(user: "ben")
      #expect(try ben.get(Self.work + "/cover").status == 404)
      var anonymous = ada
      anonymous.token = nil
      #expect(try anonymous.get(Self.work + "/cover").status == 401)
    }

    @Test("A candidate is 422 if it is malformed, and 503 if no server may be called")
    func candidates() throws {
      let stack = try Stack(environment: ["WAYMARK_OUTGOING": "none"])
      let ada = try prepare(stack)
      func put(_ body: String) throws -> Response { try ada.put(Self.work + "/cover", body) }
      #expect(try put(#"{"candidate": {"source": "openlibrary", "sourceId": "OL45804W"}}"#).status == 503)
      for (body, field) in [
        ("{}", "candidate"), (#"{"candidate": {"source": "other", "sourceId": "OL45804W"}}"#, "candidate.source"),
        (#"{"candidate": {"source": "openlibrary", "sourceId": "../x"}}"#, "candidate.sourceId"),
      ] {
        let response = try put(body)
        #expect(
          response.status == 422 && response.object.list("errors").first?.text("field") == field, "\(response.text)")
      }
    }

    @Test("The account document contains covers, which another account imports, and the account's end removes them")
    func account() throws {
      let stack = try Stack()
      let ada = try prepare(stack)
      #expect(try put(ada, Self.work, CoverImages.png(count: 5_000)).status == 204)
      #expect(try put(ada, Self.story, CoverImages.jpeg, type: "image/jpeg").status == 204)
      let document = try ada.get("/api/v1/account/export")
      let covers = document.object.list("covers")
      #expect(covers.map { $0.text("kind") } == ["story", "work"])
      #expect(covers.map { $0.text("id") } == ["sea", "kindred"])
      #expect(covers.first?.text("data") == Data(CoverImages.jpeg).base64EncodedString())
      let ben = try stack.client(user: "ben")
      let imported = try ben.post("/api/v1/imports?format=waymark", document.text)
      #expect(imported.status == 200, "\(imported.text)")
      #expect(try Array(ben.get(Self.work + "/cover").body) == CoverImages.png(count: 5_000))
      #expect(try ben.get(Self.story).object["hasCover"] as? Bool == true)
      // A cover that was changed since then stays.
      #expect(try put(ben, Self.work, CoverImages.webp, type: "image/webp").status == 204)
      #expect(try ben.post("/api/v1/imports?format=waymark", document.text).status == 200)
      #expect(try Array(ben.get(Self.work + "/cover").body) == CoverImages.webp)
      #expect(try ada.delete("/api/v1/account").status == 204)
      #expect(try ada.get(Self.work + "/cover").status == 401)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("ISBN and series are stored, returned and exported")
    func series() throws {
      let stack = try Stack()
      let ada = try prepare(stack)
      let body = #"{"title": "Kindred", "isbn": "0-8070-8369-0", "series": {"name": "Novels", "position": 4}}"#
      let saved = try ada.put(Self.work, body)
      #expect(saved.status == 200 && saved.object.text("isbn") == "9780807083697")
      let listed = try #require(try ada.get("/api/v1/works").object.list("items").first)
      #expect(listed.object("series").text("name") == "Novels" && listed.object("series").number("position") == 4)
      #expect(try ada.put(Self.work, #"{"title": "Kindred"}"#).object.text("isbn") == "9780807083697")
      let wrong = try ada.put(Self.work, #"{"title": "Kindred", "isbn": "9780807083698"}"#)
      #expect(wrong.status == 422 && wrong.object.list("errors").first?.text("field") == "isbn")
      let exported = try ada.get("/api/v1/export?kind=works&format=csv")
      #expect(exported.text.contains("Novels") && exported.text.contains("9780807083697"))
    }

    @Test("A story that a connection creates has the cover of its item")
    func connection() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let books = ForeignBooks()
      books.set(.init("one", item: "moon", startedAt: 1_772_000_000))
      books.set(.init("two", item: "sun", startedAt: 1_772_100_000))
      books.setCover(.status(200, headers: [("Content-Type", "image/png")], body: CoverImages.png()), of: "moon")
      books.setCover(.status(200, headers: [("Content-Type", "text/html")], body: [60, 104]), of: "sun")
      let server = ForeignServer { books.respond(to: $0) }
      defer { server.stop() }
      let body = #"{"kind": "audiobookshelf", "url": "\#(server.url)", "secret": "\#(ForeignBooks.secret)"}"#
      #expect(try ada.post("/api/v1/connections", body).status == 201)
      try eventually("the run ends") {
        let state = try ada.get("/api/v1/connections").object.list("items").first?.object("state")
        return state?.number("added") == 2 && state?.text("phase") == "idle"
      }
      #expect(try Array(ada.get("/api/v1/stories/abs:moon/cover").body) == CoverImages.png())
      #expect(try ada.get("/api/v1/stories/abs:sun/cover").headers["x-cover"] == "generated")
      #expect(Set(books.coverRequests) == ["moon", "sun"] && books.coverRequests.count == 2)
    }
  }
}
