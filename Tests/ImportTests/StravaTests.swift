import API
import Chronology
import Compression
import Domain
import Service
import Testing

@testable import Import

@Suite("Strava's export")
struct StravaTests {
  private func rucks(_ text: String) throws -> [Ruck] {
    try Read.findings(.strava, text).rucks.map(\.ruck)
  }

  private let english = """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,\
    Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Elevation Gain,Calories
    101,"Sep 13, 2020, 12:26:40 PM",Up,Hike,,4500,5.25,activities/1.fit,,,4500.0,4000.0,5250.5,120.0,300
    102,"Sep 14, 2020, 12:26:40 PM",Fast,Run,,4500,5.25,,,,,,,,
    103,"Sep 15, 2020, 12:26:40 PM",To town,Walk,,600,1.5,,,,,,,,
    104,no day,Up,Hike,,4500,5.25,,,,,,,,
    """

  @Test("The list has UTC, regardless of the user's time zone")
  func utc() throws {
    let zone = try #require(Zones().zone(named: "Asia/Tokyo"))
    let reading = FileReading(format: .strava, calendar: LocalCalendar(zone: zone))
    let found = try ScratchFile.with(Array(english.utf8)) { try reading.findings(in: try ImportSource(path: $0)) }
    #expect(found.rucks[0].ruck.startedAt.seconds == 1_600_000_000)
  }

  @Test("Strava: reads hikes and walks, with metres in the second distance and kilometres in the first")
  func strava() throws {
    let found = try Read.findings(.strava, english)
    #expect(found.rucks.map(\.ruck.id) == ["strava:101", "strava:103"])
    #expect(found.rucks.map(\.ruck.distance) == [5_250.5, 1_500])
    #expect(found.rucks[0].ruck.startedAt.seconds == 1_600_000_000 && found.rucks[0].ruck.movingTime == 4_000)
    #expect(found.rucks[0].ruck.calories == 300 && found.report.problems.map(\.line) == [5])
    #expect(found.report.skippedByType == ["Run": 1])
  }

  @Test("Strava in German: reads columns by position after the file name, decimal commas and day-first dates")
  func germanStrava() throws {
    let file = """
      Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,\
      Max. Herzfrequenz,Relative Leistung,Pendeln,Dateiname,Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,\
      Bewegungszeit,Distanz,Höchstgeschw.,Durchschnittliche Geschwindigkeit,Höhenzunahme
      101,"13.09.2020, 12:26:40",Rauf,Wanderung,,4500,"5,25",,,false,activities/1.gpx.gz,,,4500,4000,"5250,5",,,"120,5"
      """
    let ruck = try #require(try rucks(file).first)
    #expect(ruck.startedAt.seconds == 1_600_000_000 && ruck.distance == 5_250.5 && ruck.movingTime == 4_000)
    #expect(ruck.elevationGain == 120.5)
  }

  @Test("Strava's zip file: uses the start in the activities' files, and the list's values for a damaged file")
  func archive() throws {
    var zip = ZipFile()
    zip.add("activities/1.fit", FITFile.hike.file)
    zip.add("activities.csv", Array(english.replacing("12:26:40 PM\",Up", with: "09:00:00 PM\",Up").utf8))
    let found = try Read.findings(.strava, bytes: zip.file)
    #expect(found.rucks.count == 2 && found.rucks[0].ruck.startedAt.seconds == 1_600_000_000)
    var broken = ZipFile()
    broken.add("activities/1.fit", [1, 2, 3])
    broken.add("activities.csv", Array(english.utf8))
    broken.add("activities/3.fit", FITFile.hike.file)
    let listed = try Read.findings(.strava, bytes: broken.file)
    #expect(listed.rucks.count == 2 && listed.report.rejected == 1, "a row that counts is not rejected")
    #expect(listed.report.problems.map(\.line).sorted() == [2, 5])
    #expect(listed.report.problems.first?.reason.contains("'activities/1.fit'") == true, "\(listed.report.problems)")
    var without = ZipFile()
    without.add("activities.csv", Array(english.utf8))
    #expect(
      try Read.findings(.strava, bytes: without.file).report.problems.first?.reason.contains("is missing") == true)
    for end in stride(from: 4, to: zip.file.count, by: 11) {
      #expect(throws: ImportError.self) { try Read.findings(.strava, bytes: Array(zip.file[..<end])) }
    }
    for place in zip.file.indices {
      var changed = zip.file
      changed[place] ^= 0xFF
      _ = try? Read.findings(.strava, bytes: changed)
    }
  }

  @Test(
    "Strava: reads the dates of its languages, and lists without files",
    arguments: [
      "13 sept. 2020, 12:26:40", "13 sept 2020, 12:26:40 p. m.", "13 de set. de 2020, 12:26:40", "2020/09/13 12:26:40",
      "13/09/2020, 12:26:40", "13 сент. 2020 г., 12:26:40", "2020年9月13日 下午12:26:40", "2020. 9. 13. 오후 12:26:40",
      "13 eyl 2020 12:26:40", "13. sep. 2020 12.26.40", "13 sep. 2020 12:26:40", "Sep 13, 2020, 12:26:40\u{202F}PM",
    ])
  func dates(text: String) throws {
    let file = """
      Nr,Datum,Name,Art,Text,Zeit,Weg,Puls,Datei,Gewicht,Rad,Zeit,Bewegt,Weg,Tempo,Mittel,Steigung
      101,"\(text)",Rauf,Randonnée,,4500,"5,25",,,,,4500,4000,"5.250,5",,,120
      102,"\(text)",Rauf,Trajet,,4500,"5,25",,,,,4500,4000,"5.250,5",,,120
      103,"\(text)",Rauf,Laufen,,4500,"5,25",,,,,4500,4000,"5.250,5",,,120
      """
    let found = try Read.findings(.strava, file)
    let ruck = try #require(found.rucks.first?.ruck)
    #expect(found.rucks.count == 1 && ruck.startedAt.seconds == 1_600_000_000, "\(ruck.startedAt)")
    #expect(ruck.distance == 5_250.5 && ruck.elevationGain == 120 && ruck.movingTime == 4_000)
    // An unknown sport may be a hike; runs are known and not imported.
    #expect(found.report.problems.map(\.line) == [3] && found.report.rejected == 0)
    #expect(found.report.skippedByType == ["Trajet": 1, "Laufen": 1])
  }

  @Test("Strava: ignores spaces before the XML declaration of an activity's file")
  func spacedFile() throws {
    let tcx = """
                <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase><Activities><Activity Sport="Other"><Lap StartTime="2020-09-13T16:26:40Z">
      <TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    var zip = ZipFile()
    zip.add("activities/1.tcx", Array(("          " + tcx).utf8))
    zip.add("activities.csv", Array(english.replacing("1.fit", with: "1.tcx").utf8))
    let found = try Read.findings(.strava, bytes: zip.file)
    #expect(found.rucks.first?.ruck.startedAt == Instant("2020-09-13T16:26:40Z"))
  }

  @Test("Strava: reads a list that a spreadsheet saved with semicolons or tabs", arguments: [";", "\t"])
  func separators(separator: String) throws {
    let cells = [
      ["Activity ID", "Activity Date", "Activity Name", "Activity Type", "Activity Description", "Elapsed Time"],
      ["101", "Sep 13, 2020, 12:26:40 PM", "Up", "Hike", "", "4500"],
    ]
    let lines = [cells[0] + ["Distance", "Filename"], cells[1] + ["5,25", ""]].map { $0.joined(separator: separator) }
    let ruck = try #require(try rucks(lines.joined(separator: "\n")).first)
    #expect(ruck.distance == 5_250 && ruck.startedAt.seconds == 1_600_000_000)
  }

  @Test("Strava: reads an old list in metres, and reports invalid numbers and times")
  func oldAndWrong() throws {
    let file = """
      id,date,name,type,description,elapsed_time,distance,commute,gear,filename
      1,2013-05-04 10:00:00,Up,Hike,,4500,5250.5,false,,activities/1.gpx
      2,2013-05-05 10:00:00,Up,Hike,,-99999999999999999999999999999,5,false,,
      3,2013-05-06 10:00:00,Up,Hike,,many,5,false,,
      4,2013-05-07 10:00:00,Up,Hike,,4500,far,false,,
      5,2013-05-08,Up,Hike,,4500,5,false,,
      6,2013-05-09 10:00:00,Up,"Hike
      """
    let found = try Read.findings(.strava, file)
    #expect(found.rucks.map(\.ruck.distance) == [5_250.5])
    #expect(found.report.problems.map(\.line) == [3, 4, 5, 6, 7], "\(found.report.problems)")
  }

  @Test("Strava's list until 2019: reads shorter names and one distance in metres, and rejects a negative one")
  func shortNames() throws {
    let file = """
      id,date,name,type,description,elapsed_time,distance,commute,gear,filename
      101,2018-09-13 12:26:40,Up,Hike,,3600,350.0,false,,activities/1.gpx
      102,2018-09-14 12:26:40,Up,Hike,,3600,-5,false,,activities/2.gpx
      """
    let found = try Read.findings(.strava, file)
    #expect(found.rucks.map(\.ruck.distance) == [350] && found.report.problems.map(\.line) == [3])
  }

  @Test("Limits the total size of a file that many rows refer to")
  func amplification() throws {
    var zip = ZipFile()
    let file = "<gpx>" + String(repeating: "<trk/>", count: 1_000) + "</gpx>"
    zip.add("export/activities/1.gpx.gz", try #require(Deflate.gzip(Array(file.utf8))))
    let rows = (0..<200).map { "\($0),\"Sep 13, 2020, 12:26:40 PM\",Up,Hike,,60,1,activities/1.gpx.gz" }
    let head =
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename"
    zip.add("export/activities.csv", Array(([head] + rows).joined(separator: "\n").utf8))
    try ScratchFile.with(zip.file) { path in
      let source = try ImportSource(path: path)
      let calendar = LocalCalendar(zone: .utc)
      for (bytes, isEnough) in [(10 << 20, true), (1 << 20, false)] {
        let archive = try ActivityArchive(source, of: .strava, calendar, UnpackBudget(bytes))
        var table = StravaTable(ActivityOptions(), archive: archive)
        var found = Findings()
        let read = {
          try archive.readList { part throws(ImportError) in try table.read(part, into: &found) }
          try table.finish(into: &found)
        }
        if isEnough { try read() } else { #expect(throws: ImportError.self) { try read() } }
      }
    }
  }
}
