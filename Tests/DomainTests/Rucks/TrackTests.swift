import Chronology
import SeededRandom
import Testing

@testable import Domain
@testable import DomainModels

/// Random tracks of a walk, in any part of the world.
enum RandomTracks {
  static func track(_ count: Int, _ dice: inout SplitMix) -> [TrackPoint] {
    var time = Int64.random(in: 946_684_800...1_800_000_000, using: &dice)
    var (latitude, longitude) = (Double.random(in: -90...90, using: &dice), Double.random(in: -180...180, using: &dice))
    let step = [0, 1e-5, 1e-3, 3].randomElement(using: &dice)!
    return (0..<count).map { _ in
      time += [0, 1, 1, 5, 600].randomElement(using: &dice)!
      latitude = min(90, max(-90, latitude + Double.random(in: -1...1, using: &dice) * step))
      longitude += Double.random(in: -1...1, using: &dice) * step
      if abs(longitude) > 180 { longitude -= longitude > 0 ? 360 : -360 }
      let elevation = [nil, -11.25, Double.random(in: -400...8_800, using: &dice)].randomElement(using: &dice)!
      let heartRate = [nil, 1, 254, Int.random(in: 50...190, using: &dice)].randomElement(using: &dice)!
      return TrackPoint(
        time: time, latitude: latitude, longitude: longitude, elevation: elevation, heartRate: heartRate)!
    }
  }
}

@Suite("Tracks")
struct TrackTests {
  @Test("An encoded track decodes to the same points", arguments: 0..<40)
  func roundTrip(number: Int) throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    var dice = SplitMix(seed: seed)
    // The step of 600 s keeps 900 points within a week.
    let points = RandomTracks.track(Int.random(in: 2...900, using: &dice), &dice)
    #expect(TrackCoding.decode(TrackCoding.encode(points)) == points, "seed \(seed)")
  }

  @Test("The worst track of the most points stays below a mebibyte")
  func worst() throws {
    let most = TrackRules.mostPoints
    let points = (0..<most).map { number in
      TrackPoint(
        time: 946_684_800 + Int64(number) * 12, latitude: number.isMultiple(of: 2) ? 90 : -90,
        longitude: number.isMultiple(of: 2) ? 180 : -180, elevation: number.isMultiple(of: 2) ? 11_999.99 : -11_999.99,
        heartRate: number.isMultiple(of: 2) ? 1 : 254)!
    }
    let bytes = TrackCoding.encode(points)
    #expect(bytes.count <= most * TrackCoding.mostBytesPerPoint && bytes.count <= TrackCoding.mostBytes)
    #expect(TrackCoding.mostBytes < TrackRules.mostBytes)
    #expect(TrackCoding.decode(bytes) == points)
  }

  @Test("Damaged bytes are not a track, and never trap", arguments: 0..<20)
  func damaged(number: Int) {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    var dice = SplitMix(seed: seed)
    let bytes = TrackCoding.encode(RandomTracks.track(30, &dice))
    for count in 0..<bytes.count { #expect(TrackCoding.decode(Array(bytes.prefix(count))) == nil, "seed \(seed)") }
    #expect(TrackCoding.decode(bytes + [0]) == nil)
    for _ in 0..<200 {
      var changed = bytes
      changed[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      if let points = TrackCoding.decode(changed) {
        #expect(TrackRules.problem(of: points) == nil, "seed \(seed)")
      }
    }
    #expect(TrackCoding.decode([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]) == nil)
    #expect(TrackCoding.decode([1] + [UInt8](repeating: 0xFF, count: 40)) == nil)
  }

  @Test("Rejects points in the wrong order, too few, too many, and longer than a week")
  func rules() {
    func points(_ times: [Int64]) -> [TrackPoint] {
      times.map { TrackPoint(time: $0, latitude: 1, longitude: 2)! }
    }
    let start: Int64 = 1_700_000_000
    #expect(TrackRules.problem(of: points([start, start])) == nil)
    #expect(TrackRules.problem(of: points([start, start + 604_800])) == nil)
    #expect(TrackRules.problem(of: points([start, start + 604_801])) != nil)
    #expect(TrackRules.problem(of: points([start])) != nil && TrackRules.problem(of: []) != nil)
    #expect(TrackRules.problem(of: points([start, start - 1])) != nil)
    #expect(TrackRules.problem(of: points([0, 1])) != nil)
    #expect(TrackRules.problem(of: points(Array(repeating: start, count: TrackRules.mostPoints + 1))) != nil)
  }

  @Test("A point keeps centimetres, and leaves out an impossible position, height or heart rate")
  func points() throws {
    let point = try #require(
      TrackPoint(time: 5, latitude: 52.5200066, longitude: -13.404954, elevation: 34.126, heartRate: 121))
    #expect(point.latitude == 52.5200066 && point.longitude == -13.404954 && point.elevation == 34.13)
    #expect(point.heartRate == 121)
    for (latitude, longitude) in [(90.1, 0), (0, 180.1), (.nan, 0), (0, .infinity)] {
      #expect(TrackPoint(time: 5, latitude: latitude, longitude: longitude) == nil)
    }
    let bare = try #require(TrackPoint(time: 5, latitude: 90, longitude: -180, elevation: .nan, heartRate: 300))
    #expect(bare.elevation == nil && bare.heartRate == nil)
  }

  @Test("A track is stored once, and a removed one returns only by hand")
  func states() {
    let start = instant("2026-11-20T06:00:00Z")
    var ruck = Ruck(startedAt: start, endedAt: start + 60, distance: 1, loadWeight: 1)
    #expect(!ruck.hasTrack && TrackRules.removed(from: ruck) == nil)
    #expect(TrackRules.stored(for: ruck, isFromConnector: true)?.track == .stored)
    ruck.track = .stored
    #expect(TrackRules.stored(for: ruck, isFromConnector: false) == nil)
    #expect(TrackRules.removed(from: ruck)?.track == .removed)
    ruck.track = .removed
    #expect(TrackRules.stored(for: ruck, isFromConnector: true) == nil && TrackRules.removed(from: ruck) == nil)
    #expect(TrackRules.stored(for: ruck, isFromConnector: false)?.track == .stored)
  }
}

@Suite("Thinning of tracks")
struct TrackThinningTests {
  @Test("Keeps the first and the last point, and gaps that differ by one", arguments: [2, 3, 7, 50])
  func even(most: Int) {
    for count in 1...200 {
      let kept = TrackThinning.thinned(Array(0..<count), to: most)
      #expect(kept.count == min(count, most) && kept.first == 0 && kept.last == count - 1)
      let gaps = zip(kept, kept.dropFirst()).map { $1 - $0 }
      #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1 && gaps.allSatisfy { $0 > 0 })
    }
  }

  @Test("A collector in limited memory keeps evenly distributed points of a track of any length")
  func collector() {
    for count in 0...400 {
      var collector = TrackCollector(most: 32)
      for number in 0..<count { collector.add(TrackPoint(time: Int64(number), latitude: 0, longitude: 0)!) }
      let kept = collector.track(most: 8).map { Int($0.time) }
      #expect(collector.isEmpty == (count == 0))
      #expect(kept.count == min(count, 8) && kept.first == (count > 0 ? 0 : nil))
      #expect(kept.last == (count > 0 ? count - 1 : nil))
      if count <= 32 { #expect(kept == TrackThinning.thinned(Array(0..<count), to: 8)) }
      // The last gap is shorter if the last point is not among the collected ones.
      let gaps = zip(kept, kept.dropFirst()).map { $1 - $0 }.dropLast()
      #expect((gaps.max() ?? 1) <= 2 * (gaps.min() ?? 1) && gaps.allSatisfy { $0 > 0 }, "\(count): \(kept)")
    }
  }

  @Test("Ignores points before the previous one")
  func backwards() {
    var collector = TrackCollector()
    for time in [10, 12, 11, 12, 13] { collector.add(TrackPoint(time: Int64(time), latitude: 0, longitude: 0)!) }
    #expect(collector.track().map(\.time) == [10, 12, 12, 13])
  }
}

@Suite("Simplification of tracks")
struct TrackSimplificationTests {
  /// Whether the algorithm, as its authors describe it, can keep exactly these points of a range whose ends it keeps.
  /// If two points are equally far away, or one is exactly as far away as the tolerance, rounding decides.
  private static func canKeep(_ kept: ArraySlice<Int>, of points: [TrackPoint], _ tolerance: Double) -> Bool {
    guard let first = kept.first, let last = kept.last, last - first > 1 else { return true }
    let distances = (first...last).map { metres(points[$0], points[first], points[last]) }
    let most = distances.max() ?? 0
    let rounding = 1e-6 + most * 1e-9
    if kept.count == 2 { return most <= tolerance + rounding }
    guard most >= tolerance - rounding else { return false }
    return kept.indices.dropFirst().dropLast().contains { division in
      distances[kept[division] - first] >= most - rounding
        && canKeep(kept[...division], of: points, tolerance) && canKeep(kept[division...], of: points, tolerance)
    }
  }

  /// The distance of a point from the line between two others.
  private static func metres(_ point: TrackPoint, _ start: TrackPoint, _ end: TrackPoint) -> Double {
    let scale = 6_371_008.8 * Double.pi / 180
    // The series of the cosine.
    let angle = start.latitude * .pi / 180
    var (term, cosine) = (1.0, 1.0)
    for number in 1...20 {
      term *= -angle * angle / Double((2 * number - 1) * (2 * number))
      cosine += term
    }
    func offset(_ other: TrackPoint) -> (Double, Double) {
      var degrees = other.longitude - start.longitude
      if degrees > 180 { degrees -= 360 }
      if degrees < -180 { degrees += 360 }
      return (degrees * scale * cosine, (other.latitude - start.latitude) * scale)
    }
    let ((east, north), (endEast, endNorth)) = (offset(point), offset(end))
    let square = endEast * endEast + endNorth * endNorth
    let part = square > 0 ? min(1, max(0, (east * endEast + north * endNorth) / square)) : 0
    let (offEast, offNorth) = (east - part * endEast, north - part * endNorth)
    return (offEast * offEast + offNorth * offNorth).squareRoot()
  }

  @Test("Equals the slow algorithm for random walks", arguments: 0..<30)
  func model(number: Int) throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    var dice = SplitMix(seed: seed)
    let points = RandomTracks.track(Int.random(in: 2...300, using: &dice), &dice)
    // The time is the number of the point.
    let numbered = try points.enumerated().map { number, point in
      try #require(TrackPoint(time: Int64(number), latitude: point.latitude, longitude: point.longitude))
    }
    for tolerance in [0.5, 10, 1_000, 1e6] {
      let simple = TrackSimplification.simplified(numbered, tolerance: tolerance)
      let kept = simple.map { Int($0.time) }
      #expect(kept.first == 0 && kept.last == points.count - 1)
      #expect(Self.canKeep(kept[...], of: numbered, tolerance), "seed \(seed), tolerance \(tolerance)")
    }
  }

  @Test("The first of equally far points stays")
  func equallyFar() {
    let places = [(0.0, 0.0), (0.1, 0.1), (0.1, 0.2), (0, 0.3)]
    let points = places.enumerated().map { TrackPoint(time: Int64($0), latitude: $1.0, longitude: $1.1)! }
    // With this tolerance, the second one is near the line from the first one to the end.
    #expect(TrackSimplification.simplified(points, tolerance: 6_000).map(\.time) == [0, 1, 3])
  }

  @Test("Every point that is left out is within the tolerance, also if the divisions are limited", arguments: 0..<20)
  func within(number: Int) throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() &+ UInt64(number)
    var dice = SplitMix(seed: seed)
    let points = RandomTracks.track(Int.random(in: 2...300, using: &dice), &dice)
    for deepest in [0, 3, TrackSimplification.deepestDivision] {
      let tolerance = Double.random(in: 1...500, using: &dice)
      let simple = TrackSimplification.simplified(points, tolerance: tolerance, deepest: deepest)
      #expect(simple.first == points.first && simple.last == points.last)
      var place = 0
      for (start, end) in zip(simple, simple.dropFirst()) {
        let first = try #require(points[place...].firstIndex(of: start))
        let last = try #require(points[(first + 1)...].firstIndex(of: end))
        for point in points[first...last] {
          #expect(Self.metres(point, start, end) <= tolerance * 1.000_001, "seed \(seed)")
        }
        place = last
      }
    }
  }

  @Test("A straight line keeps its ends, and a corner stays")
  func line() {
    let line = (0...100).map {
      TrackPoint(time: Int64($0), latitude: 0, longitude: 179.95 + Double($0) / 1_000)
        ?? TrackPoint(time: Int64($0), latitude: 0, longitude: -180.05 + Double($0) / 1_000)!
    }
    #expect(TrackSimplification.simplified(line, tolerance: 1).map(\.time) == [0, 100])
    let corner = line + [TrackPoint(time: 101, latitude: 1, longitude: -179.95)!]
    #expect(TrackSimplification.simplified(corner, tolerance: 1).map(\.time) == [0, 100, 101])
  }
}
