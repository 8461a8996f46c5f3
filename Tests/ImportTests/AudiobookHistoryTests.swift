import API
import Chronology
import Domain
import Service
import Testing

@testable import Import

@Suite("Spotify and Audible")
struct AudiobookHistoryTests {
  private func play(_ end: String, _ milliseconds: String, title: String = "\"Emma\"") -> String {
    """
    {"ts": "\(end)", "platform": "ios", "ms_played": \(milliseconds), "master_metadata_track_name": null,
     "audiobook_title": \(title), "audiobook_uri": "spotify:show:4Ab", "audiobook_chapter_uri": "spotify:episode:9",
     "audiobook_chapter_title": "Chapter 1", "reason_end": "trackdone"}
    """
  }

  private func plan(_ found: Findings, _ existing: ExistingData = ExistingData()) -> ImportPlan {
    ImportPlan(found, existing: existing, now: Instant(seconds: 1_790_000_000))
  }

  @Test("Spotify: a play ends at its time and lasts as long as it was played; music and podcasts are skipped")
  func spotify() throws {
    let music = """
      {"ts": "2024-01-15T15:10:00Z", "ms_played": 200000, "master_metadata_track_name": "Song", "audiobook_title": null}
      """
    let found = try Read.findings(
      .spotify,
      "[\(play("2024-01-15T15:04:00Z", "2400500")), \(music), \(play("2024-01-15T15:05:00Z", "300"))]")
    let heard = try #require(found.listenings.first)
    #expect(found.listenings.count == 1 && found.report.rejected == 0)
    #expect(heard.storyId == "spotify:4Ab" && heard.title == "Emma" && heard.duration == 2_400.5 && !heard.completed)
    #expect(heard.endedAt == Instant("2024-01-15T15:04:00Z") && heard.endedAt - heard.startedAt == 2_401)
    let story = try #require(plan(found).stories.first?.value)
    #expect(story.estimatedDuration == 3_600)
  }

  @Test("Spotify: a wrong play is rejected, and a history that is not the extended one is rejected as a whole")
  func wrongPlays() throws {
    let plays = [
      play("yesterday", "60000"), play("2024-01-15T15:04:00Z", "-1"), play("2024-01-15T15:04:00Z", "1e9"),
      play("2024-01-15T15:04:00Z", "60000").replacing("spotify:show:4Ab", with: "a b"),
    ]
    let found = try Read.findings(.spotify, "[" + plays.joined(separator: ",\n") + "]")
    #expect(found.listenings.isEmpty && found.report.byKind["listening"]?.rejected == 4)
    #expect(found.report.problems.map(\.line) == [1, 4, 7, 10])
    for file in ["{}", "", #"[{"endTime": "2024-01-01 10:00", "artistName": "A", "trackName": "B", "msPlayed": 3}]"#] {
      #expect(throws: ImportError.self) { try Read.findings(.spotify, file) }
    }
    #expect(try Read.findings(.spotify, "[]").listenings.isEmpty)
  }

  @Test("Spotify's zip file: reads every file of the history, and the same play counts once")
  func spotifyArchive() throws {
    let (first, second) = (play("2024-01-15T15:04:00Z", "60000"), play("2024-01-16T15:04:00Z", "60000"))
    var zip = ZipFile()
    zip.addPacked("Spotify Extended Streaming History/Streaming_History_Audio_2023_1.json", Array("[\(first)]".utf8))
    zip.addPacked("MyData/endsong_1.json", Array("[\(first), \(second)]".utf8))
    zip.add("MyData/Userdata.json", Array("{}".utf8))
    zip.add("MyData/endsong_2.json", Array("[{".utf8))
    let report = plan(try Read.findings(.spotify, bytes: zip.file)).report
    #expect(report.added == 2 && report.alreadyThere == 1 && report.rejected == 1)
    #expect(report.problems[0].reason.hasPrefix("'MyData/endsong_2.json'"))
  }

  private let listening = """
    "Start Date","End Date","Event Duration Milliseconds","Start Position Milliseconds","End Position Milliseconds",\
    "Product Name","ASIN","Book Length Milliseconds","Audio Type"
    "2024-01-02","2024-01-02","600000","0","600000","Emma, Part 1","B001","3600000","FullTitle"
    "2024-01-02","2024-01-02","600000","0","600000","Emma","B001","3600000","FullTitle"
    "2024-01-02","2024-01-03","900500","600000","1500500","Emma","B001","Not Available","FullTitle"
    "2024-01-04","2024-01-04","120000","3400000","3500000","Emma","B001","3600000","FullTitle"
    "2024-01-04","2024-01-04","120000","0","120000","Sample","B002","Not Available","CatalogSample"
    "2024-01-05","2024-01-05","Not Available","","","Emma","B001","","FullTitle"
    "soon","2024-01-05","1000","","","Emma","B001","","FullTitle"
    "2024-01-05","2024-01-05","1000","","","Emma","Not Available","","FullTitle"
    """

  @Test("Audible: the events of a book on one day are one session, and a repeated event counts once")
  func audible() throws {
    let found = try Read.findings(.audible, listening)
    #expect(found.listenings.map(\.duration) == [1_500.5, 120] && found.listenings.map(\.title) == ["Emma", "Emma"])
    #expect(found.listenings.map(\.storyId) == ["audible:B001", "audible:B001"])
    #expect(found.listenings.map(\.startedAt) == [Read.day("2024-01-02"), Read.day("2024-01-04")])
    #expect(found.listenings.map(\.completed) == [false, true] && found.listenings.map(\.length) == [3_600, 3_600])
    #expect(found.report.problems.map(\.line) == [7, 8, 9])
    #expect(plan(found).report.added == 2)
  }

  @Test("Audible: a day begins with the user's day, and 24 hours are the most")
  func days() throws {
    let zone = try #require(Zones().zone(named: "Asia/Tokyo"))
    let reading = FileReading(format: .audible, calendar: LocalCalendar(zone: zone))
    let file = Array(listening.replacing("900500", with: "90000000").utf8)
    let found = try ScratchFile.with(file) { try reading.findings(in: try ImportSource(path: $0)) }
    #expect(found.listenings.first?.startedAt == Instant("2024-01-01T15:00:00Z"))
    #expect(found.listenings.first?.duration == 600 && found.report.problems.map(\.line) == [4, 7, 8, 9])
  }

  @Test("Audible: a later file of the same day extends the session")
  func growth() throws {
    let early = listening.split(separator: "\n").prefix(3).joined(separator: "\n")
    let first = plan(try Read.findings(.audible, early))
    var existing = ExistingData()
    for item in first.stories { existing.stories[item.value.id] = item.value }
    for item in first.listenings {
      let session = try #require(item.value.stored)
      existing.listenings[ExistingData.Start(of: session.storyId, at: session.startedAt)] = session
    }
    let second = plan(try Read.findings(.audible, listening), existing)
    #expect(second.growths.map(\.value.duration) == [1_500.5] && second.listenings.count == 1)
  }

  @Test("Audible: rejects another table, also in a zip file")
  func otherTables() throws {
    #expect(throws: ImportError.self) { try Read.findings(.audible, "Title,Author\nEmma,Austen\n") }
    var zip = ZipFile()
    zip.add("Audible/Listening/Listening.csv", Array(listening.utf8))
    #expect(try Read.findings(.audible, bytes: zip.file).listenings.count == 2)
  }
}
