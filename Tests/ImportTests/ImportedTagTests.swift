import API
import Domain
import Foundation
import Proto
import Testing

@testable import Import

@Suite("Tags of imported works")
struct ImportedTagTests {
  private func run(_ rig: AccountRig, _ format: ImportFormat, _ file: String) async throws -> ImportReport {
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    let findings = try Read.findings(format, file)
    let plan = ImportPlan(findings, existing: try await client.existingData(for: findings), now: AccountRig.now)
    return try await ImportWriter(client: client).write(plan) { _ in }
  }

  private func tags(_ rig: AccountRig, _ id: String) async throws -> [String] {
    try await rig.call(SessionAPI.FetchWork(id: id), as: "ada").tags
  }

  private func head(_ rig: AccountRig) async throws -> Int64 {
    try await rig.call(SessionAPI.FetchHeads(users: ["ada"]), as: "ada").heads[0].seq
  }

  @Test(
    "Shelves and tags are read, without the names of statuses",
    arguments: [
      (
        .goodreads, "Title,Bookshelves,Exclusive Shelf\nEmma,\"favorites, to-read, Favorites, club\",to-read\n",
        ["favorites", "club"]
      ),
      (.goodreads, "Title,Bookshelves,Exclusive Shelf\nEmma,\"given-up, sea\",given-up\n", ["given-up", "sea"]),
      (.storygraph, "Title,Read Status,Tags\nEmma,read,\"sea, my club\"\n", ["sea", "my club"]),
      (.librarything, "Title\tPrimary Author\tTags\nEmma\tJane\tsea, club\n", ["sea", "club"]),
      (.calibre, "title,author_sort,tags\nEmma,Jane,\"Fiction, Classics\"\n", ["Fiction", "Classics"]),
      (.bookwyrm, "title,author_text,shelf,shelf_name\nEmma,Jane,my-own,\"Mine, all\"\n", ["Mine, all"]),
      (.bookwyrm, "title,author_text,shelf,shelf_name\nEmma,Jane,read,Lues\n", []),
      (.openreads, "title,author,book_format,tags\nEmma,Jane,,sea|||||my club\n", ["sea", "my club"]),
    ] as [(ImportFormat, String, [String])])
  func read(format: ImportFormat, file: String, expected: [String]) throws {
    let found = try Read.findings(format, file)
    #expect(found.books.map(\.tags) == [expected] && found.report.problems.isEmpty)
  }

  @Test("Tags that are too long or too many are reported and left out")
  func limits() throws {
    let long = String(repeating: "x", count: 51)
    let many = (1...52).map { "tag \($0)" }.joined(separator: ", ")
    let file = "Title,Read Status,Tags\nA,read,\"\(long), sea\"\nB,read,\"\(many)\"\n"
    let found = try Read.findings(.storygraph, file)
    #expect(found.books[0].tags == ["sea"] && found.books[1].tags.count == LibraryRules.mostTags)
    #expect(found.report.problems.map(\.line) == [2, 3] && found.report.rejected == 0)
  }

  @Test("An import adds tags to new and existing works, keeps those of a person, and adds nothing again")
  func existing() async throws {
    let rig = try await AccountRig()
    let mine = Work(id: "mine", title: "Emma", authors: ["Jane Austen"], tags: WorkTags(["Own", "SEA"]))
    _ = try await rig.call(SessionAPI.SaveWork(mine), as: "ada")
    let file = """
      Book Id,Title,Author,Bookshelves,Exclusive Shelf,Date Added
      5,Emma,Jane Austen,"sea, club",to-read,2024/01/02
      6,Dune,Frank Herbert,sand,to-read,2024/01/02
      6,Dune,Frank Herbert,"Sand, spice",read,2024/01/02

      """
    let report = try await run(rig, .goodreads, file)
    #expect(report.rejected == 0 && report.added == 2)
    #expect(try await tags(rig, "mine") == ["Own", "SEA", "club"])
    #expect(try await tags(rig, "goodreads:6") == ["sand", "spice"])
    let before = try await head(rig)
    let again = try await run(rig, .goodreads, file)
    #expect(again.added == 0 && again.rejected == 0)
    #expect(try await head(rig) == before)
    // A list without entries adds its tags too.
    let catalogue = "title,author_sort,authors,tags\nEmma,Jane Austen,Jane Austen,\"club, Fiction\"\n"
    #expect(try await run(rig, .calibre, catalogue).added == 0)
    #expect(try await tags(rig, "mine") == ["Own", "SEA", "club", "Fiction"])
  }

  @Test("The account document restores tags")
  func document() async throws {
    let rig = try await AccountRig()
    let work = Work(id: "w", title: "Emma", tags: WorkTags(["sea", "Club"]))
    _ = try await rig.call(SessionAPI.SaveWork(work), as: "ada")
    let copied = try await rig.importing(try await rig.export("ada"), into: "eve")
    #expect(copied.rejected == 0)
    #expect(Work(try await rig.call(SessionAPI.FetchWork(id: "w"), as: "eve")) == work)
  }
}
