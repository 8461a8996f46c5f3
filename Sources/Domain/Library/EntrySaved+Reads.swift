import Chronology

extension EntrySaved {
  /// Returns the changes of the work's reads. `last` is the read that was created last, and `ids` are those of all.
  ///
  /// Entries of earlier versions described one read, which later values overwrote. Each time such an entry was finished
  /// and became `reading` again, the finished read is restored and another one begins.
  func changes(after last: Read?, _ ids: some Sequence<String>) -> [ReadChange] {
    if let reads { return reads }
    let count = Self.lastNumber(of: ids)
    let before = old?.status ?? last?.status.ofEntry
    guard let status = entry.status.ofRead else {
      return before == .wantToRead ? [] : last.map { [ReadChange(old: $0)] } ?? []
    }
    if status == .reading, before == .finished { return [ReadChange(new: again(count + 1, after: last?.finish))] }
    if let last, before != .wantToRead { return [ReadChange(old: last, new: changed(last, to: status))] }
    if status == .reading, let old, let finish = old.finish {
      // The work was finished, then wanted, and is read again.
      let finished = Read(
        id: Self.id(count + 1), status: .finished, start: old.start, finish: finish, rating: old.rating)
      return [ReadChange(new: finished), ReadChange(new: again(count + 2, after: finish))]
    }
    return [
      ReadChange(
        new: Read(
          id: Self.id(count + 1), status: status, start: entry.start, finish: entry.finish, rating: entry.rating))
    ]
  }

  /// The id of a restored read. It depends only on the journal.
  private static func id(_ number: Int) -> String { prefix + String(number) }
  private static let prefix = "r-"
  /// An imported account may contain any id.
  private static let greatestNumber = 1 << 40

  private static func lastNumber(of ids: some Sequence<String>) -> Int {
    let numbers = ids.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    return numbers.filter { $0 < greatestNumber }.max() ?? 0
  }

  /// A read that begins after the previous one. The start of the previous one is not its start.
  private func again(_ number: Int, after finish: ReadDate?) -> Read {
    var start = entry.start
    if let startedAt = entry.startedAt, let finishedAt = finish?.instant, startedAt < finishedAt { start = nil }
    return Read(id: Self.id(number), status: .reading, start: start, rating: entry.rating)
  }

  /// Takes the values that the event has changed. The others may be those of an earlier read.
  private func changed(_ last: Read, to status: ReadStatus) -> Read {
    var read = last
    read.rating = entry.rating
    if old == nil || entry.start != old?.start { read.start = entry.start }
    let becomesFinished = status == .finished && last.status != .finished
    if old == nil || becomesFinished || entry.finish != old?.finish { read.finish = entry.finish }
    read.status = status
    return read
  }
}
