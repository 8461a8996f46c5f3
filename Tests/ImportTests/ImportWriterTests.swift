import API
import Chronology
import Domain
import Proto
import Testing

@testable import Import

@Suite("Writing an import")
struct ImportWriterTests {
  private func findings() throws -> [Findings] {
    let list = """
      Title,Author,Date Added,Exclusive Shelf
      Emma,Jane Austen,2022/01/01,read
      Dune,Frank Herbert,2022/01/01,to-read
      """
    let track = """
      <gpx><trk><trkseg><trkpt lat="0" lon="0"><time>2020-09-13T12:00:00Z</time></trkpt>
      <trkpt lat="0" lon="0.01"><time>2020-09-13T12:10:00Z</time></trkpt></trkseg></trk></gpx>
      """
    let sessions = """
      [{"libraryItemId": "b", "displayTitle": "Emma", "duration": 600, "timeListening": 60, "startedAt": 1600000000000}]
      """
    return [
      try Read.findings(.goodreads, list), try Read.findings(.gpx, track), try Read.findings(.audiobookshelf, sessions),
    ]
  }

  @Test("Only one of two simultaneous imports of a file reports each addition")
  func twoAtOnce() async throws {
    let rig = try await AccountRig()
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    for found in try findings() {
      let existing = try await client.existingData(for: found)
      // Both are planned before either is written.
      let plans = (0..<2).map { _ in ImportPlan(found, existing: existing, now: AccountRig.now) }
      let first = try await ImportWriter(client: client).write(plans[0]) { _ in }
      #expect(first.added == plans[0].report.added && first.added > 0 && first.alreadyThere == 0)
      let second = try await ImportWriter(client: client).write(plans[1]) { _ in }
      #expect(second.added == 0 && second.alreadyThere == first.added && second.rejected == 0)
      #expect(second.byKind.values.allSatisfy { $0.added == 0 })
    }
  }
  private func list(_ rig: AccountRig, _ format: ImportFormat, _ file: String) throws -> (BookListImport, ImportSource)
  {
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    let reading = FileReading(format: format, calendar: LocalCalendar(zone: .utc))
    let list = BookListImport(
      client: client, reading: reading, folders: ["/tmp"], now: AccountRig.now, chunkBytes: 100, blockBytes: 200)
    return (list, try ScratchFile.with(Array(file.utf8)) { try ImportSource(path: $0) })
  }

  @Test("A list that is read in parts is written completely, and a second import adds nothing")
  func inParts() async throws {
    for (seed, format) in RandomBooks.formats.enumerated() {
      let rig = try await AccountRig()
      var books = RandomBooks(seed: UInt64(seed))
      let file = books.file(format, rows: 80)
      let (list, source) = try list(rig, format, file)
      let plan = try #require(try await list.plan(source) { _ in })
      let report = try await ImportWriter(client: list.client).write(plan) { _ in }
      let whole = ImportPlan(try Read.findings(format, file), existing: ExistingData(), now: AccountRig.now)
      #expect(report == whole.report && report.added > 0, "\(format)")
      let works = try await rig.call(SessionAPI.ListWorks(limit: 200), as: "ada").items.map { Work($0) }
      #expect(works == whole.works.map(\.value).sorted { $0.id < $1.id }, "\(format)")
      let entries = try await rig.call(SessionAPI.ListLibrary(limit: 200), as: "ada").items
      #expect(entries.map(\.workId) == whole.entries.map(\.value.workId).sorted(), "\(format)")
      #expect(try await rig.findings("ada").isEmpty, "\(format)")
      let again = try #require(try await list.plan(source) { _ in })
      #expect(again.report.added == 0 && again.addsNothing, "\(format)")
      let second = try await ImportWriter(client: list.client).write(again) { _ in }
      #expect(second.added == 0 && second.rejected == 0 && second.alreadyThere == 80, "\(format)")
    }
  }

  @Test("An error in the middle of a list is reported, and a list of another format is named")
  func damaged() async throws {
    let rig = try await AccountRig()
    let header = "Title,Author,Exclusive Shelf\nEmma,Jane Austen,read\n"
    let (list, source) = try list(rig, .goodreads, header + String(repeating: "x,", count: 600) + "\n")
    await #expect(throws: ImportError.self) { _ = try await list.plan(source) { _ in } }
    #expect(try await rig.call(SessionAPI.ListWorks(), as: "ada").items.isEmpty)
    let (other, file) = try self.list(rig, .storygraph, header)
    let error = await #expect(throws: ImportError.self) { _ = try await other.plan(file) { _ in } }
    #expect(error?.description.contains("choose the format goodreads") == true)
  }

  @Test("A call contains no more books than the service accepts")
  func booksPerCall() {
    #expect(ImportLimits.booksPerCall <= SessionAPI.booksPerBatch)
  }
}
