public import Chronology

extension DiversityView {
  private static let basePart = "base"

  public mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = works.takeChangedParts() + log.takeChangedParts() + awards.takeChangedParts()
    if isBaseChanged { parts.append(base) }
    isBaseChanged = false
    return parts
  }

  public mutating func allParts() -> [SnapshotPart] {
    works.allParts() + log.allParts() + awards.allParts() + [base]
  }

  private var base: SnapshotPart {
    var writer = ByteWriter()
    writer.write(zone)
    writer.write(Int64(dayStart))
    writer.write(UInt32(languages.names.count))
    for name in languages.names { writer.write(name) }
    return SnapshotPart(name: Self.basePart, bytes: writer.bytes)
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    self.init()
    try restoreBase(from: parts)
    for part in try consecutive(WorkTable.partPrefix, in: parts) {
      try works.restore(part: part, languageCount: languages.names.count)
    }
    for part in try consecutive(AwardList.partPrefix, in: parts) {
      try awards.restore(part: part, workCount: works.count)
    }
    for part in try numbered(ReadingLog.partPrefix, in: parts) {
      try log.restore(number: part.number, part: part.bytes, workCount: works.count)
    }
    isBaseChanged = false
    derive()
    rezone(zones: zones)
  }

  private mutating func restoreBase(from parts: [SnapshotPart]) throws(SnapshotDamage) {
    guard let bytes = parts.first(where: { $0.name == Self.basePart })?.bytes else {
      throw SnapshotDamage("there is no base")
    }
    var reader = ByteReader(bytes)
    zone = try reader.text()
    dayStart = Int(try reader.integer())
    for _ in 0..<(try reader.count(itemBytes: 4)) { _ = languages.number(of: try reader.text()) }
    try reader.finish()
    guard ProfileRules.dayStarts.contains(dayStart) else { throw SnapshotDamage("days begin at \(dayStart)") }
  }

  /// The parts of one kind, in order of their numbers.
  private func numbered(
    _ prefix: String, in parts: [SnapshotPart]
  ) throws(SnapshotDamage) -> [(number: Int64, bytes: [UInt8])] {
    var found: [(number: Int64, bytes: [UInt8])] = []
    for part in parts where part.name.hasPrefix(prefix) {
      guard let number = Int64(part.name.dropFirst(prefix.count)), let bytes = part.bytes else {
        throw SnapshotDamage("there is no part \(part.name)")
      }
      found.append((number, bytes))
    }
    return found.sorted { $0.number < $1.number }
  }

  /// The parts of a kind that are filled one after the other.
  private func consecutive(_ prefix: String, in parts: [SnapshotPart]) throws(SnapshotDamage) -> [[UInt8]] {
    let found = try numbered(prefix, in: parts)
    for (place, part) in found.enumerated() where part.number != place {
      throw SnapshotDamage("part \(prefix)\(place) is missing")
    }
    return found.map(\.bytes)
  }

  /// Makes what follows from the rows.
  private mutating func derive() {
    var tally = DiversityTally()
    works.forEach { _, work in
      if work.isInLibrary { tally.add(work) }
    }
    everything = tally
    for chunk in log.chunks {
      for row in chunk.rows where row.prompt == .open {
        openPrompts.insert(OpenPrompts.Key(startedAt: row.startedAt, work: row.work))
      }
    }
  }
}
