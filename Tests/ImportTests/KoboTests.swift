import API
import Chronology
import Domain
import Testing

@testable import Import

@Suite("Kobo's database")
struct KoboTests {
  private static let schema = """
    CREATE TABLE content (ContentID TEXT NOT NULL, ContentType TEXT NOT NULL, Title TEXT, Attribution TEXT, ISBN TEXT,
      Language TEXT, ReadStatus INTEGER, ___PercentRead INTEGER, LastTimeFinishedReading TEXT, PRIMARY KEY (ContentID));
    CREATE TABLE Event (EventType INTEGER NOT NULL, ContentID TEXT, ExtraData BLOB);
    """

  /// A serialized map with the times of an event, and another value before them.
  private static func extra(_ times: [UInt32], kind: UInt8 = 3) -> String {
    var bytes = big(2) + key("PagesTurnedThisSession") + [0, 0, 0, 2, 0] + big(5)
    bytes += key("eventTimestamps") + [0, 0, 0, 9, 0] + big(UInt32(times.count))
    for time in times { bytes += [0, 0, 0, kind, 0] + big(time) }
    let digits = Array("0123456789abcdef")
    return "x'" + bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined() + "'"
  }

  private static func key(_ name: String) -> [UInt8] {
    var bytes = big(UInt32(2 * name.utf8.count))
    for byte in name.utf8 { bytes += [0, byte] }
    return bytes
  }

  private static func big(_ number: UInt32) -> [UInt8] { FITFile.little(number).reversed() }

  private func kobo(_ statements: String) throws -> Findings { try Read.kobo(Self.schema + statements) }

  @Test("Reads books that are being read or finished, and no others")
  func books() throws {
    let found = try kobo(
      """
      INSERT INTO content VALUES ('a-1', '6', 'Emma', 'Jane Austen, Ann Other', '9780141439587', 'en', 2, 100,
          '2024-02-10T20:00:00Z'),
        ('file:///b.epub', 6, 'Beloved', 'Toni Morrison', NULL, NULL, 1, 40, NULL),
        ('a-3', 6, 'Unread', 'X', NULL, NULL, 0, 0, NULL), ('a-1!1', 9, 'Chapter', NULL, NULL, NULL, 2, 0, NULL);
      """)
    #expect(found.books.map(\.title) == ["Emma", "Beloved"])
    #expect(found.books[0].authors == ["Jane Austen", "Ann Other"] && found.books[0].language == "en")
    #expect(found.books[0].identifiers == ["isbn:9780141439587", "kobo:a-1"] && found.books[1].identifiers.isEmpty)
    #expect(found.books.map(\.entry?.status) == [.finished, .reading])
    #expect(found.books[0].entry?.spans == ["? to 2024-02-10T20:00:00Z"])
  }

  @Test("No finish is made up: a finished book without its date has an unknown finish")
  func undated() throws {
    let found = try kobo("INSERT INTO content VALUES ('a-1', 6, 'Emma', 'A', NULL, NULL, 2, 100, NULL);")
    #expect(found.books[0].entry?.spans == ["? to ?"] && found.report.problems.isEmpty)
  }

  @Test("Times within five minutes are one session without pages; a single time counts no minute")
  func sessions() throws {
    let start: UInt32 = 1_700_000_000
    let extra = Self.extra([start + 5_000, start, start + 60, start + 360, start + 661, start + 900])
    let found = try kobo(
      """
      INSERT INTO content VALUES ('a-1', 6, 'Emma', 'A', NULL, NULL, 0, 0, NULL);
      INSERT INTO Event VALUES (3, 'a-1', \(extra)), (46, 'a-1', \(Self.extra([start, start + 60], kind: 2))),
        (5, 'a-1', \(Self.extra([1, 2]))), (3, 'other', \(extra));
      """)
    #expect(found.readings.map(\.startedAt.seconds) == [1_700_000_000, 1_700_000_661])
    #expect(found.readings.map { $0.endedAt - $0.startedAt } == [360, 239])
    #expect(found.readings.allSatisfy { $0.startPage == 0 && $0.endPage == 0 })
    #expect(found.books.map(\.entry?.status) == [nil])
  }

  @Test("A later copy of the database extends the last session, and nothing counts twice")
  func growth() throws {
    func plan(_ times: [UInt32], _ existing: ExistingData) throws -> ImportPlan {
      let book = "INSERT INTO content VALUES ('a-1', 6, 'Emma', 'A', NULL, NULL, 1, 0, NULL);"
      let found = try kobo("\(book) INSERT INTO Event VALUES (3, 'a-1', \(Self.extra(times)));")
      return ImportPlan(found, existing: existing, now: Instant(seconds: 1_790_000_000))
    }
    let first = try plan([1_700_000_000, 1_700_000_060], ExistingData())
    var existing = ExistingData(works: first.works.map(\.value))
    existing.readings["kobo:a-1"] = KnownReadings()
    for item in first.readings { existing.readings["kobo:a-1"]?.insert(item.value) }
    let second = try plan([1_700_000_000, 1_700_000_060, 1_700_000_120], existing)
    #expect(second.readings.map(\.isNew) == [false])
    #expect(second.readings[0].value.endedAt.seconds == 1_700_000_120)
  }

  @Test("Damaged extra data has no times", arguments: ["NULL", "'text'", "x''", "x'0000001e'"])
  func damaged(extra: String) throws {
    let whole = Self.extra([1_700_000_000, 1_700_000_060])
    let cut = whole.dropLast(9) + "'"
    let found = try kobo(
      """
      INSERT INTO content VALUES ('a-1', 6, 'Emma', 'A', NULL, NULL, 1, 0, NULL);
      INSERT INTO Event VALUES (3, 'a-1', \(extra)), (3, 'a-1', \(cut));
      """)
    #expect(found.readings.isEmpty && found.books.count == 1)
  }

  @Test(
    "Rejects other databases and views",
    arguments: [
      "CREATE TABLE book (id integer)",
      "CREATE VIEW content AS SELECT 'a' AS ContentID, 6 AS ContentType, 'x' AS Title",
      "CREATE TABLE content (ContentID text); CREATE VIEW Event AS SELECT 3 AS EventType",
    ])
  func others(schema: String) {
    #expect(throws: ImportError.self) { try Read.kobo(schema) }
    #expect(throws: ImportError.self) { try Read.findings(.kobo, "hello") }
  }
}
