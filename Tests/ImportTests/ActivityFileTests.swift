import API
import Chronology
import Compression
import Domain
import Testing

@testable import Import

@Suite("Several files of activities")
struct ActivityFileTests {
  private func gpx(_ day: Int, type: String = "hiking") -> [UInt8] {
    Array(
      """
      <?xml version="1.0"?><!-- a comment --><gpx><trk><type>\(type)</type><trkseg>
        <trkpt lat="0.0" lon="0.0"><time>2020-09-\(day)T12:00:00Z</time></trkpt>
        <trkpt lat="0.0" lon="0.01"><time>2020-09-\(day)T12:10:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """.utf8)
  }

  private let tcx = Array(
    """
    <TrainingCenterDatabase><Activities><Activity Sport="Other"><Id>2020-09-20T12:00:00Z</Id>
      <Lap StartTime="2020-09-20T12:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>
        <DistanceMeters>1500</DistanceMeters></Lap>
    </Activity></Activities></TrainingCenterDatabase>
    """.utf8)

  private func findings(_ files: [[UInt8]]) throws -> Findings {
    let reading = FileReading(format: .activities, calendar: LocalCalendar(zone: .utc))
    func next(_ sources: [ImportSource], _ rest: ArraySlice<[UInt8]>) throws -> Findings {
      guard let file = rest.first else { return try reading.findings(in: sources) { _ in } }
      return try ScratchFile.with(file) { path in
        try next(sources + [try ImportSource(path: path)], rest.dropFirst())
      }
    }
    return try next([], files[...])
  }

  @Test("Recognises each kind of file by its bytes, compressed or not, independent of the chunks")
  func kinds() throws {
    for file in [gpx(14), tcx, FITFile.hike.file] {
      let packed = try #require(Deflate.gzip(file))
      #expect(try Read.findings(.activities, bytes: file).rucks.count == 1)
      #expect(try Read.findings(.activities, bytes: packed).rucks.count == 1)
      #expect(try Read.findings(.activities, bytes: file, pieces: 5).rucks.count == 1)
    }
    let padded = Array("<gpx>".utf8) + [UInt8](repeating: 0x20, count: 9_000) + gpx(14).dropFirst(43)
    #expect(try Read.findings(.activities, bytes: padded, pieces: 4_095).rucks.count == 1)
  }

  @Test("Rejects a file of another format", arguments: ["", "hello", "{}", "<html></html>", "PK\u{3}\u{4}"])
  func others(file: String) {
    #expect(throws: ImportError.self) { try Read.findings(.activities, file) }
  }

  @Test("Reads every GPX, TCX and FIT file of a zip file, and names a file that it rejects")
  func archive() throws {
    var zip = ZipFile()
    zip.addPacked("walks/one.GPX", gpx(14))
    zip.add("walks/two.gpx.gz", try #require(Deflate.gzip(gpx(15))))
    zip.add("three.tcx", tcx)
    zip.add("four.fit", FITFile.hike.file)
    zip.add("ride.gpx", gpx(16, type: "cycling"))
    zip.add("broken.fit", Array("not a fit file".utf8))
    zip.add("__MACOSX/walks/._one.gpx", [1, 2, 3])
    zip.add("notes.txt", Array("hello".utf8))
    let found = try Read.findings(.activities, bytes: zip.file)
    #expect(found.rucks.map(\.label) == ["'walks/one.GPX'", "'walks/two.gpx.gz'", "'three.tcx'", "'four.fit'"])
    #expect(found.report.byKind["rucks"]?.rejected == 1 && found.report.skipped == 1)
    let names = found.report.problems.map { $0.reason.prefix { $0 != ":" } }
    #expect(names == ["'broken.fit'"])
  }

  @Test("Rejects a zip file without such files")
  func emptyArchive() {
    var zip = ZipFile()
    zip.add("notes.txt", Array("hello".utf8))
    let error = #expect(throws: ImportError.self) { try Read.findings(.activities, bytes: zip.file) }
    #expect(error?.description == "the zip file contains no GPX, TCX or FIT file")
  }

  @Test("Several files are one import; a file that cannot be read is reported, and the same activity counts once")
  func severalFiles() throws {
    let found = try findings([gpx(14), Array("hello".utf8), tcx, gpx(14)])
    let plan = ImportPlan(found, existing: ExistingData(), now: Instant(seconds: 1_790_000_000))
    #expect(plan.report.added == 2 && plan.report.alreadyThere == 1 && plan.report.rejected == 1)
    #expect(plan.report.problems[0].reason.contains("not a GPX, TCX or FIT file"))
    #expect(throws: ImportError.self) { try findings([Array("hello".utf8)]) }
  }
}
