import API
import Testing

@testable import Import

@Suite("Files of another format than the chosen one")
struct KnownFormatTests {
  private static let files: [(format: ImportFormat, text: String)] = [
    (.strava, "Activity ID,Activity Date,Activity Name,Activity Type\n1,\"Sep 13, 2020, 12:26:40 PM\",Up,Hike\n"),
    (.gpx, "\u{FEFF}<?xml version=\"1.0\"?>\n<gpx><trk/></gpx>"),
    (.tcx, "<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>"),
    (.appleHealth, "<?xml version=\"1.0\"?><!DOCTYPE HealthData []><HealthData/>"),
    (.waymark, #"{"format": "waymark-account", "version": 1}"#),
    (.healthAutoExport, #"{"data": {"metrics": [], "workouts": []}}"#),
    (.audiobookshelf, #"[{"id": "a", "libraryItemId": "b", "timeListening": 60, "startedAt": 1600000000000}]"#),
    (.audiobookshelf, #" {"sessions": [{"libraryItemId": "b", "timeListening": 60}]}"#),
  ]

  private static let chosen: [ImportFormat] =
    ImportFormat.bookLists + [.koreader, .audiobookshelf, .gpx, .tcx, .fit, .appleHealth, .healthAutoExport]

  @Test("The error names the format of the file", arguments: files)
  func named(format: ImportFormat, text: String) {
    for chosen in Self.chosen where chosen != format {
      let error = #expect(throws: ImportError.self) { try Read.findings(chosen, text) }
      #expect(error?.description.contains("choose the format \(format.rawValue)") == true, "\(chosen): \(error as Any)")
    }
  }

  @Test("The error names KOReader's statistics and FIT files")
  func binary() throws {
    let statistics = try Read.statisticsBytes(
      "CREATE TABLE book (id INTEGER); CREATE TABLE page_stat_data (id_book INTEGER);")
    for (format, bytes) in [(ImportFormat.koreader, statistics), (.fit, FITFile.hike.file)] {
      for chosen in Self.chosen where chosen != format {
        let error = #expect(throws: ImportError.self) { try Read.findings(chosen, bytes: bytes) }
        #expect(error?.description.contains("choose the format \(format.rawValue)") == true, "\(chosen)")
      }
    }
  }

  @Test("An error of the chosen format stays, and so does that of an unknown file")
  func unnamed() {
    for (format, text, reason) in [
      (ImportFormat.gpx, "<gpx><rte/></gpx>", "no track"), (.storygraph, "a,b\n1,2\n", "column Title is missing"),
      (.koreader, "SQLite format 3\0 of another app", "KOReader"),
    ] {
      let error = #expect(throws: ImportError.self) { try Read.findings(format, text) }
      #expect(error?.description.contains(reason) == true && error?.description.contains("choose the format") == false)
    }
  }
}
