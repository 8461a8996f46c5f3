import API
import Chronology
import Glibc
import Testing

@testable import Import

@Suite("Zip files")
struct ZipTests {
  private let list = Array(
    """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance
    101,"Sep 13, 2020, 12:26:40 PM",Up,Hike,,4500,5.25
    """.utf8)

  @Test("Rejects files that share bytes before any is read")
  func overlaps() throws {
    let content = Array("<gpx></gpx>".utf8)
    var zip = ZipFile()
    zip.add("activities.csv", list)
    let before = zip
    zip.add("activities/1.gpx", content)
    #expect(try Read.findings(.strava, bytes: zip.file).rucks.count == 1)
    zip.addTwin(of: before, content)
    let error = #expect(throws: ImportError.self) { try Read.findings(.strava, bytes: zip.file) }
    #expect(error?.description.contains("overlap") == true)
  }

  @Test("The items before the damage in a file of a zip file are imported, in any pieces")
  func damage() throws {
    let walks = (1...400).map { number in
      let (day, hour) = (10 + number % 18, 10 + number / 40)
      let start = "05/\(day)/24 \(hour):00:00"
      return #"{"logId": \#(number * 7_919), "activityName": "Walk", "duration": 600000, "startTime": "\#(start)"}"#
    }
    let text = Array("[\(walks.joined(separator: ","))]".utf8)
    var zip = ZipFile()
    zip.addPacked("exercise-0.json", text)
    var file = zip.file
    let middle = file.count / 2
    for place in middle..<middle + 16 { file[place] = 0xFF }
    let reading = FileReading(format: .fitbit, calendar: LocalCalendar(zone: .utc))
    let results = try [1, 7, 1_000, ImportLimits.chunkBytes].map { chunkBytes in
      try ScratchFile.with(file) { path in
        try reading.findings(in: try ImportSource(descriptor: open(path, O_RDONLY | O_CLOEXEC), chunkBytes: chunkBytes))
      }
    }
    #expect(results[0].rucks.count > 50 && results[0].rucks.count < 400 && results[0].report.rejected > 0)
    #expect(results.allSatisfy { $0.rucks == results[0].rucks && $0.report == results[0].report })
  }

  @Test("Accepts a comment that looks like the end of a zip file")
  func comments() throws {
    let mark: [UInt8] = [0x50, 0x4B, 5, 6]
    let nothing = [UInt8](repeating: 0, count: 18)
    for comment in [Array("hello".utf8), mark, mark + nothing, mark + nothing + Array("more".utf8), nothing + mark] {
      var zip = ZipFile()
      zip.add("activities.csv", list)
      zip.comment = comment
      #expect(try Read.findings(.strava, bytes: zip.file).rucks.count == 1, "\(comment)")
    }
  }
}
