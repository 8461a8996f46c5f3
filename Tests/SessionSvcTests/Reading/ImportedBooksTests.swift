import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Importing books in batches")
struct ImportedBooksTests {
  private func raw(_ work: Work?, _ entry: ImportedEntry?) throws -> RawCBOR {
    RawCBOR(bytes: try CBOREncoder.encode(SessionAPI.ImportBook(work: work.map { .init($0) }, entry: entry)))
  }

  private func entry(_ id: String, page: Int? = nil) -> ImportedEntry {
    ImportedEntry(
      workId: id, status: .finished, currentPage: page, rating: 4,
      reads: [ImportedRead(status: .finished, finish: .date(.year(2_024)))])
  }

  @Test("Saves works and entries like single calls")
  func likeSingleCalls() async throws {
    let rig = try SessionRig()
    let (ada, eve) = (try await rig.begin(), try await rig.begin("eve"))
    let works = [Work(id: "a", title: "A", pageCount: 10), Work(id: "b", title: "B", authors: ["Ann"])]
    for work in works { _ = try await rig.handlers.saveWork(.init(work), eve) }
    _ = try await rig.handlers.importEntry(.init(entry: entry("a")), eve)
    let items = [try raw(works[0], entry("a")), try raw(works[1], nil)]
    let written = try await rig.handlers.importBooks(.init(books: items), ada).value.results
    #expect(written.map(\.status) == [201, 201] && written.allSatisfy { $0.error == nil })
    let (mine, others) = (
      try await rig.handlers.listLibrary(.init(), ada).decoded().items,
      try await rig.handlers.listLibrary(.init(), eve).decoded().items
    )
    #expect(mine == others && mine.map(\.workId) == ["a"])
    #expect(try await rig.handlers.listWorks(.init(), ada).decoded().items.map { Work($0) } == works)
    #expect(try await rig.head("ada").seq == rig.head("eve").seq)
  }

  @Test("A rejected item changes nothing and does not affect the others")
  func partly() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let items = [
      try raw(Work(id: "a", title: "A"), entry("a")), try raw(Work(id: "b", title: ""), entry("b")),
      try raw(Work(id: "c", title: "C", pageCount: 5), entry("c", page: 6)), try raw(nil, entry("none")),
      try raw(nil, nil), try raw(Work(id: "d", title: "D"), entry("e")), try raw(Work(id: "..", title: "D"), nil),
      RawCBOR(bytes: [0x05]), try raw(nil, entry("..")), try raw(Work(id: "f", title: "F"), nil),
    ]
    let written = try await rig.handlers.importBooks(.init(books: items), ada).value.results
    #expect(written.map(\.status) == [201, 422, 422, 409, 422, 422, 422, 422, 422, 201])
    #expect(written.allSatisfy { ($0.error == nil) == ($0.status == 201) && $0.error?.detail.isEmpty != true })
    #expect(written[1].error?.errors?.map(\.field) == ["title"])
    #expect(try await rig.handlers.listWorks(.init(), ada).decoded().items.map(\.id) == ["a", "f"])
    #expect(try await rig.handlers.listLibrary(.init(), ada).decoded().items.map(\.workId) == ["a"])
  }

  @Test("A repeated call changes nothing and reports existing books")
  func repeated() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let items = [try raw(Work(id: "a", title: "A"), entry("a")), try raw(Work(id: "b", title: "B"), nil)]
    _ = try await rig.handlers.importBooks(.init(books: items), ada)
    let before = try await rig.head("ada").seq
    let again = try await rig.handlers.importBooks(.init(books: items + [try raw(nil, entry("a"))]), ada)
    #expect(again.value.results.map(\.status) == [200, 200, 200])
    #expect(try await rig.head("ada").seq == before)
  }

  @Test("A call has at most 200 books")
  func size() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let items = try (0..<SessionAPI.booksPerBatch).map { try raw(Work(id: "w\($0)", title: "T"), entry("w\($0)")) }
    let rejected = await fault {
      _ = try await rig.handlers.importBooks(.init(books: items + [items[0]]), ada)
    }
    #expect(rejected?.fields?.map(\.field) == ["books"])
    let written = try await rig.handlers.importBooks(.init(books: items), ada).value.results
    #expect(written.count == 200 && written.allSatisfy { $0.status == 201 })
    #expect(try await rig.handlers.importBooks(.init(books: []), ada).value.results.isEmpty)
  }
}
