import API
import Chronology
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
