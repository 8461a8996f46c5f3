public import Chronology

/// Reads that follow from the pages of reading sessions.
public enum PageReads {
  /// Returns the record of a work whose reads follow its sessions, which are sorted by start. A work that is not in the
  /// library is added. Returns nil if a person has added or changed the entry or one of its reads.
  public static func record(
    of workId: String, sessions: [ReadingSession], pageCount: Int?, replacing old: LibraryRecord?, now: Instant,
    newId: () -> String
  ) -> LibraryRecord? {
    if let old, !follows(old) { return nil }
    let known = old?.reads ?? []
    let spans = spans(of: sessions, pageCount: pageCount).suffix(LibraryRules.mostReads)
    guard !spans.isEmpty else { return nil }
    let reads = spans.enumerated().map { place, span in
      var read = Read(
        id: known.indices.contains(place) ? known[place].id : newId(),
        status: span.finish == nil ? .reading : .finished,
        start: .instant(span.start), finish: span.finish.map { .instant($0) }, format: .ebook, origin: .pages)
      read.createdAt = known.indices.contains(place) ? known[place].createdAt : now
      return read
    }
    var entry = old?.entry ?? LibraryEntry(workId: workId, status: .reading)
    entry.status = reads.last?.status.ofEntry ?? .reading
    if old == nil { entry.currentPage = sessions.max { $0.endedAt < $1.endedAt }?.endPage ?? 0 }
    return LibraryRecord(entry: entry, reads: reads + (old?.listened ?? []))
  }

  private static func follows(_ record: LibraryRecord) -> Bool {
    guard let last = record.reads.last else { return record.entry.isFromLink == true }
    guard record.reads.allSatisfy({ $0.origin == .pages }) else { return false }
    return record.entry.status == last.status.ofEntry
  }

  private struct Span {
    var start: Instant
    var finish: Instant?
  }

  /// A read finishes with the session that reaches the last 2 % of the pages. A later session that starts in the first
  /// half begins the next read.
  private static func spans(of sessions: [ReadingSession], pageCount: Int?) -> [Span] {
    var spans: [Span] = []
    for session in sessions where session.endPage > 0 {
      if spans.last.map({ $0.finish != nil }) ?? true {
        let isInFirstHalf = pageCount.map { session.startPage * 2 <= $0 } ?? true
        guard spans.isEmpty || isInFirstHalf else { continue }
        spans.append(Span(start: session.startedAt))
      }
      if let pageCount, session.endPage * 100 >= pageCount * 98 { spans[spans.count - 1].finish = session.endedAt }
    }
    return spans
  }
}
