import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Book look-up")
struct BookLookupTests {
  private let site: WebhookRig

  init() throws { site = try WebhookRig(try SessionRig()) }

  private func look(q: String? = nil, isbn: String? = nil) async throws -> [SessionAPI.BookCandidate] {
    try await site.handlers.lookUpBooks(.init(q: q, isbn: isbn), site.ada).candidates
  }

  private static let found = """
    {"numFound": 2, "docs": [{"key": "/works/OL1W", "title": "Kindred", "author_name": ["Octavia E. Butler"],
      "first_publish_year": 1979, "number_of_pages_median": 264, "language": ["xxx", "eng"],
      "isbn": ["0807083690", "9780807083697", "123"], "cover_i": 8231856},
      {"key": "/works/OL2W", "title": "Bare"}, {"title": "No key"}, {"key": "/works/OL3W"}, 5]}
    """

  private func reply(_ text: String, status: Int = 200) {
    let body = Array(text.utf8)
    site.respond { _ in .init(status: status, body: body) }
  }

  @Test("Searches by words, and keeps the result for a day")
  func search() async throws {
    reply(Self.found)
    let books = try await look(q: " kindred & co ")
    #expect(books.map(\.sourceId) == ["OL1W", "OL2W"])
    let first = try #require(books.first)
    #expect(first.source == "openlibrary" && first.authors == ["Octavia E. Butler"] && first.publishedYear == 1_979)
    #expect(first.pageCount == 264 && first.language == "en" && first.isbn13 == ["9780807083697"])
    #expect(first.coverUrl == "https://covers.openlibrary.org/b/id/8231856-L.jpg")
    let request = try #require(site.requests.first)
    #expect(request.url.hasPrefix("https://openlibrary.org/search.json?q=kindred"))
    #expect(!request.url.contains("& co") && request.namedBy == .user)
    #expect(try await look(q: "Kindred & Co") == books)
    #expect(site.requests.count == 1)
    site.rig.clock.now = site.rig.clock.now + 86_400
    _ = try await look(q: "kindred & co")
    #expect(site.requests.count == 2)
  }

  @Test("Finds an edition by its number, with the names of its authors")
  func edition() async throws {
    site.respond { request in
      let text =
        request.url.contains("/authors/")
        ? #"{"name": "Octavia E. Butler"}"#
        : """
        {"key": "/books/OL9M", "title": "Kindred", "authors": [{"key": "/authors/OL5A"}], "publish_date": "May 1, 2003",
          "number_of_pages": 287, "languages": [{"key": "/languages/fre"}], "isbn_13": ["9780807083697"],
          "isbn_10": ["0807083690"], "covers": [12]}
        """
      return .init(status: 200, body: Array(text.utf8))
    }
    let book = try #require(try await look(isbn: "0-8070-8369-0").first)
    #expect(book.sourceId == "OL9M" && book.authors == ["Octavia E. Butler"] && book.publishedYear == 2_003)
    #expect(book.pageCount == 287 && book.language == "fr" && book.isbn13 == ["9780807083697"])
    #expect(
      site.requests.map(\.url)
        == ["https://openlibrary.org/isbn/9780807083697.json", "https://openlibrary.org/authors/OL5A.json"])
    reply("", status: 404)
    #expect(try await look(isbn: "9780140449136") == [])
  }

  @Test("503 if the catalogue is unavailable or responds with nonsense; nothing is kept then")
  func unavailable() async throws {
    for (text, status) in [("", 500), ("<html>", 200), ("[]", 200), (#"{"docs": 5}"#, 200), ("", 302)] {
      reply(text, status: status)
      #expect(await fault { _ = try await look(q: "x") }?.code == .unavailable, "\(text) \(status)")
    }
    site.respond { _ in .init(.notAllowed) }
    #expect(await fault { _ = try await look(q: "x") }?.code == .unavailable)
    site.respond { _ in nil }
    #expect(await fault { _ = try await look(q: "x") }?.code == .unavailable)
    reply(Self.found)
    #expect(try await look(q: "x").count == 2)
  }

  @Test("Rejects a call without or with two questions, and a wrong number, without a request")
  func rejections() async throws {
    for (q, isbn, field) in [
      (nil, nil, "q"), ("", nil, "q"), ("x", "9780807083697", "isbn"), (nil, "9780807083698", "isbn"),
      (String(repeating: "x", count: 501), nil, "q"),
    ] as [(String?, String?, String)] {
      let found = await fault { _ = try await look(q: q, isbn: isbn) }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == [field])
    }
    #expect(site.requests.isEmpty)
  }

  @Test("503 that names the setting if the look-up is switched off")
  func switchedOff() async throws {
    let handlers = SessionHandlers(
      database: site.rig.database, zones: Zones(), log: Log(service: "session", level: .error), looksUpBooks: false,
      now: { site.rig.clock.now })
    let found = await fault { _ = try await handlers.lookUpBooks(.init(q: "x"), site.ada) }
    #expect(found?.code == .unavailable && found?.message.contains("WAYMARK_LOOKUP") == true)
  }
}
