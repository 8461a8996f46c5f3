import API
import Domain
import Testing

@testable import Connectors

@Suite("Imports of files by their names")
struct ImportRuleTests {
  @Test(
    "The last name decides, then the nearest folder",
    arguments: [
      ("statistics.sqlite3", ImportFormat.koreader), ("koreader/x/statistics.sqlite3", .koreader),
      ("walk.gpx", .gpx), ("walk.GPX.gz", .gpx), ("a/b.tcx", .tcx), ("c.fit", .fit), ("c.fit.gz", .fit),
      ("health-auto-export/2026.json", .healthAutoExport), ("strava/goodreads/x.csv", .goodreads),
      ("goodreads/old/x.csv", .goodreads), ("strava/walk.gpx", .gpx),
    ])
  func formats(_ path: String, _ format: ImportFormat) {
    let order = ImportRule.order(for: FilePath(text: path), from: .dav)
    #expect(order == SessionAPI.ImportOrder(.dav, format))
  }

  @Test(
    "Anything else is only stored",
    arguments: [
      "vocabulary.sqlite3", "notes/a.md", ".gpx", "goodreads", "statistics.sqlite3/x", "strava/.DS_Store", "gpx.txt",
      ".walk.gpx",
    ])
  func stored(_ path: String) {
    #expect(ImportRule.order(for: FilePath(text: path), from: .dav) == nil)
  }

  @Test(
    "A weight in a name is the load",
    arguments: [
      ("ruck 20kg.gpx", 20), ("ruck-20-kg.gpx", 20), ("12,5 kg/a.fit", 12.5), ("12.5kg/a.fit", 12.5),
      ("45 lb/a.gpx", 45 * 0.453_592_37), ("45lbs.tcx", 45 * 0.453_592_37), ("10kg/20kg.gpx", 20),
      ("2026-11-20 20KG.gpx", 20), ("10kg/a/b.gpx", 10),
    ] as [(String, Double)])
  func loads(_ path: String, _ load: Double) {
    #expect(ImportRule.order(for: FilePath(text: path), from: .inbox)?.load == load)
  }

  @Test(
    "Other numbers are not",
    arguments: ["20.gpx", "20km.gpx", "20 kgs.gpx", "a20kg.gpx", "300kg.gpx", "1.2.3kg.gpx", "kg.gpx", "20--kg.gpx"])
  func noLoads(_ path: String) {
    #expect(ImportRule.order(for: FilePath(text: path), from: .dav)?.load == nil)
  }

  @Test("Only activities have a load")
  func books() {
    #expect(ImportRule.order(for: FilePath(text: "20kg/statistics.sqlite3"), from: .dav)?.load == nil)
  }
}
