import API
import Chronology
import Domain
import Glibc
import JSON
import Testing

@testable import Import

@Suite("Reading and listening sessions")
struct SessionFileTests {
  private let now = Instant(seconds: 1_790_000_000)

  private func statistics(_ statements: String, pageTable: String = "page_stat_data") throws -> Findings {
    try Read.statistics(
      """
      CREATE TABLE book (id integer PRIMARY KEY, title text, authors text, notes integer, last_open integer,
        highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
        total_read_pages integer);
      CREATE TABLE \(pageTable) (id_book integer, page integer NOT NULL DEFAULT 0,
        start_time integer NOT NULL DEFAULT 0,
        duration integer NOT NULL DEFAULT 0, total_pages integer NOT NULL DEFAULT 0);
      \(statements)
      """)
  }

  @Test("Joins pages within five minutes to one session from the first start to the last end")
  func sessions() throws {
    let found = try statistics(
      """
      INSERT INTO book (id, title, authors, pages, language) VALUES (3, 'Emma', 'Jane Austen', 400, 'en');
      INSERT INTO page_stat_data VALUES (3, 1, 1600000000, 60, 400), (3, 2, 1600000060, 40, 400),
        (3, 3, 1600000400, 100, 400), (3, 4, 1600000801, 10, 400), (3, 5, 1600000500, 0, 400);
      """)
    #expect(found.books.map(\.title) == ["Emma"] && found.books[0].pageCount == 400 && found.books[0].entry == nil)
    #expect(found.readings.map(\.startedAt.seconds) == [1_600_000_000, 1_600_000_801])
    #expect(found.readings.map(\.endedAt.seconds) == [1_600_000_500, 1_600_000_811])
    #expect(found.readings.map(\.startPage) == [1, 4] && found.readings.map(\.endPage) == [3, 4])
  }

  @Test("Two checksums of one book are one work, two volumes are two; rows without a book are reported")
  func copies() throws {
    let found = try statistics(
      """
      INSERT INTO book (id, title, authors, pages, md5) VALUES (1, 'Saga, Volume 1', 'A', 10, 'x'),
        (2, 'Saga, Volume 1', 'A', 10, 'y'), (3, 'Saga, Volume 2', 'A', 10, 'z'), (4, '', 'A', 10, 'w');
      INSERT INTO page_stat_data VALUES (1, 1, 1600000000, 60, 10), (2, 2, 1600000060, 60, 10);
      INSERT INTO page_stat_data VALUES (9, 1, 1600000000, 1, 1);
      INSERT INTO page_stat_data VALUES (3, 'many', 'x', -1, 'none');
      """)
    #expect(found.books.map(\.title) == ["Saga, Volume 1", "Saga, Volume 2"])
    #expect(found.readings.count == 1 && found.readings[0].endPage == 2)
    let rows = found.report.problems.filter { $0.reason.contains("page row") }
    #expect(rows.map(\.line) == [3, 4] && found.report.byKind["reading"]?.rejected == 2)
    let plan = ImportPlan(found, existing: ExistingData(), now: now)
    #expect(plan.works.count == 2 && plan.readings.count == 1 && plan.entries.isEmpty)
  }

  @Test("Scales the pages of a device with a larger font to the existing book")
  func devicePages() throws {
    let found = try statistics(
      """
      INSERT INTO book (id, title, authors, pages) VALUES (1, 'Emma', 'Jane Austen', 800);
      INSERT INTO page_stat_data VALUES (1, 400, 1600000000, 60, 800), (1, 800, 1600000060, 60, 800);
      """)
    let existing = ExistingData(works: [Work(id: "emma", title: "Emma", authors: ["Jane Austen"], pageCount: 200)])
    let session = try #require(ImportPlan(found, existing: existing, now: now).readings.first?.value)
    #expect(session.workId == "emma" && session.startPage == 100 && session.endPage == 200)
  }

  @Test("Reads the table of earlier versions")
  func olderTable() throws {
    let found = try statistics(
      "INSERT INTO book (id, title) VALUES (1, 'Emma'); INSERT INTO page_stat VALUES (1, 4, 1600000000, 9, 0);",
      pageTable: "page_stat")
    #expect(found.readings.count == 1 && found.readings[0].pagesOnDevice == nil)
  }

  @Test(
    "Rejects other files and hostile databases",
    arguments: [
      "CREATE TABLE other (id integer)",
      """
      CREATE TABLE book (id integer, title text, authors text, pages integer, language text);
      CREATE VIEW page_stat_data AS SELECT 1 AS id_book, 1 AS page, 1 AS start_time, 1 AS duration, 1 AS total_pages
      """,
      "CREATE VIEW book AS SELECT 1 AS id, 'x' AS title, 'y' AS authors, 1 AS pages, NULL AS language",
      """
      CREATE TABLE book (id integer, title text GENERATED ALWAYS AS (hex(zeroblob(1000000))) VIRTUAL, authors text,
        pages integer, language text); INSERT INTO book (id) VALUES (1)
      """,
      """
      CREATE TABLE book (id integer, title text, authors text, pages integer, language text);
      INSERT INTO book VALUES (1, hex(zeroblob(1000000)), '', 1, '')
      """,
    ])
  func hostile(schema: String) {
    #expect(throws: ImportError.self) { try Read.statistics(schema) }
  }

  @Test("Reads a database without a path, including one with a log")
  func unnamed() throws {
    var bytes = try Read.statisticsBytes(
      """
      CREATE TABLE book (id INTEGER, title TEXT, authors TEXT, pages INTEGER, language TEXT);
      CREATE TABLE page_stat_data (
        id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER, total_pages INTEGER);
      INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 300, 'en');
      INSERT INTO page_stat_data VALUES (1, 5, 1600000000, 60, 300);
      """)
    let named = try Read.findings(.koreader, bytes: bytes)
    #expect(named.readings.count == 1)
    (bytes[18], bytes[19]) = (2, 2)
    try ScratchFile.with(bytes) { path in
      let source = try ImportSource(descriptor: open(path, O_RDONLY))
      let found = try FileReading(format: .koreader, calendar: LocalCalendar(zone: .utc)).findings(in: source)
      #expect(found.readings == named.readings && found.books == named.books)
    }
    #expect(throws: ImportError.self) { try ImportSource(descriptor: open("/dev/null", O_RDONLY)) }
  }

  @Test("A truncated or damaged database is rejected or read, and never ends the process")
  func damaged() throws {
    let schema = """
      CREATE TABLE book (id integer PRIMARY KEY, title text, authors text, pages integer, language text);
      CREATE TABLE page_stat_data (id_book integer, page integer, start_time integer, duration integer,
        total_pages integer);
      INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 400, 'en');
      INSERT INTO page_stat_data VALUES (1, 1, 1600000000, 60, 400);
      """
    let bytes = try Read.statisticsBytes(schema)
    for place in stride(from: 0, to: bytes.count, by: 97) {
      _ = try? Read.findings(.koreader, bytes: Array(bytes[..<place]))
      var changed = bytes
      changed[place] ^= 0xFF
      _ = try? Read.findings(.koreader, bytes: changed)
    }
    #expect(try Read.findings(.koreader, bytes: bytes).readings.count == 1)
    #expect(throws: ImportError.self) { try Read.findings(.koreader, bytes: []) }
  }

  private let session = """
    {"id": "s1", "libraryItemId": "li_1", "displayTitle": "Emma", "duration": 36000.5, "timeListening": 1800,
     "currentTime": 35000, "startedAt": 1600000000000, "updatedAt": 1600001900000, "chapters": [{"id": 0}]}
    """

  @Test("Audiobookshelf: reads a page of sessions, an array, and a session that was updated weeks later")
  func audiobookshelf() throws {
    for file in ["{\"total\": 1, \"sessions\": [\(session)], \"page\": 0}", "[\(session)]"] {
      let found = try Read.findings(.audiobookshelf, file)
      let heard = try #require(found.listenings.first)
      #expect(heard.storyId == "abs:li_1" && heard.title == "Emma" && heard.length == 36_000.5)
      #expect(heard.startedAt.seconds == 1_600_000_000 && heard.endedAt.seconds == 1_600_001_900)
      #expect(heard.duration == 1_800 && heard.completed)
    }
    let later = session.replacing("1600001900000", with: "1700000000000").replacing("35000,", with: "3500,")
    let heard = try #require(try Read.findings(.audiobookshelf, "[\(later)]").listenings.first)
    #expect(heard.endedAt.seconds == 1_600_001_800 && !heard.completed)
  }

  @Test("Reports a session of 150 hours and invalid sessions, and keeps the others")
  func anomalies() throws {
    let long = session.replacing("1800", with: "540000")
    let bare = "{\"id\": \"s2\"}"
    let found = try Read.findings(.audiobookshelf, "[\n\(long),\n\(bare),\n{\"a\": tru},\n\(session)]")
    #expect(found.listenings.count == 1 && found.report.rejected == 3)
    let reason = "session 's1': timeListening of 540000 s exceeds 24 hours"
    #expect(found.report.problems.map(\.reason).contains(reason))
    #expect(found.report.problems.map(\.line) == [2, 4, 5])
  }

  @Test("Reports items of the list that are not objects, and rejects a file without the list")
  func noSessions() throws {
    let found = try Read.findings(.audiobookshelf, "{\"sessions\": [1, \"two\", 3.5,\nnull, \(session)]}")
    #expect(found.listenings.count == 1 && found.report.problems.map(\.line) == [1, 1, 1, 2])
    #expect(try Read.findings(.audiobookshelf, "[]").report.rejected == 0)
    for file in ["{}", "{\"foo\": [{\"a\": 1}]}"] {
      #expect(throws: ImportError.self) { try Read.findings(.audiobookshelf, file) }
    }
  }

  @Test(
    "A story has its longest length in the file, so that a wrong shorter length caps no session",
    arguments: [
      ([[0, 60], [36_000, 3_600]], 36_000), ([[1, 60], [36_000, 3_600]], 36_000), ([[0, 60], [0, 7_000]], 7_060),
      ([[0, 60]], 3_600), ([[500, 400]], 500),
    ] as [([[Double]], Double)])
  func lengths(sessions: [[Double]], wanted: Double) throws {
    let listed = sessions.enumerated().map { number, one in
      """
      {"id": "\(number)", "libraryItemId": "li_1", "duration": \(one[0]), "timeListening": \(one[1]),
       "startedAt": \(1_600_000_000_000 + number * 86_400_000)}
      """
    }
    let found = try Read.findings(.audiobookshelf, "[\(listed.joined(separator: ","))]")
    let plan = ImportPlan(found, existing: ExistingData(), now: now)
    #expect(plan.stories.map(\.value.estimatedDuration) == [wanted] && plan.listenings.count == sessions.count)
    for session in sessions { #expect(session[1] <= wanted * ListeningRules.capFactor) }
  }

  @Test("Names a rejected session by its id and a rejected workout by its start")
  func labels() throws {
    let future = session.replacing("1600000000000", with: "4000000000000").replacing(
      "1600001900000", with: "4000001900000")
    let plan = ImportPlan(try Read.findings(.audiobookshelf, "[\(future)]"), existing: ExistingData(), now: now)
    #expect(plan.report.problems.map { $0.reason.hasPrefix("session 's1': ") } == [true])
    let workouts = """
      {"data": {"workouts": [{"name": "Hiking", "start": "2021-05-01 08:00:00 +0200"},
      {"name": "Hiking", "start": "2041-05-01 08:00:00 +0200", "end": "2041-05-01 09:00:00 +0200", "duration": 60}]}}
      """
    let walks = ImportPlan(try Read.findings(.healthAutoExport, workouts), existing: ExistingData(), now: now)
    #expect(
      walks.report.problems.map { String($0.reason.prefix { $0 != ":" }) } == [
        "workout '2021-05-01 08", "workout '2041-05-01 08",
      ]
    )
  }

  @Test("Volumes that differ only by their series are separate works; other titles stay unchanged")
  func volumes() throws {
    let found = try statistics(
      """
      INSERT INTO book (id, title, authors, pages, series) VALUES (1, 'Saga', 'B V', 100, 'Saga #1'),
        (2, 'Saga', 'B V', 100, 'Saga #2'), (3, 'Saga', 'B V', 100, 'Saga #1.5'),
        (4, 'Emma', 'Jane Austen', 400, 'N/A'),
        (5, 'The Two Towers', 'J. R. R. Tolkien', 300, 'The Lord of the Rings #2');
      """)
    let titles = ["Saga (Saga #1)", "Saga (Saga #2)", "Saga (Saga #1.5)", "Emma", "The Two Towers"]
    #expect(found.books.map(\.title) == titles)
    let plan = ImportPlan(found, existing: ExistingData(), now: now)
    #expect(plan.works.count == 5)
    let again = ImportPlan(found, existing: ExistingData(works: plan.works.map(\.value)), now: now)
    #expect(again.writeCount == 0 && again.report.alreadyThere == 5)
  }

  @Test("Uses the book's page count if rows have none, and limits a page to the last one")
  func oldRows() throws {
    let found = try statistics(
      """
      INSERT INTO book (id, title, authors, pages) VALUES (1, 'Emma', 'Jane Austen', 800);
      INSERT INTO page_stat VALUES (1, 700, 1600000000, 60, 0), (1, 704, 1600000060, 60, 0),
        (1, 900, 1600000120, 60, 0);
      """, pageTable: "page_stat")
    let emma = Work(id: "emma", title: "Emma", authors: ["Jane Austen"], pageCount: 400)
    let plan = ImportPlan(found, existing: ExistingData(works: [emma]), now: now)
    #expect(plan.readings.map(\.value.startPage) == [350] && plan.readings.map(\.value.endPage) == [400])
    #expect(plan.report.rejected == 0)
  }

  @Test("Extends a session that has grown without adding one")
  func grown() throws {
    let first = ImportPlan(try Read.findings(.audiobookshelf, "[\(session)]"), existing: ExistingData(), now: now)
    #expect(first.stories.map(\.value.id) == ["abs:li_1"] && first.report.added == 1)
    var existing = ExistingData(stories: ["abs:li_1": try #require(first.stories.first?.value)])
    let known = try #require(first.listenings.first?.value)
    let start = ExistingData.Start(of: "abs:li_1", at: Instant(seconds: 1_600_000_000))
    existing.listenings = [start: try #require(known.stored)]
    let same = ImportPlan(try Read.findings(.audiobookshelf, "[\(session)]"), existing: existing, now: now)
    #expect(same.writeCount == 0 && same.report.alreadyThere == 1)
    let grown = session.replacing("1600001900000", with: "1600002900000").replacing("1800", with: "2500")
    let again = ImportPlan(try Read.findings(.audiobookshelf, "[\(grown)]"), existing: existing, now: now)
    #expect(again.growths.count == 1 && again.report.alreadyThere == 1 && again.report.added == 0)
    existing.corrected = [start]
    let own = ImportPlan(try Read.findings(.audiobookshelf, "[\(grown)]"), existing: existing, now: now)
    #expect(own.writeCount == 0 && own.report.alreadyThere == 1)
  }

  @Test("More listening time extends a session even if the computed end is earlier")
  func grownWithEarlierEnd() throws {
    let early = session.replacing("1600001900000", with: "1600005000000").replacing("35000,", with: "900,")
    let late = session.replacing("1600001900000", with: "1600900000000").replacing("1800", with: "2500")
    for order in [[early, late], [late, early]] {
      let plan = ImportPlan(
        try Read.findings(.audiobookshelf, "[\(order.joined(separator: ","))]"), existing: ExistingData(), now: now)
      let last = try #require((plan.listenings + plan.growths).last?.value)
      #expect(last.duration == 2_500 && last.completed && plan.report.added == 1 && plan.report.alreadyThere == 1)
    }
  }

  @Test("A change that no import makes is a correction by the user")
  func corrections() throws {
    let start = Instant(seconds: 1_600_000_000)
    let old = ListeningSession(
      storyId: "abs:li_1", startedAt: start, endedAt: start + 2_000, completed: true, duration: 1_800)
    var (shorter, unheard, later, grown) = (old, old, old, old)
    shorter.duration = 600
    unheard.completed = false
    later.endedAt = start + 2_600
    (grown.endedAt, grown.duration) = (start + 2_600, 2_400)
    for new in [shorter, unheard, later] { #expect(ListeningChanged(old: old, new: new).isCorrection) }
    #expect(!ListeningChanged(old: old, new: grown).isCorrection)
  }

  @Test(
    "Rejects JSON that is invalid, nested too deeply, too large or incomplete",
    arguments: [
      "", "x", "[", "{\"sessions\": [", "[{\"a\": \"", "]", "[}", "{} {}", String(repeating: "[", count: 100),
    ])
  func notJSON(file: String) {
    #expect(throws: ImportError.self) { try Read.findings(.audiobookshelf, file) }
  }

  @Test("Imports the complete sessions of an incomplete list and reports where it ends")
  func incompleteList() throws {
    let session = #"{"id": "a", "libraryItemId": "b", "timeListening": 60, "startedAt": 1600000000000}"#
    for rest in [",", ",\n{\"id\": \"b", ""] {
      let found = try Read.findings(.audiobookshelf, "[\n\(session)\(rest)")
      #expect(found.listenings.count == 1 && found.report.rejected == 1)
      #expect(found.report.problems.map(\.line) == [rest.contains("\n") ? 3 : 2])
    }
  }

  @Test("Rejects an object that exceeds the limit while it is read")
  func largeObject() {
    let file = "[{\"a\": \"" + String(repeating: "x", count: 17 << 20) + "\"}]"
    #expect(throws: ImportError.self) { try Read.findings(.audiobookshelf, file) }
  }

  @Test("Parses JSON with escapes and numbers")
  func values() {
    let text = #"{"a": "\u00e9\ud83d\ude00\n\/", "b": [1, -2.5e2, true, null], "a\"": {}}"#
    let value = JSONValue(Array(text.utf8))
    #expect(value?["a"]?.text == "é😀\n/" && value?["b"]?.list?.compactMap(\.number) == [1, -250])
    for wrong in ["{", "[1,]", "{\"a\":}", "\"\\x\"", "nul", "1e999", "[1] 2", "\"\\u12\""] {
      #expect(JSONValue(Array(wrong.utf8)) == nil)
    }
  }
}
