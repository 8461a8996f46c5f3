import API
import Domain
import Foundation
import Proto
import Testing

@testable import Import

@Suite("Reviews of imported reads")
struct ImportedReviewTests {
  private func run(_ rig: AccountRig, _ format: ImportFormat, _ file: String) async throws -> ImportReport {
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    let findings = try Read.findings(format, file)
    let plan = ImportPlan(findings, existing: try await client.existingData(for: findings), now: AccountRig.now)
    return try await ImportWriter(client: client).write(plan) { _ in }
  }

  @Test(
    "A review belongs to the latest read that has ended",
    arguments: [
      (
        .goodreads, "Title,My Review,Exclusive Shelf,Read Count\nEmma,\"Good.<br/><br/>Long.\",read,2\n",
        [nil, "Good.\n\nLong."]
      ),
      (.goodreads, "Title,My Review,Exclusive Shelf\nEmma,So far good.,currently-reading\n", ["So far good."]),
      (
        .storygraph, "Title,Read Status,Dates Read,Review\nEmma,read,\"2022/01/02, 2023/01/02\",Good.\n",
        [nil, "Good."]
      ),
      (.librarything, "Title\tPrimary Author\tDate Read\tReview\nEmma\tJane\t2023-01-02\tGood.\n", ["Good."]),
      (
        .bookwyrm,
        "title,author_text,shelf,review_name,review_cw,review_content\nEmma,Jane,read,Title,,\"One.\nTwo.\"\n",
        ["Title\n\nOne.\nTwo."]
      ),
      (.hardcover, "Title,Status,Review\nEmma,Read,Good.\n", ["Good."]),
      (.openreads, "title,status,book_format,my_review\nEmma,finished,,Good.\n", ["Good."]),
    ] as [(ImportFormat, String, [String?])])
  func read(format: ImportFormat, file: String, expected: [String?]) throws {
    let found = try Read.findings(format, file)
    #expect(found.books.first?.entry?.reads.map(\.review?.text) == expected && found.report.problems.isEmpty)
  }

  @Test("A review that is cut or has no read is reported")
  func reported() throws {
    let long = String(repeating: "x", count: 10_001)
    let file = "Title,My Review,Exclusive Shelf\nA,\(long),read\nB,Good.,to-read\n"
    let found = try Read.findings(.goodreads, file)
    #expect(found.books[0].entry?.reads[0].review?.text.count == 10_000 && found.books[1].entry?.reads == [])
    #expect(found.report.problems.map(\.line) == [2, 3] && found.report.rejected == 0)
  }

  @Test("A list brings reviews to reads that it imported before, and adds nothing again")
  func existing() async throws {
    let rig = try await AccountRig()
    let header = "Book Id,Title,Author,Exclusive Shelf,Date Read,My Review\n"
    #expect(try await run(rig, .goodreads, header + "5,Emma,Jane,read,2024/01/02,\n").added == 1)
    let file = header + "5,Emma,Jane,read,2024/01/02,Good.\n"
    func reviews() async throws -> [String?] {
      try await rig.call(SessionAPI.ListReads(workId: "goodreads:5"), as: "ada").items.map(\.review)
    }
    for _ in 0..<2 {
      #expect(try await run(rig, .goodreads, file).rejected == 0)
      #expect(try await reviews() == ["Good."])
    }
    let copied = try await rig.importing(try await rig.export("ada"), into: "eve")
    #expect(copied.rejected == 0)
    let there = try await rig.call(SessionAPI.ListReads(workId: "goodreads:5"), as: "eve").items
    #expect(there.map(\.review) == ["Good."])
  }
}
