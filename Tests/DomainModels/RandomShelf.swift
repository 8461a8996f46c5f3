import Chronology
import Domain
import SeededRandom

/// Makes random events of library entries: those of earlier versions, edits of entries and of reads, and imports.
struct RandomShelf {
  private(set) var records: [String: LibraryRecord] = [:]

  mutating func apply(_ event: Event) {
    guard case .reading(let event) = event else { return }
    switch event {
    case .workRemoved(let event): records[event.work.id] = nil
    case .entryRemoved(let event): records[event.entry.workId] = nil
    case .entrySaved(let event):
      records[event.entry.workId] = LibraryRecord.after(event, of: records[event.entry.workId])
    case .workSaved, .timerStarted, .timerStopped, .timerDiscarded, .recorded, .changed, .removed: break
    }
  }

  /// Returns nil if the edit changes nothing or is rejected. `moment` returns an instant in the reader's history.
  func change(
    _ workId: String, now: Instant, in calendar: LocalCalendar, using random: inout SplitMix,
    moment: (inout SplitMix) -> Instant
  ) -> EntrySaved? {
    let old = records[workId]
    let id = "x\(random.next() % 1_000_000)"
    func date(_ random: inout SplitMix) -> ReadDate? {
      let instant = moment(&random)
      let day = calendar.day(of: instant)
      let (year, month, _) = day.civil
      return [nil, .instant(instant), .date(.day(day)), .date(.month(year: year, month: month)), .date(.year(year))]
        .randomElement(using: &random)!
    }
    func rating(_ random: inout SplitMix) -> Double? {
      Bool.random(using: &random) ? Double(Int.random(in: 0...20, using: &random)) / 4 : nil
    }
    let status = ReadStatus.allCases.randomElement(using: &random)!
    var made: LibraryRecord?
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let known = old ?? LibraryRecord(entry: LibraryEntry(workId: workId, status: .wantToRead))
      let edit = LibraryEdit(
        replacing: ReadingStatus.allCases.randomElement(using: &random)!, currentPage: nil, rating: rating(&random),
        start: DateEdit(date(&random)), finish: DateEdit(date(&random)))
      made = try? edit.outcome(for: known, work: nil, now: now, in: calendar, newId: id) { _ in
        Bool.random(using: &random)
      }
    case 1:
      guard let old else { return nil }
      var edit = LibraryEdit()
      edit.status = .set(ReadingStatus.allCases.randomElement(using: &random)!)
      edit.rating = rating(&random).map { .set($0) } ?? .unchanged
      made = try? edit.outcome(for: old, work: nil, now: now, in: calendar, newId: id) { _ in
        Bool.random(using: &random)
      }
    case 2:
      var edit = ReadEdit()
      edit.status = .set(status)
      edit.start = DateEdit(date(&random))
      if status != .reading { edit.finish = DateEdit(date(&random)) }
      edit.rating = rating(&random).map { .set($0) } ?? .unchanged
      edit.format = ReadFormat.allCases.randomElement(using: &random).map { .set($0) } ?? .unchanged
      made = try? edit.added(to: old, of: workId, id: id, now: now, in: calendar)
    case 3:
      guard let old, let read = old.reads.randomElement(using: &random) else { return nil }
      if Bool.random(using: &random) {
        made = try? old.removing(read.id, now: now, in: calendar)
      } else {
        var edit = ReadEdit()
        edit.status = .set(status)
        if status != .reading { edit.finish = DateEdit(date(&random)) }
        made = try? edit.outcome(for: old, readId: read.id, now: now, in: calendar)
      }
    case 4:
      // Listening that is repeated has the same id.
      let ends = (0..<Int.random(in: 0...2, using: &random)).map { _ in moment(&random) }
      let listened = Set(ends).sorted().map { end in
        let place = ListeningPlace(startedAt: end, storyId: workId)
        let first = ListeningPlace(startedAt: Instant(seconds: end.seconds - 86_400), storyId: workId)
        return Read(
          ListenThroughs.Finished(first: first, last: place, endedAt: Instant(seconds: end.seconds + 60)),
          rating: rating(&random))
      }
      let isLinked = !listened.isEmpty || Bool.random(using: &random)
      made = LibraryRecord.following(listened, isLinked: isLinked, workId, replacing: old, in: calendar)
    default:
      let reads = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        ImportedRead(status: .finished, start: date(&random), finish: date(&random), rating: rating(&random))
      }
      let entry = ImportedEntry(workId: workId, status: .finished, rating: rating(&random), reads: reads)
      var count = 0
      made = try? entry.outcome(for: old, work: nil, now: now, in: calendar) {
        count += 1
        return "\(id)-\(count)"
      }
    }
    return made?.event(from: old, at: now)
  }
}
