public import Foundation

/// The track of a ruck, which an import has stored.
public struct RuckTrack: Codable, Sendable, Hashable {
  /// The points, oldest first.
  public var points: [TrackPoint]
}

/// A point of a track.
public struct TrackPoint: Sendable, Hashable {
  /// The time.
  public var time: Date
  /// The latitude in degrees.
  public var latitude: Double
  /// The longitude in degrees.
  public var longitude: Double
  /// The metres above sea level, or nil if unknown.
  public var elevation: Double?
  /// The beats per minute, or nil if unknown.
  public var heartRate: Int?
}

extension TrackPoint: Codable {
  /// Decodes a list: seconds, latitude, longitude, elevation, heart rate.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    time = Date(timeIntervalSince1970: try list.decode(Double.self))
    latitude = try list.decode(Double.self)
    longitude = try list.decode(Double.self)
    elevation = try list.decodeIfPresent(Double.self)
    heartRate = try list.decodeIfPresent(Int.self)
  }

  /// Encodes the same list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(Int64(time.timeIntervalSince1970))
    try list.encode(latitude)
    try list.encode(longitude)
    if let elevation { try list.encode(elevation) } else { try list.encodeNil() }
    if let heartRate { try list.encode(heartRate) } else { try list.encodeNil() }
  }
}
