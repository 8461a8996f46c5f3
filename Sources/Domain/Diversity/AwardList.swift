public import Chronology

/// The points for describing a work in one dimension. They are given once.
public struct DiversityAward: Codable, Hashable, Sendable {
  public var workId: String
  public var dimension: DiversityDimension
  public var points: Int
  public var awardedAt: Instant

  public init(workId: String, dimension: DiversityDimension, points: Int, awardedAt: Instant) {
    self.workId = workId
    self.dimension = dimension
    self.points = points
    self.awardedAt = awardedAt
  }
}

/// All awards of a user, oldest first. Awards are never removed.
struct AwardList: Sendable {
  struct Award: Hashable, Sendable {
    var at: Int64
    var work: UInt32
    var points: UInt32
    var slot: UInt8
  }

  static let partPrefix = "awards/"
  private static let chunkCount = 512
  private static let awardBytes = 17

  private(set) var awards: [[Award]] = []
  private var changed: Set<Int> = []
  private(set) var count = 0
  private(set) var points = 0

  mutating func append(_ award: Award) {
    if count % Self.chunkCount == 0 { awards.append([]) }
    awards[awards.count - 1].append(award)
    changed.insert(awards.count - 1)
    count += 1
    points += Int(award.points)
  }

  subscript(place: Int) -> Award { awards[place / Self.chunkCount][place % Self.chunkCount] }
}

extension AwardList {
  mutating func takeChangedParts() -> [SnapshotPart] {
    defer { changed = [] }
    return changed.sorted().map(part)
  }

  func allParts() -> [SnapshotPart] { awards.indices.map(part) }

  private func part(_ index: Int) -> SnapshotPart {
    var writer = ByteWriter(capacity: 4 + awards[index].count * Self.awardBytes)
    writer.write(UInt32(awards[index].count))
    for award in awards[index] {
      writer.write(award.at)
      writer.write(award.work)
      writer.write(award.points)
      writer.write(award.slot)
    }
    return SnapshotPart(name: "\(Self.partPrefix)\(index)", bytes: writer.bytes)
  }

  /// Must be called in the order of the parts' numbers.
  mutating func restore(part: [UInt8], workCount: Int) throws(SnapshotDamage) {
    guard count % Self.chunkCount == 0 else { throw SnapshotDamage("an earlier part of the awards is missing") }
    var reader = ByteReader(part)
    let restored = try reader.count(itemBytes: Self.awardBytes)
    guard (1...Self.chunkCount).contains(restored) else { throw SnapshotDamage("a part holds \(restored) awards") }
    for _ in 0..<restored {
      let award = Award(
        at: try reader.integer(), work: try reader.unsigned(), points: try reader.unsigned(), slot: try reader.byte())
      guard award.work < workCount, award.slot < DiversityDimension.fixed.count else {
        throw SnapshotDamage("an award is for an unknown work or dimension")
      }
      append(award)
    }
    try reader.finish()
    changed = []
  }
}
