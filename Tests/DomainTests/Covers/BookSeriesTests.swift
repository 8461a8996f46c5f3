import Testing

@testable import Domain

@Suite("ISBN and series of works")
struct BookSeriesTests {
  private func fields(_ work: Work, isbn: String? = nil) -> [String] {
    do throws(Rejection) {
      try LibraryRules.check(work, isbn: isbn)
      return []
    } catch {
      return error.violations.map(\.field)
    }
  }

  @Test(
    "Checks the name and the position of a series",
    arguments: [
      (BookSeries(name: "Earthsea"), []), (BookSeries(name: "Earthsea", position: 0), []),
      (BookSeries(name: "Earthsea", position: 2.5), []), (BookSeries(name: "Earthsea", position: 10_000), []),
      (BookSeries(name: ""), ["series.name"]), (BookSeries(name: "\0"), ["series.name"]),
      (BookSeries(name: String(repeating: "x", count: 501)), ["series.name"]),
      (BookSeries(name: "E", position: -1), ["series.position"]),
      (BookSeries(name: "E", position: 10_000.5), ["series.position"]),
      (BookSeries(name: "E", position: .nan), ["series.position"]),
    ] as [(BookSeries, [String])])
  func series(series: BookSeries, expected: [String]) {
    #expect(fields(Work(id: "w", title: "T", series: series)) == expected)
  }

  @Test(
    "Accepts an ISBN with a correct check digit", arguments: ["0385474547", "0-385-47454-7", "978-0-385-47454-2"])
  func valid(isbn: String) {
    #expect(fields(Work(id: "w", title: "T"), isbn: isbn) == [])
    var identifiers = WorkIdentifiers()
    identifiers.apply(isbn: .set(isbn))
    #expect(identifiers.isbn == ["9780385474542"])
  }

  @Test("Rejects another ISBN", arguments: ["", "0385474548", "9780385474543", "978038547454", "x", "97803854745420"])
  func invalid(isbn: String) {
    #expect(fields(Work(id: "w", title: "T"), isbn: isbn) == ["isbn"])
  }

  @Test("The ISBN of a work is the first of its editions, and null clears all")
  func first() {
    var identifiers = WorkIdentifiers()
    identifiers.isbn = ["9780141439587", "9780385474542"]
    identifiers.apply(isbn: .unchanged)
    #expect(identifiers.isbn == ["9780141439587", "9780385474542"])
    identifiers.apply(isbn: .set("0385474547"))
    #expect(identifiers.isbn == ["9780385474542", "9780141439587"])
    identifiers.apply(isbn: .set("9780807083697"))
    #expect(identifiers.isbn == ["9780807083697", "9780385474542", "9780141439587"])
    identifiers.apply(isbn: .cleared)
    #expect(identifiers.isbn.isEmpty)
  }

  @Test("Keeps the number of editions within its limit")
  func full() {
    var identifiers = WorkIdentifiers()
    identifiers.isbn = (0..<LibraryRules.mostInList).map { "number \($0)" }
    identifiers.apply(isbn: .set("9780807083697"))
    #expect(identifiers.isbn.count == LibraryRules.mostInList && identifiers.isbn.first == "9780807083697")
    #expect(identifiers.isbn.last == "number \(LibraryRules.mostInList - 2)")
  }
}
