import API
import Domain
import Foundation
import Proto
import Testing

@testable import Import

@Suite("Writing identifiers of imported works")
struct ImportedIdentifierTests {
  private func run(_ rig: AccountRig, _ format: ImportFormat, _ file: String) async throws -> ImportReport {
    let path = rig.directory.appending(path: UUID().uuidString).path()
    try Data(file.utf8).write(to: URL(filePath: path))
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    let findings = try Read.findings(format, file)
    let plan = ImportPlan(findings, existing: try await client.existingData(for: findings), now: AccountRig.now)
    return try await ImportWriter(client: client).write(plan) { _ in }
  }

  private func head(_ rig: AccountRig) async throws -> Int64 {
    try await rig.call(SessionAPI.FetchHeads(users: ["ada"]), as: "ada").heads[0].seq
  }

  @Test("Each list adds its identifiers, and further imports append no event", arguments: [UInt64(1), 2, 3])
  func lists(seed: UInt64) async throws {
    let rig = try await AccountRig()
    var books = RandomBooks(seed: seed)
    for format in RandomBooks.formats {
      let file = books.file(format, rows: 60)
      let first = try await run(rig, format, file)
      #expect(first.rejected == 0, "\(format): \(first.problems)")
      let before = try await head(rig)
      for _ in 0..<2 {
        let again = try await run(rig, format, file)
        #expect(again.added == 0 && again.alreadyThere == 60, "\(format)")
      }
      #expect(try await head(rig) == before, "\(format)")
    }
    let works = try await rig.call(SessionAPI.ListWorks(limit: 200), as: "ada").items
    #expect(works.contains { $0.identifiers.storygraph != nil } && works.contains { $0.identifiers.isbn.count > 1 })
    #expect(try await rig.findings("ada").isEmpty)
    let document = try await rig.export("ada")
    let copied = try await rig.importing(document, into: "eve")
    #expect(copied.rejected == 0 && copied.added > 0)
    let difference = try ComparedDocument(document).difference(to: try ComparedDocument(try await rig.export("eve")))
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("Adds identifiers to a work without changing its other values")
  func userValues() async throws {
    let rig = try await AccountRig()
    var work = Work(id: "mine", title: "Emma", authors: ["Jane Austen"], pageCount: 310, genres: ["Classics"])
    work.identifiers.goodreads = "99"
    _ = try await rig.call(SessionAPI.SaveWork(work), as: "ada")
    let report = try await run(
      rig, .goodreads,
      "Book Id,Title,Author,ISBN13,Number of Pages,Exclusive Shelf,Date Added\n"
        + "5,Emma,Jane Austen,9780141439587,500,to-read,2024/01/02\n")
    #expect(report.added == 1 && report.rejected == 0)
    work.identifiers.isbn = ["9780141439587"]
    #expect(Work(try await rig.call(SessionAPI.FetchWork(id: "mine"), as: "ada")) == work)
  }
}
