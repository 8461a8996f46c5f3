/// The targets of goals, with defaults for those that are not set.
struct GoalTargets: Hashable, Sendable {
  private var chosen: [GoalType: Int] = [:]

  subscript(type: GoalType) -> Int { chosen[type] ?? type.defaultTarget }

  var areDefaults: Bool { chosen.isEmpty }

  mutating func set(_ target: Int?, for type: GoalType) { chosen[type] = target }
}

extension GoalTargets {
  func write(to writer: inout ByteWriter) {
    let targets = GoalType.allCases.compactMap { type in chosen[type].map { (type.rawValue, $0) } }
    writer.write(UInt32(targets.count))
    for (type, target) in targets {
      writer.write(type)
      writer.write(Int64(target))
    }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    for _ in 0..<(try reader.count(itemBytes: 12)) {
      let name = try reader.text()
      let target = Int(try reader.integer())
      guard let type = GoalType(rawValue: name), chosen[type] == nil, GoalRules.readable.contains(target) else {
        throw SnapshotDamage("invalid target \(target) of \(name)")
      }
      chosen[type] = target
    }
  }
}
