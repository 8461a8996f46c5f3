import Chronology

/// When a user read: the sessions of reading as a history of their own, with the spreading over days of listening.
struct ReadingActivity: Sendable {
  private static let partPrefix = "reading/"
  private static let worksPart = "reading-works"

  private var history = ListeningHistory()
  private var numbers: [String: UInt32] = [:]
  private var ids: [String] = []
  private var areWorksChanged = false

  mutating func apply(_ event: Event) {
    switch event {
    case .readingRecorded(let event): history.record(row(of: event.session))
    case .readingChanged(let event): history.change(row(of: event.new))
    case .readingRemoved(let event): history.remove(row(of: event.session))
    default: break
    }
  }

  mutating func count(in calendar: LocalCalendar, restDaysPerWeek: Int) {
    history.count(in: calendar, restDaysPerWeek: restDaysPerWeek)
  }

  mutating func seconds(from first: Day, to last: Day) -> [Double] {
    history.seconds(from: first, to: last)
  }

  private mutating func row(of session: ReadingSession) -> ListeningRow {
    let seconds = Double(max(0, session.endedAt - session.startedAt))
    let listened = ListeningSession(
      storyId: session.workId, startedAt: session.startedAt, endedAt: session.endedAt, completed: true,
      duration: seconds)
    return ListeningRow(listened, story: number(of: session.workId))
  }

  private mutating func number(of workId: String) -> UInt32 {
    if let number = numbers[workId] { return number }
    let number = UInt32(ids.count)
    numbers[workId] = number
    ids.append(workId)
    areWorksChanged = true
    return number
  }

  var approximateBytes: Int { history.approximateBytes + ids.reduce(0) { $0 + 80 + $1.utf8.count } }
}

extension ReadingActivity {
  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = history.takeChangedParts().map(Self.named)
    if areWorksChanged { parts.append(works) }
    areWorksChanged = false
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    history.allParts().map(Self.named) + (ids.isEmpty ? [] : [works])
  }

  private static func named(_ part: SnapshotPart) -> SnapshotPart {
    SnapshotPart(name: partPrefix + part.name.dropFirst(ListeningHistory.partPrefix.count), bytes: part.bytes)
  }

  private var works: SnapshotPart {
    var writer = ByteWriter()
    writer.write(UInt32(ids.count))
    for id in ids { writer.write(id) }
    return SnapshotPart(name: Self.worksPart, bytes: writer.bytes)
  }

  /// Who never read has no parts.
  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    if let bytes = parts.first(where: { $0.name == Self.worksPart })?.bytes {
      var reader = ByteReader(bytes)
      for _ in 0..<(try reader.count(itemBytes: 4)) { _ = number(of: try reader.text()) }
      try reader.finish()
    }
    for part in parts where part.name.hasPrefix(Self.partPrefix) {
      guard let number = Int64(part.name.dropFirst(Self.partPrefix.count)), let bytes = part.bytes else {
        throw SnapshotDamage("\(part.name) is no part")
      }
      try history.restore(number: number, part: bytes, storyCount: ids.count)
    }
    areWorksChanged = false
  }
}
