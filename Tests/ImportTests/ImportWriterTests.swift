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
}
