public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let tracks: [Endpoint] = [
    SessionAPI.FetchTrack.endpoint,
    SessionAPI.DeleteTrack.endpoint,
  ]
}

extension SessionAPI {
  /// The tracks of one call of `StoreTracks`.
  public static let tracksPerBatch = 50

  public struct FetchTrack: Method {
    public typealias API = SessionAPI
    public static let name = "track.get"
    static let endpoint = Endpoint.get(
      "/rucks/{id}/track", FetchTrack.self,
      parameters: [
        .ruckID,
        .query(
          "tolerance", .number(0...TrackRules.greatestTolerance),
          """
          Leaves out points, so that none is farther than this many metres from the simplified track. Default: all \
          points.
          """),
      ], "Get the track of a ruck.",
      details: """
        Each point is a list: Unix seconds, latitude, longitude, metres above sea level or null, heart rate or null. \
        With `Accept: application/gpx+xml` the response is a GPX 1.1 file. 404 if the ruck has no track.
        """
    ).orDownload(.gpx, by: ReadTrackFile.self, file: "waymark-track").tagged()

    public var id: String
    public var tolerance: Double?

    public init(id: String, tolerance: Double? = nil) {
      self.id = id
      self.tolerance = tolerance
    }

    public struct Reply: Codable, Sendable {
      public var points: [TrackItem]
      public init(points: [TrackItem]) { self.points = points }
    }
  }

  /// A point of a track in the form of a list.
  public struct TrackItem: Codable, Hashable, Sendable {
    public var point: TrackPoint
    public init(_ point: TrackPoint) { self.point = point }

    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var numbers: [Double?] = []
      while !list.isAtEnd, numbers.count < 5 { numbers.append(try list.decode(Double?.self)) }
      guard numbers.count == 5, let time = numbers[0].flatMap({ Int64(exactly: $0) }), let latitude = numbers[1],
        let longitude = numbers[2],
        let point = TrackPoint(
          time: time, latitude: latitude, longitude: longitude, elevation: numbers[3],
          heartRate: numbers[4].flatMap { Int(exactly: $0) })
      else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a point"))
      }
      self.point = point
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(point.time)
      try list.encode(point.latitude)
      try list.encode(point.longitude)
      if let elevation = point.elevation { try list.encode(elevation) } else { try list.encodeNil() }
      if let heartRate = point.heartRate { try list.encode(heartRate) } else { try list.encodeNil() }
    }
  }

  /// Returns one chunk of the track as GPX. The next call passes this reply's `next`.
  public struct ReadTrackFile: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadExport.Reply
    public static let name = "track.file"

    public var id: String
    public var tolerance: Double?
    public var after: String?

    public init(id: String, tolerance: Double? = nil, after: String? = nil) {
      self.id = id
      self.tolerance = tolerance
      self.after = after
    }
  }

  public struct DeleteTrack: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "track.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/rucks/{id}/track", DeleteTrack.self, parameters: [.ruckID], "Delete the track of a ruck.",
      details: "The ruck stays. The track returns only if a person imports a file with it.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  /// Stores the tracks of rucks that have none. A track of a missing ruck is ignored, like one that a person removed
  /// unless the file is imported by hand.
  public struct StoreTracks: Method {
    public typealias API = SessionAPI
    public typealias Reply = StoredTracks
    public static let name = "track.store"

    public var tracks: [ImportedTrack]
    /// Whether a connector has sent the file, instead of a person.
    public var isFromConnector: Bool

    public init(tracks: [ImportedTrack], isFromConnector: Bool) {
      self.tracks = tracks
      self.isFromConnector = isFromConnector
    }
  }

  /// The track of the ruck with this start, encoded and compressed.
  public struct ImportedTrack: Codable, Sendable {
    public var startedAt: Instant
    public var bytes: [UInt8]

    public init(startedAt: Instant, bytes: [UInt8]) {
      self.startedAt = startedAt
      self.bytes = bytes
    }
  }

  public struct StoredTracks: Codable, Hashable, Sendable {
    public var stored: Int
    public init(stored: Int) { self.stored = stored }
  }
}

extension SessionAPI.FetchTrack.Reply: Described {
  public static var title: String { "Track" }
  public static let members: [String: Note] = [
    "points": Note(
      "The points, oldest first: `[seconds, latitude, longitude, elevation, heart rate]`.",
      .list(upTo: TrackRules.mostPoints))
  ]
}
