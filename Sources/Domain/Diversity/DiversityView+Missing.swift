/// A work in the library for which core values are missing.
public struct IncompleteWork: Codable, Hashable, Sendable {
  public var workId: String
  public var title: String
  /// The core dimensions that have no value, in their order.
  public var missing: [DiversityDimension]

  public init(workId: String, title: String, missing: [DiversityDimension]) {
    self.workId = workId
    self.title = title
    self.missing = missing
  }
}

extension DiversityView {
  /// The position of a work in the list of incomplete works, which starts with the work read last; ties are sorted by
  /// id.
  public struct IncompleteWorkPosition: Hashable, Comparable, Sendable {
    /// The latest end of a session, or the least number if there is none.
    var endedAt: Int64
    var workId: String

    public static func < (left: Self, right: Self) -> Bool {
      left.endedAt != right.endedAt
        ? left.endedAt > right.endedAt : left.workId.utf8.lexicographicallyPrecedes(right.workId.utf8)
    }

    /// The text of a cursor.
    public var text: String { "\(endedAt) \(workId)" }

    public init?(_ text: String) {
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let endedAt = Int64(parts[0]), TextRules.isObjectId(String(parts[1])) else { return nil }
      (self.endedAt, workId) = (endedAt, String(parts[1]))
    }

    init(endedAt: Int64, workId: String) {
      (self.endedAt, self.workId) = (endedAt, workId)
    }
  }

  /// Returns the works after a position that have no value in this core dimension, or in any. One pass, which keeps
  /// only as many works as it returns.
  public mutating func missing(
    _ dimension: DiversityDimension?, after place: IncompleteWorkPosition?, limit: Int
  ) -> (items: [IncompleteWork], next: IncompleteWorkPosition?) {
    let ends = lastEnds()
    var found: [(place: IncompleteWorkPosition, number: UInt32)] = []
    works.forEach { number, work in
      guard work.isInLibrary, work.misses(dimension) else { return }
      let endedAt = ends[number] ?? .min
      if let last = found.last, found.count > limit, endedAt < last.place.endedAt { return }
      let own = IncompleteWorkPosition(endedAt: endedAt, workId: works.id(number))
      if let place, !(place < own) { return }
      if let last = found.last, found.count > limit, !(own < last.place) { return }
      var (low, high) = (0, found.count)
      while low < high {
        let middle = (low + high) / 2
        if found[middle].place < own { low = middle + 1 } else { high = middle }
      }
      found.insert((own, number), at: low)
      if found.count > limit + 1 { found.removeLast() }
    }
    let items = found.prefix(limit).map { place, number in
      let work = works[number]
      return IncompleteWork(
        workId: place.workId, title: work.title, missing: DiversityDimension.core.filter { work.value(of: $0) == nil })
    }
    return (items, found.count > limit ? found[limit - 1].place : nil)
  }

  /// Returns the latest session end of each work that has sessions. Cached until a session is removed or shortened.
  private mutating func lastEnds() -> [UInt32: Int64] {
    if let cachedLastEnds { return cachedLastEnds }
    var ends: [UInt32: Int64] = [:]
    for chunk in log.chunks {
      for row in chunk.rows { ends[row.work] = max(ends[row.work] ?? .min, row.endedAt) }
    }
    cachedLastEnds = ends
    return ends
  }
}

extension WorkDiversityRow {
  fileprivate func misses(_ dimension: DiversityDimension?) -> Bool {
    guard let dimension else { return DiversityDimension.core.contains { value(of: $0) == nil } }
    return value(of: dimension) == nil
  }
}
