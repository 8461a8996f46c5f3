extension SnapshotPart {
  /// Returns the parts with this prefix, sorted by number.
  static func numbered(
    _ prefix: String, in parts: [SnapshotPart]
  ) throws(SnapshotDamage) -> [(number: Int64, bytes: [UInt8])] {
    var found: [(number: Int64, bytes: [UInt8])] = []
    for part in parts where part.name.hasPrefix(prefix) {
      guard let number = Int64(part.name.dropFirst(prefix.count)), let bytes = part.bytes else {
        throw SnapshotDamage("unknown part \(part.name)")
      }
      found.append((number, bytes))
    }
    return found.sorted { $0.number < $1.number }
  }

  /// Returns parts that are numbered without gaps.
  static func consecutive(_ prefix: String, in parts: [SnapshotPart]) throws(SnapshotDamage) -> [[UInt8]] {
    let found = try numbered(prefix, in: parts)
    for (place, part) in found.enumerated() where part.number != place {
      throw SnapshotDamage("part \(prefix)\(place) is missing")
    }
    return found.map(\.bytes)
  }
}
