import Chronology
import SeededRandom
import Testing

@testable import Domain
@testable import DomainModels

@Suite("Filters and orders of the library")
struct LibraryQueryTests {
  private static let calendar = LocalCalendar(zone: .utc)

  private func any<Value>(_ values: [Value], _ random: inout SplitMix) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private func read(_ id: String, _ random: inout SplitMix) -> Read {
    let dates: [ReadDate?] = [
      nil, .date(.year(2024)), .date(.month(year: 2024, month: 5)), .instant(instant("2025-03-01T10:00:00Z")),
      .date(.year(2025)),
    ]
    return Read(
      id: id, status: any([.finished, .finished, .abandoned], &random), start: any(dates, &random),
      finish: any(dates, &random), rating: any([nil, 0, 3.25, 5], &random),
      format: any([nil, .print, .audio], &random))
  }

  private func row(_ number: Int, _ random: inout SplitMix) -> LibraryRow {
    let status = any(ReadingStatus.allCases, &random)
    let reads = status == .wantToRead ? [] : (0...any([0, 1], &random)).map { read("r\($0)", &random) }
    return LibraryRow(
      record: LibraryRecord(entry: LibraryEntry(workId: "w\(number)", status: status), reads: reads),
      addedAt: any([nil, instant("2026-01-01T00:00:00Z"), instant("2026-02-01T00:00:00Z")], &random),
      title: any(["Emma", "émile", "Dune", "...", "The Road", "Эмма"], &random),
      authors: any([[], ["Jane Austen"], ["jane austen", "Z"], ["Ann"]], &random),
      genres: any([[], ["Fiction"], ["Poems", "fiction"]], &random),
      tags: any([WorkTags(), WorkTags(["Sea"]), WorkTags(["club", "sea"])], &random),
      series: any([nil, "Earthsea", "earthsea"], &random), pageCount: any([nil, 100, 320], &random))
  }

  private func query(_ random: inout SplitMix) -> LibraryQuery {
    var query = LibraryQuery()
    query.status = any([nil, nil, .finished, .wantToRead], &random)
    query.q = any([nil, nil, "em", "JANE", "emma austen"], &random)
    query.tag = any([nil, nil, "SEA", "se"], &random)
    query.series = any([nil, nil, "EARTHSEA "], &random)
    query.year = any([nil, nil, 2024, 2025], &random)
    query.format = any([nil, nil, .audio], &random)
    query.rating = any([nil, nil, 3.25], &random)
    query.genre = any([nil, nil, "FICTION"], &random)
    query.sort = any([nil] + LibrarySort.allCases.map(Optional.some), &random)
    return query
  }

  /// Compares every criterion in the obvious way.
  private func slowlyMatches(_ row: LibraryRow, _ query: LibraryQuery) -> Bool {
    let summary = row.record.summary(in: Self.calendar)
    func isEqual(_ left: String?, _ right: String) -> Bool {
      left?.lowercased() == right.lowercased().filter { $0 != " " }
    }
    if let status = query.status, summary.status != status { return false }
    if let q = query.q, !SearchWords(q).match([row.title] + row.authors) { return false }
    if let tag = query.tag, !row.tags.contains(tag) { return false }
    if let series = query.series, !isEqual(row.series, series) { return false }
    if let genre = query.genre, !row.genres.contains(where: { isEqual($0, genre) }) { return false }
    if let rating = query.rating, summary.rating != rating { return false }
    var reads = row.record.counted(in: Self.calendar)
    if let year = query.year {
      reads = reads.filter { read in
        guard read.status == .finished, let date = read.finish?.date(in: Self.calendar) else { return false }
        return date.description.hasPrefix("\(year)")
      }
    }
    if let format = query.format { reads = reads.filter { $0.format == format } }
    return query.year == nil && query.format == nil || !reads.isEmpty
  }

  private func name(_ sort: LibrarySort) -> String {
    String(sort.rawValue.drop { $0 == "-" })
  }

  /// The value of a row as a number or words, or nil.
  private func value(_ row: LibraryRow, _ sort: LibrarySort) -> (number: Int64, text: [String])? {
    let summary = row.record.summary(in: Self.calendar)
    func words(_ text: String) -> [String] {
      let words = FoldedText.words(of: text)
      return words.isEmpty ? [text] : words
    }
    switch name(sort) {
    case "title": return (0, [words(row.title).joined(separator: " ")])
    case "author": return row.authors.first.map { (0, [words($0).joined(separator: " ")]) }
    case "added": return row.addedAt.map { ($0.seconds, []) }
    case "started": return summary.start.map { ($0.end(in: Self.calendar), []) }
    case "finished": return summary.finish.map { ($0.end(in: Self.calendar), []) }
    case "rating": return summary.rating.map { (Int64($0 * 4), []) }
    default: return row.pageCount.map { (Int64($0), []) }
    }
  }

  private func slowlySorted(_ rows: [LibraryRow], _ sort: LibrarySort) -> [String] {
    func id(_ row: LibraryRow) -> String { row.record.entry.workId }
    let byId = rows.sorted { id($0) < id($1) }
    let known = byId.enumerated().filter { value($0.element, sort) != nil }.sorted { left, right in
      guard let first = value(left.element, sort), let second = value(right.element, sort) else { return false }
      if first.number == second.number, first.text == second.text { return left.offset < right.offset }
      let texts = (first.text.joined().unicodeScalars, second.text.joined().unicodeScalars)
      let isLess =
        first.text.isEmpty ? first.number < second.number : texts.0.lexicographicallyPrecedes(texts.1)
      return isLess != sort.rawValue.hasPrefix("-")
    }
    return known.map { id($0.element) } + byId.filter { value($0, sort) == nil }.map(id)
  }

  @Test("Selects and orders the rows of a slow model, page by page", arguments: UInt64(0)..<300)
  func model(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rows = (0..<40).map { row($0, &random) }
    let query = query(&random)
    let selection = LibrarySelection(query, in: Self.calendar)
    let expected = rows.filter { slowlyMatches($0, query) }
    #expect(rows.filter(selection.matches).map(\.record.entry.workId) == expected.map(\.record.entry.workId))
    guard let sort = query.sort else { return }
    let limit = any([1, 3, 40], &random)
    var (found, after) = ([String](), LibraryPlace?.none)
    repeat {
      var page = SortedPage<String>(after: after, limit: limit, isDescending: sort.isDescending)
      for row in rows.shuffled(using: &random) where selection.matches(row) {
        page.add(row.record.entry.workId, at: selection.place(of: row))
      }
      found += page.items.prefix(limit).map(\.item)
      after = page.items.count > limit ? page.items[limit - 1].place : nil
      if let place = after { #expect(LibraryPlace(place.text, workId: place.workId) == place) }
    } while after != nil
    #expect(found == slowlySorted(expected, sort), "seed \(seed)")
  }

  @Test("A place has a text of visible characters, and other texts are rejected")
  func places() {
    let long = LibraryRow(
      record: LibraryRecord(entry: LibraryEntry(workId: "w", status: .reading)),
      title: String(repeating: "\u{1F4D6}", count: 500))
    var query = LibraryQuery()
    query.sort = .title
    let place = LibrarySelection(query, in: Self.calendar).place(of: long)
    #expect(place.text.utf8.count <= 1 + 8 * LibraryPlace.letters && LibraryPlace(place.text, workId: "w") == place)
    for text in ["", "-1", "n", "n1x", "n+1", "n01", "t1", "tzz", "x", "t" + String(repeating: "00", count: 257)] {
      #expect(LibraryPlace(text, workId: "w") == nil, "\(text)")
    }
    #expect(LibraryPlace("n-5", workId: "w")?.text == "n-5" && LibraryPlace("-", workId: "w")?.text == "-")
  }

  @Test("Each criterion changes the fingerprint, and only the earlier ones leave the query plain")
  func fingerprints() {
    var queries = [LibraryQuery](repeating: LibraryQuery(), count: 10)
    (queries[1].status, queries[2].q, queries[3].tag, queries[4].series) = (.reading, "a", "a", "a")
    (queries[5].year, queries[6].format, queries[7].rating, queries[8].genre) = (2024, .audio, 4, "a")
    queries[9].sort = .title
    #expect(Set(queries.map(\.fingerprint)).count == 10)
    #expect(queries.map(\.isPlain) == [true, true, true] + [Bool](repeating: false, count: 7))
  }

  @Test("Names a criterion that is not valid")
  func invalid() {
    var query = LibraryQuery()
    (query.rating, query.tag, query.genre) = (4.1, "", "\0")
    let rejection = #expect(throws: Rejection.self) { try query.check() }
    #expect(rejection?.violations.map(\.field) == ["rating", "tag", "genre"])
  }
}
