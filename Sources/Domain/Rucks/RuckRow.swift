import Chronology

/// The data of a ruck that statistics need: six numbers, and a reference to what most rucks do not have.
struct RuckRow: Hashable, Sendable {
  let startedAt: Int64
  let span: Int64
  let distance: Double
  let load: Double
  let movingTime: Double?
  let calories: Double?
  let extras: RuckExtras?

  static let leastBytes = 35
  /// No valid time exceeds it, and sums within it cannot overflow.
  private static let endOfClocks: Int64 = 1 << 54

  init(_ ruck: Ruck) {
    startedAt = ruck.startedAt.seconds
    span = max(0, ruck.endedAt.seconds.subtractingReportingOverflow(startedAt).partialValue)
    distance = ruck.distance
    load = ruck.loadWeight
    movingTime = ruck.movingTime
    calories = ruck.calories
    let id = ruck.id == Ruck.id(startedAt: ruck.startedAt) ? nil : ruck.id
    let terrain = ruck.terrain ?? []
    extras =
      id == nil && terrain.isEmpty && ruck.weather == nil
      ? nil : RuckExtras(id: id, terrain: terrain, weather: ruck.weather)
  }

  var id: String { extras?.id ?? Ruck.id(startedAt: Instant(seconds: startedAt)) }
  var seconds: Double { movingTime ?? Double(span) }
  var pace: Double? { Ruck.pace(seconds: seconds, distance: distance) }
  var weightMoved: Double { .product(load, distance) }

  /// The row in the form in which seconds are divided among days.
  var spread: ListeningRow {
    let start = Instant(seconds: startedAt)
    let session = ListeningSession(
      storyId: "", startedAt: start, endedAt: start + span, completed: true, duration: seconds)
    return ListeningRow(session, story: 0)
  }
}

/// Immutable, so that copies of a row share it.
final class RuckExtras: Hashable, Sendable {
  /// Nil if it is derived from the start.
  let id: String?
  let terrain: [RuckSegment]
  let weather: RuckWeather?

  init(id: String?, terrain: [RuckSegment], weather: RuckWeather?) {
    self.id = id
    self.terrain = terrain
    self.weather = weather
  }

  static func == (left: RuckExtras, right: RuckExtras) -> Bool {
    left.id == right.id && left.terrain == right.terrain && left.weather == right.weather
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(terrain)
    hasher.combine(weather)
  }

  var approximateBytes: Int {
    96 + (id?.utf8.count ?? 0) + terrain.count * MemoryLayout<RuckSegment>.stride + (weather?.condition.utf8.count ?? 0)
  }
}

extension RuckRow {
  func write(to writer: inout ByteWriter) {
    writer.write(startedAt)
    writer.write(span)
    writer.write(distance)
    writer.write(load)
    writer.write(movingTime) { $0.write($1) }
    writer.write(calories) { $0.write($1) }
    writer.write(extras) { writer, extras in
      writer.write(extras.id) { $0.write($1) }
      writer.write(UInt32(extras.terrain.count))
      for segment in extras.terrain {
        writer.write(UInt8(Terrain.allCases.firstIndex(of: segment.type) ?? 0))
        writer.write(segment.distance)
      }
      writer.write(extras.weather) { writer, weather in
        writer.write(weather.temperature)
        writer.write(weather.condition)
      }
    }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    startedAt = try reader.integer()
    span = try reader.integer()
    distance = try reader.double()
    load = try reader.double()
    movingTime = try reader.optional { reader throws(SnapshotDamage) in try reader.double() }
    calories = try reader.optional { reader throws(SnapshotDamage) in try reader.double() }
    extras = try reader.optional { reader throws(SnapshotDamage) in try RuckExtras(from: &reader) }
    let numbers = [distance, load, movingTime ?? 0, calories ?? 0]
    guard (-Self.endOfClocks..<Self.endOfClocks).contains(startedAt), (0...Int64(Int32.max)).contains(span),
      numbers.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { throw SnapshotDamage("invalid ruck") }
  }
}

extension RuckExtras {
  convenience init(from reader: inout ByteReader) throws(SnapshotDamage) {
    let id = try reader.optional { reader throws(SnapshotDamage) in try reader.text() }
    var terrain: [RuckSegment] = []
    for _ in 0..<(try reader.count(itemBytes: 9)) {
      let number = Int(try reader.byte())
      let distance = try reader.double()
      guard number < Terrain.allCases.count, distance.isFinite else { throw SnapshotDamage("invalid route segment") }
      terrain.append(RuckSegment(type: Terrain.allCases[number], distance: distance))
    }
    let weather = try reader.optional { reader throws(SnapshotDamage) in
      let temperature = try reader.double()
      return RuckWeather(temperature: temperature, condition: try reader.text())
    }
    self.init(id: id, terrain: terrain, weather: weather)
  }
}
