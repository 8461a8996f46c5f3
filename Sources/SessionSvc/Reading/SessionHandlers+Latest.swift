import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func fetchLatest(
    _ call: SessionAPI.FetchLatest, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchLatest.Reply {
    try await read(caller, cost: SessionLimits.searchCost / 8) { [zones] user, rows in
      let spans = (
        listening: ListeningRules.longestSpanSeconds, reading: ListeningRules.longestSpanSeconds,
        ruck: RuckRules.longestSpanSeconds
      )
      var reply = SessionAPI.FetchLatest.Reply(endedAt: try LatestStore.end(user, spans: spans, rows))
      guard let calendar = try UserStore.record(user, rows)?.settings.calendar(zones) else { return reply }
      var last: Instant?
      for id in try WorkStore.idsBeingRead(user, limit: SessionLimits.worksBeingRead, rows) {
        guard let entry = try LibraryStore.record(user, id, rows)?.summary(in: calendar), entry.status == .reading,
          let work = try WorkStore.work(user, id, rows)
        else { continue }
        let time = try ReadingStore.latestEnd(user, workId: id, rows) ?? entry.startedAt ?? .earliestText
        if let last, last >= time { continue }
        last = time
        (reply.title, reply.currentPage, reply.pageCount) = (work.title, entry.currentPage, work.pageCount)
      }
      return reply
    }
  }
}
