public import Chronology

public struct WorkDiversity: Codable, Hashable, Sendable {
  public var workId: String
  public var values: [String: String]
  /// The core dimensions that have no value, in their order.
  public var missing: [DiversityDimension]
}

/// A page of awards and the total of all points.
public struct DiversityPoints: Codable, Hashable, Sendable {
  public var curatorPoints: Int
  public var items: [DiversityAward]
  public var nextCursor: String?
}

extension DiversityView {
  public static let pointsPerField = 5

  /// Returns the values of a work, or nil if the work does not exist.
  public func work(_ id: String) -> WorkDiversity? {
    guard let number = works.known(id), works[number].exists else { return nil }
    let work = works[number]
    let values = DiversityDimension.fixed.filter { !$0.isDerived }.compactMap { dimension in
      work.value(of: dimension).map { (dimension.rawValue, $0) }
    }
    return WorkDiversity(
      workId: id, values: Dictionary(uniqueKeysWithValues: values),
      missing: DiversityDimension.core.filter { work.value(of: $0) == nil })
  }

  /// Returns the number of events so far that decided about the work's diversity.
  public func version(of workId: String) -> Int {
    works.known(workId).map { Int(works[$0].version) } ?? 0
  }

  /// Returns the event for describing a work. The first value for a core dimension of a work earns points.
  public func setting(
    _ value: String, of dimension: DiversityDimension, workId: String, at now: Instant
  ) throws(Rejection) -> DiversityValueSet {
    try DiversityRules.check(value, for: dimension)
    let work = works.known(workId).map { works[$0] } ?? WorkDiversityRow()
    let old = work.value(of: dimension)
    let isFirst = dimension.isCore && dimension.slot.map { !work.isAwarded($0) } ?? false
    return DiversityValueSet(
      workId: workId, dimension: dimension, value: value, old: old, points: isFirst ? Self.pointsPerField : 0, at: now)
  }

  public func clearing(_ dimension: DiversityDimension, workId: String, at now: Instant) -> DiversityValueCleared? {
    guard let number = works.known(workId), let old = works[number].value(of: dimension) else { return nil }
    return DiversityValueCleared(workId: workId, dimension: dimension, old: old, at: now)
  }

  public var curatorPoints: Int { awards.points }

  /// Returns awards before the cursor, newest first, or nil if the cursor is invalid.
  public func points(after cursor: String?, limit: Int) -> DiversityPoints? {
    var end = awards.count
    if let cursor {
      guard let place = Int(cursor), (0...awards.count).contains(place) else { return nil }
      end = place
    }
    let start = max(0, end - limit)
    let items = (start..<end).reversed().map { place in
      let award = awards[place]
      return DiversityAward(
        workId: works.id(award.work), dimension: DiversityDimension.fixed[Int(award.slot)], points: Int(award.points),
        awardedAt: Instant(seconds: award.at))
    }
    return DiversityPoints(
      curatorPoints: awards.points, items: items, nextCursor: start > 0 ? String(start) : nil)
  }
}
