import Chronology
import Domain
import Proto

/// The insights of two users with many and few books over the same ten years. They should cost the same, warm and after
/// a write, because sums are updated with each event.
enum InsightsBench {
  static let bench = Bench(
    name: "insights", summary: "insights of 100,000 books and 1,000,000 sessions compared with 100 books", run: run)

  private static let now = Instant(seconds: 1_795_168_800)
  private static let span: Int64 = 3_650 * 86_400

  static func run() throws -> [BenchRow] {
    var small = view(books: 100, sessions: 1_000)
    var large = view(books: 100_000, sessions: 1_000_000)
    var rows = [
      first("first insights of all time, 100,000 books", &large) { $0.readingInsights(now: now).booksRead },
      first("first insights of the year, 100,000 books", &large) { $0.readingInsights(of: .year, now: now).booksRead },
      first("first timeline of 120 months, 100,000 books", &large) {
        $0.readingTimeline(120, now: now).months.count
      },
    ]
    for timeframe in ReadingTimeframe.allCases {
      rows.append(
        compare("insights, \(timeframe.rawValue)", &small, &large) { $0.readingInsights(of: timeframe, now: now) })
    }
    for count in [12, 120] {
      rows.append(compare("timeline, \(count) months", &small, &large) { $0.readingTimeline(count, now: now) })
    }
    for timeframe in [ReadingTimeframe.month, .allTime] {
      rows.append(
        afterWrite("insights, \(timeframe.rawValue)", &small, &large) {
          $0.readingInsights(of: timeframe, now: now).booksRead
        })
    }
    rows.append(afterWrite("timeline, 120 months", &small, &large) { $0.readingTimeline(120, now: now).months.count })
    return rows
  }

  private static func first(
    _ name: String, _ view: inout StatsView, _ query: (inout StatsView) -> Int
  ) -> BenchRow {
    BenchRow(name, Bench.microseconds(count: 1) { _ in query(&view) } / 1_000, "ms")
  }

  private static func compare(
    _ name: String, _ small: inout StatsView, _ large: inout StatsView,
    _ query: (inout StatsView) -> some Encodable
  ) -> BenchRow {
    let best = Bench.querying(&small, &large, query)
    return BenchRow(
      "\(name) and its bytes, 100,000 books", best.large, "µs", baseline: "100 books", baselineValue: best.small,
      target: "≤ 2 ×", met: best.large <= 2 * best.small)
  }

  /// Changes the finish of a book and adds a session on a new day, which invalidates streaks, then queries.
  private static func afterWrite(
    _ name: String, _ small: inout StatsView, _ large: inout StatsView,
    _ query: (inout StatsView) -> Int
  ) -> BenchRow {
    func once(_ view: inout StatsView, _ step: Int) -> Int {
      finish("book-\(step % 100)", at: now + -Int64(step) * 3_600, &view)
      read("book-7", at: now + -(span + 2 * 86_400 * (Int64(step) + 1)), &view)
      return query(&view)
    }
    var best = (small: Double.infinity, large: Double.infinity)
    for round in 0..<5 {
      best.small = min(best.small, Bench.microseconds(count: 50) { once(&small, round * 50 + $0) })
      best.large = min(best.large, Bench.microseconds(count: 50) { once(&large, round * 50 + $0) })
    }
    return BenchRow(
      "two writes and the first \(name), 100,000 books", best.large, "µs", baseline: "100 books",
      baselineValue: best.small)
  }

  static func view(books: Int64, sessions: Int64) -> StatsView {
    var view = StatsView()
    let genres = ["Art", "Drama", "Essay", "Fiction", "History", "Poetry", "Science", "Travel"]
    let cultures = DiversityDimension.culturalOrigin.values
    for number in 0..<books {
      let id = "book-\(number)"
      let place = Int(number)
      let work = Work(
        id: id, title: id, pageCount: 300, language: ["English", "Deutsch"][place % 2],
        genres: [genres[place % 8], genres[place / 3 % 8], genres[place / 5 % 8]])
      view.apply(.reading(.workSaved(WorkSaved(work: work))), zones: NoZones())
      finish(id, at: now + -(number * (span / books)), &view)
      let value = DiversityValueSet(
        workId: id, dimension: .culturalOrigin, value: cultures[place / 7 % 10], points: 5, at: now)
      view.apply(.diversity(.valueSet(value)), zones: NoZones())
    }
    for number in 0..<sessions {
      read("book-\(number % books)", at: now + -span + number * (span / sessions), &view)
    }
    return view
  }

  private static func finish(_ id: String, at instant: Instant, _ view: inout StatsView) {
    let entry = LibraryEntry(workId: id, status: .finished, rating: 3.5, finishedAt: instant)
    view.apply(.reading(.entrySaved(EntrySaved(entry: entry))), zones: NoZones())
  }

  private static func read(_ id: String, at start: Instant, _ view: inout StatsView) {
    let session = ReadingSession(workId: id, startedAt: start, endedAt: start + 1_800, startPage: 0, endPage: 30)
    view.apply(.reading(.recorded(ReadingRecorded(session: session))), zones: NoZones())
  }
}
