/// Whether a ruck has a track. A track that a person removed returns only with a file imported by hand.
public enum TrackState: String, Codable, Hashable, Sendable {
  case stored, removed
}

/// A point of a track, in fixed-point numbers, which are exact in every form of the track.
public struct TrackPoint: Hashable, Sendable {
  /// Units per degree: a unit is about a centimetre.
  public static let unitsPerDegree = 10_000_000.0
  public static let highest = 12_000.0
  public static let heartRates: ClosedRange<Int> = 1...254

  /// Unix seconds.
  public let time: Int64
  let latitudeUnits: Int32
  let longitudeUnits: Int32
  let centimetres: Int32?
  let beats: UInt8?

  init(time: Int64, latitudeUnits: Int32, longitudeUnits: Int32, centimetres: Int32?, beats: UInt8?) {
    self.time = time
    self.latitudeUnits = latitudeUnits
    self.longitudeUnits = longitudeUnits
    self.centimetres = centimetres
    self.beats = beats
  }

  /// Returns nil if the position is not valid. Leaves out an impossible height or heart rate.
  public init?(time: Int64, latitude: Double, longitude: Double, elevation: Double? = nil, heartRate: Int? = nil) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    let height = elevation.flatMap { abs($0) < Self.highest ? Int32(($0 * 100).rounded()) : nil }
    let beats = heartRate.flatMap { Self.heartRates.contains($0) ? UInt8($0) : nil }
    self.init(
      time: time, latitudeUnits: Int32((latitude * Self.unitsPerDegree).rounded()),
      longitudeUnits: Int32((longitude * Self.unitsPerDegree).rounded()), centimetres: height, beats: beats)
  }

  /// Degrees.
  public var latitude: Double { Double(latitudeUnits) / Self.unitsPerDegree }
  public var longitude: Double { Double(longitudeUnits) / Self.unitsPerDegree }
  /// Metres above sea level.
  public var elevation: Double? { centimetres.map { Double($0) / 100 } }
  /// Beats per minute.
  public var heartRate: Int? { beats.map { Int($0) } }
}
