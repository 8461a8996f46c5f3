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
    settings.write(to: &writer)
    languages.write(to: &writer)
    return SnapshotPart(name: Self.basePart, bytes: writer.bytes)
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    self.init()
    try restoreBase(from: parts)
    var isKnown = true
    works = try WorkTable(parts: parts)
    works.forEach { _, work in isKnown = isKnown && work.language <= languages.names.count }
    guard isKnown else { throw SnapshotDamage("a work has an unknown language") }
    for part in try SnapshotPart.consecutive(AwardList.partPrefix, in: parts) {
      try awards.restore(part: part, workCount: works.count)
    }
    log = try SessionLog(parts: parts, workCount: works.count)
    isBaseChanged = false
    derive()
    rezone(zones: zones)
  }

  private mutating func restoreBase(from parts: [SnapshotPart]) throws(SnapshotDamage) {
    guard let bytes = parts.first(where: { $0.name == Self.basePart })?.bytes else {
      throw SnapshotDamage("the base is missing")
    }
    var reader = ByteReader(bytes)
    settings = try SettingsHistory(from: &reader)
    languages = try NameTable(from: &reader)
    try reader.finish()
  }

  /// Computes the derived state from the rows.
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
