import Foundation
import FoundationXML
import PDFContent
import Testing

extension SystemTests {
  @Suite("Pictures and printable reports")
  struct PictureTests {
    static let pictures = [
      "diversity/radar.svg", "diversity/completion.svg", "analytics/activity.svg", "insights/timeline.svg",
      "insights/rings.svg", "rucks/weekly.svg", "achievements/bookworm.svg", "review/2026.svg",
      "review/2026-02.svg",
    ]
    static let pages = ["export/report.pdf", "review/2026.pdf", "review/2026-02.pdf"]

    private let shelf: Bookshelf

    init() throws { shelf = try Bookshelf(Stack()) }

    private func get(_ path: String, headers: [String: String] = [:]) throws -> Response {
      try shelf.client.get("/api/v1/\(path)", headers: headers)
    }

    @Test("Each has its content type, an ETag and private caching, and is well-formed", arguments: pictures + pages)
    func responses(path: String) throws {
      try shelf.finish("a", culture: "African")
      let answer = try get(path)
      #expect(answer.status == 200, "\(answer.text)")
      let isPicture = path.hasSuffix(".svg")
      #expect(answer.headers["content-type"] == (isPicture ? "image/svg+xml" : "application/pdf"))
      #expect(answer.headers["cache-control"] == "private, max-age=300")
      #expect(answer.headers["vary"] == "Authorization")
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      let policy = answer.headers["content-security-policy"]
      #expect(policy == (isPicture ? "default-src 'none'; style-src 'unsafe-inline'" : nil))
      let tag = try #require(answer.headers["etag"])
      let same = try get(path, headers: ["If-None-Match": tag])
      #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag)
      let head = try shelf.client.send("HEAD", "/api/v1/\(path)")
      #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(answer.body.count)")
      if isPicture {
        #expect(XMLParser(data: answer.body).parse())
        #expect(answer.text.contains("role=\"img\"") && answer.text.contains("<title>"))
      } else {
        #expect(answer.body.starts(with: Data("%PDF-1.7".utf8)))
      }
    }

    @Test("Draws the requested theme and width, and rejects invalid ones by name", arguments: pictures)
    func drawing(path: String) throws {
      let themes = try ["light", "dark", "auto"].map { try get("\(path)?theme=\($0)").text }
      let standard = try get(path).text
      #expect(Set(themes).count == 3 && themes[2] == standard)
      for width in [200, 613, 2_000] {
        #expect(try get("\(path)?width=\(width)").text.contains("width=\"\(width)\""))
      }
      for query in ["theme=blue", "width=199", "width=2001", "width=x", "colour=red", "width=300&width=300"] {
        let answer = try get("\(path)?\(query)")
        let name = query.prefix { $0 != "=" }
        #expect(answer.status == 400 && answer.object.text("detail")?.contains(name) == true, "\(query)")
      }
      #expect(try HTTPClient(port: shelf.client.port).get("/api/v1/\(path)").status == 401)
      #expect(try shelf.client.post("/api/v1/\(path)", "{}").status == 405)
    }

    @Test("Accepts the parameters of its figures and rejects others")
    func choices() throws {
      let good = [
        "diversity/radar.svg?period=year&axes=culturalOrigin,gender,translation,ownVoices,language",
        "analytics/activity.svg?kind=all&range=month", "analytics/activity.svg?kind=rucks&range=year",
        "analytics/activity.svg?kind=reading&from=2020-01-01&to=2029-12-31", "insights/timeline.svg?months=120",
        "rucks/weekly.svg?weeks=260", "review/1.svg", "review/9999.svg", "review/9999-12.svg?unit=mi",
        "achievements/polyglot.svg",
      ]
      for path in good {
        let answer = try get(path)
        #expect(answer.status == 200 && XMLParser(data: answer.body).parse(), "\(path): \(answer.text.prefix(300))")
      }
      let bad = [
        "diversity/radar.svg?axes=gender", "analytics/activity.svg?kind=walks", "analytics/activity.svg?range=decade",
        "analytics/activity.svg?from=2026-01-01", "insights/timeline.svg?months=0", "rucks/weekly.svg?weeks=261",
        "review/0.svg", "review/x.svg", "review/2026-13.svg", "review/2026-1.svg", "review/0-01.svg",
      ]
      for path in bad { #expect(try get(path).status == 400, "\(path)") }
      #expect(try get("achievements/none.svg").status == 404 && get("achievements/a%20b.svg").status == 422)
    }

    @Test("A report contains the texts of its figures")
    func words() throws {
      for number in 1...3 { try shelf.finish("b\(number)", culture: Bookshelf.cultures[number]) }
      for timeframe in ["week", "month", "year", "allTime"] {
        let page = try get("export/report.pdf?timeframe=\(timeframe)")
        #expect(try PDFContent.text(of: page.body).contains("(Books finished) Tj"))
        #expect(page.body.count < 40_000, "\(page.body.count) bytes")
      }
      #expect(try get("export/report.pdf?timeframe=day").status == 400)
      #expect(try get("review/0.pdf").status == 400 && get("review/x.pdf").status == 400)
      #expect(try get("review/1999.pdf").status == 200)
      let march = try get("review/1999-03.pdf")
      #expect(try PDFContent.text(of: march.body).contains("(March 1999 in review) Tj"))
      #expect(try get("review/2026-00.pdf").status == 400 && get("review/2026-123.pdf").status == 400)
    }
  }
}
