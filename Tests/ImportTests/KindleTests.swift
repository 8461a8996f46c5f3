import API
import Chronology
import Domain
import Testing

@testable import Import

@Suite("Kindle's reading sessions")
struct KindleTests {
  private let sessions = """
    ASIN,start_timestamp,end_timestamp,content_type,total_reading_millis,number_of_page_flips,device_family
    B001,2024-01-01T10:00:00Z,2024-01-01T10:05:00Z,E-Book,299500,12,KINDLE
    B001,2024-01-02T10:00:00Z,2024-01-02T11:00:00Z,E-Book,600000,9,KINDLE
    B002,Not Available,2024-01-03T10:00:00.250Z,E-Book,120000,3,KINDLE
    B001,2024-01-04T10:00:00Z,2024-01-04T10:00:30Z,E-Book,0,0,KINDLE
    Not Available,2024-01-04T10:00:00Z,2024-01-04T10:00:30Z,SIDE,1000,0,KINDLE
    B002,2024-01-05T10:00:00Z,2024-01-05T09:00:00Z,E-Book,1000,0,KINDLE
    B002,2024-01-05T10:00:00Z,2024-01-05T10:01:00Z,E-Book,Not Available,0,KINDLE
    """

  private let insights = """
    ASIN,end_time,product_name,reading_marketplace,start_time,total_reading_milliseconds
    B001,2024-01-01T10:05:00Z,Emma,Amazon,2024-01-01T10:00:00.500Z,299500.0
    """

  private func archive(_ files: [(String, String)]) throws -> Findings {
    var zip = ZipFile()
    for (name, text) in files { zip.addPacked(name, Array(text.utf8)) }
    return try Read.findings(.kindle, bytes: zip.file)
  }

  @Test("A session lasts as long as the reading time, and no longer than from its start to its end")
  func durations() throws {
    let found = try Read.findings(.kindle, sessions)
    #expect(found.readings.map { $0.endedAt - $0.startedAt } == [299, 600, 120])
    #expect(found.readings[2].startedAt == Instant("2024-01-03T09:58:00Z"))
    let short = sessions.replacing("299500", with: "999000")
    #expect(try Read.findings(.kindle, short).readings.first.map { $0.endedAt - $0.startedAt } == 300)
  }

  @Test("The longest of several rows with the start of one session counts, in any order")
  func reportedTwice() throws {
    let rows = [19_000, 815_000, 26_000].map { "B001,2024-01-01T10:00:00Z,2024-01-01T10:20:00Z,E-Book,\($0),1," }
    let other = "B002,2024-01-01T10:00:00Z,2024-01-01T10:20:00Z,E-Book,60000,1,"
    for rows in [rows, rows.reversed(), [rows[1], rows[0], rows[2]]] {
      let header = try #require(sessions.split(separator: "\n").first.map(String.init))
      let found = try Read.findings(.kindle, ([header] + rows + [other]).joined(separator: "\n"))
      let plan = ImportPlan(found, existing: ExistingData(), now: Instant(seconds: 1_790_000_000))
      let start = try #require(Instant("2024-01-01T10:00:00Z"))
      #expect(plan.readings.first.map { $0.value.endedAt - start } == 815)
      #expect(plan.report.byKind["reading"]?.alreadyThere ?? 0 >= 2, "\(plan.report)")
    }
  }

  @Test("A session has no pages, because the file has none")
  func pages() throws {
    let plan = ImportPlan(
      try Read.findings(.kindle, sessions),
      existing: ExistingData(works: [Work(id: "asin:B001", title: "Emma", pageCount: 300)]),
      now: Instant(seconds: 1_790_000_000))
    #expect(plan.readings.count == 3 && plan.readings.allSatisfy { $0.value.startPage == 0 && $0.value.endPage == 0 })
    #expect(plan.entries.isEmpty)
  }

  @Test("Rejects a row without a book, with a wrong order or without a reading time, and skips one of no time")
  func rejected() throws {
    let found = try Read.findings(.kindle, sessions)
    #expect(found.report.byKind["reading"]?.rejected == 3)
    #expect(found.report.problems.map(\.line).sorted() == [1, 6, 7, 8])
  }

  @Test("A book without a title is named by its ASIN, which is reported")
  func untitled() throws {
    let found = try Read.findings(.kindle, sessions)
    #expect(found.books.map(\.title) == ["B001", "B002"])
    #expect(found.report.problems[3].reason.contains("named by their ASIN (2)"))
  }

  @Test("The zip file has titles and authors in other lists, and its sessions count once")
  func titles() throws {
    let found = try archive([
      ("Kindle.ReadingInsights/Kindle.reading-insights-sessions_with_adjustments.csv", insights),
      ("Kindle.Devices.ReadingSession/Kindle.Devices.ReadingSession.csv", "\u{FEFF}" + sessions),
      ("uli/CustomerAuthorNameRelationship_FE.csv", "ASIN,Author Name\nB001,\"Austen, Jane\"\n"),
      (
        "Digital.Content.Ownership/Digital.Content.Ownership.1.json",
        #"{"resource": {"ASIN": "B002", "Product Name": "Beloved"}, "rights": []}"#
      ),
      ("Digital.Content.Ownership/Digital.Content.Ownership.2.json", "damaged"),
    ])
    #expect(found.books.map(\.title) == ["Emma", "Beloved"] && found.books[0].authors == ["Jane Austen"])
    #expect(found.books.map(\.identifiers) == [["asin:B001"], ["asin:B002"]])
    #expect(found.readings.count == 3 && !found.report.problems.contains { $0.reason.contains("ASIN (") })
  }

  @Test("Reads the second kind of list, alone or in the zip file")
  func insightsOnly() throws {
    for found in [
      try Read.findings(.kindle, insights),
      try archive([("Kindle.reading-insights-sessions_with_adjustments.csv", insights)]),
    ] {
      #expect(found.books.map(\.title) == ["Emma"] && found.readings.map { $0.endedAt - $0.startedAt } == [299])
    }
  }

  @Test("The same file again adds nothing, and overlapping sessions count each minute once")
  func again() throws {
    let overlap = """
      ASIN,start_timestamp,end_timestamp,total_reading_millis
      B001,2024-01-01T10:05:00Z,2024-01-01T10:10:00Z,300000
      B001,2024-01-01T10:00:00Z,2024-01-01T10:08:00Z,480000
      B001,2024-01-01T10:06:00Z,2024-01-01T10:07:00Z,60000
      """
    let found = try Read.findings(.kindle, overlap)
    let plan = ImportPlan(found, existing: ExistingData(), now: Instant(seconds: 1_790_000_000))
    let sum = plan.readings.reduce(0) { $0 + ($1.value.endedAt - $1.value.startedAt) }
    #expect(sum == 600)
    var existing = ExistingData(works: plan.works.map(\.value))
    for item in plan.readings { existing.readings[item.value.workId, default: KnownReadings()].insert(item.value) }
    let second = ImportPlan(found, existing: existing, now: Instant(seconds: 1_790_000_000))
    #expect(second.report.added == 0 && second.writeCount == 0)
  }

  @Test(
    "Rejects other tables and a zip file of another service",
    arguments: ["Title,Author\nEmma,Austen\n", "", "a\nb\nc\nd"])
  func others(file: String) {
    #expect(throws: ImportError.self) { try Read.findings(.kindle, file) }
    #expect(throws: ImportError.self) { try archive([("Retail.OrderHistory.csv", file)]) }
  }
}
