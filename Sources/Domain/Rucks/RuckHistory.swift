import Chronology

/// All rucks of a user in month chunks, and what they add up to. A start is in one ruck only.
struct RuckHistory: Sendable {
  static let partPrefix = "ruck/"
  private static let longestSpan = RuckRules.longestSpanSeconds

  private var chunks: [RuckChunk] = []
  private(set) var calendar = LocalCalendar(zone: .utc)
  /// Chunks that a snapshot may hold and that are no more.
  private var removedNumbers: Set<Int64> = []
  private var bytes = 0

  mutating func save(_ row: RuckRow) {
    let number = MonthChunk.number(of: row.startedAt)
    let index = position(of: number)
    if index == chunks.count || chunks[index].number != number {
      chunks.insert(RuckChunk(number: number), at: index)
      removedNumbers.remove(number)
    }
    if chunks[index].save(row) { bytes += MemoryLayout<RuckRow>.stride + (row.extras?.approximateBytes ?? 0) }
  }

  mutating func remove(startedAt: Int64) {
    let number = MonthChunk.number(of: startedAt)
    let index = position(of: number)
    guard index < chunks.count, chunks[index].number == number else { return }
    chunks[index].remove(startedAt)
    if chunks[index].rows.isEmpty { removedNumbers.insert(chunks.remove(at: index).number) }
  }

  mutating func count(in calendar: LocalCalendar) {
    self.calendar = calendar
    for index in chunks.indices { chunks[index].rebucket() }
  }

  var firstStart: Int64? { chunks.first?.rows.first?.startedAt }

  /// The rucks that began on the days from one to another, both included.
  mutating func tally(from first: Day, to last: Day) -> RuckTally {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    var tally = RuckTally()
    var index = position(of: MonthChunk.number(of: from))
    while index < chunks.count, chunks[index].number <= MonthChunk.number(of: to) {
      tally.add(chunks[index].tally(from: from, to: to, in: calendar))
      index += 1
    }
    return tally
  }

  /// The best of the rucks that began on the days from one to another, both included.
  mutating func bests(from first: Day, to last: Day) -> RuckBests {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    var bests = RuckBests()
    var index = position(of: MonthChunk.number(of: from))
    while index < chunks.count, chunks[index].number <= MonthChunk.number(of: to) {
      bests.add(chunks[index].bests(from: from, to: to))
      index += 1
    }
    return bests
  }

  /// All weeks with rucks, in their order.
  mutating func weeks() -> [RuckWeek] {
    var weeks: [RuckWeek] = []
    for index in chunks.indices { weeks.append(chunks[index].tally(in: calendar).weeks) }
    return weeks
  }

  mutating func bests() -> RuckBests {
    var bests = RuckBests()
    for index in chunks.indices { bests.add(chunks[index].bests()) }
    return bests
  }

  /// The seconds of each day from one to another, both included; a ruck over a day's beginning gives each its share.
  mutating func seconds(from first: Day, to last: Day) -> [Double] {
    guard first <= last else { return [] }
    var seconds = [DecimalSum](repeating: DecimalSum(), count: last - first + 1)
    let earliest = calendar.start(of: first).seconds - Self.longestSpan
    let end = MonthChunk.number(of: calendar.start(of: last + 1).seconds)
    var index = position(of: MonthChunk.number(of: earliest))
    while index < chunks.count, chunks[index].number <= end {
      let days = chunks[index].days(in: calendar)
      for (offset, cell) in days.cells.enumerated() {
        let place = Int(days.firstDay) + offset - Int(first.number)
        if seconds.indices.contains(place) { seconds[place] += cell.seconds }
      }
      index += 1
    }
    return seconds.map(\.value)
  }

  private func position(of number: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    if let last = chunks.last, last.number == number { return high - 1 }
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RuckHistory {
  /// Rucks that are gone or were replaced count on until the next restoration: this is a rough figure.
  var approximateBytes: Int { bytes + chunks.count * 1_024 }

  mutating func takeChangedParts() -> [SnapshotPart] {
    let removed = removedNumbers.sorted().map { SnapshotPart(name: "\(Self.partPrefix)\($0)", bytes: nil) }
    removedNumbers = []
    let changed = chunks.filter(\.isChanged).map(Self.part)
    for index in chunks.indices { chunks[index].isChanged = false }
    return removed + changed
  }

  func allParts() -> [SnapshotPart] { chunks.map(Self.part) }

  private static func part(_ chunk: RuckChunk) -> SnapshotPart {
    SnapshotPart(name: "\(partPrefix)\(chunk.number)", bytes: chunk.part())
  }

  /// Who never rucked has no parts.
  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    for part in parts where part.name.hasPrefix(Self.partPrefix) {
      guard let number = Int64(part.name.dropFirst(Self.partPrefix.count)), let bytes = part.bytes else {
        throw SnapshotDamage("\(part.name) is no part")
      }
      let index = position(of: number)
      guard index == chunks.count || chunks[index].number != number else {
        throw SnapshotDamage("month \(number) comes twice")
      }
      let chunk = try RuckChunk(number: number, part: bytes)
      self.bytes += chunk.approximateBytes
      chunks.insert(chunk, at: index)
    }
  }
}
