import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func fetchTrack(
    _ call: SessionAPI.FetchTrack, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchTrack.Reply {
    try check(id: call.id)
    return try await read(caller, cost: SessionLimits.trackCost) { user, rows in
      let points = try Self.track(of: user, call.id, call.tolerance, rows).points
      return SessionAPI.FetchTrack.Reply(points: points.map { SessionAPI.TrackItem($0) })
    }
  }

  /// Returns the points after the number of points in `after`.
  func readTrackFile(
    _ call: SessionAPI.ReadTrackFile, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ReadTrackFile.Reply {
    try check(id: call.id)
    let place = try call.after.map { after throws(Fault) in try TrackPlace(cursor: after) }
    return try await read(caller, cost: SessionLimits.trackCost) { user, rows in
      let (ruck, points) = try Self.track(of: user, call.id, call.tolerance, rows)
      let from = place ?? TrackPlace(count: points.count, next: 0)
      guard from.count == points.count else { throw Fault(.conflict, "the track changed during the download") }
      var writer = GPXWriter()
      if place == nil { writer.begin(ruck) }
      var next = from.next
      while next < points.count, writer.text.utf8.count < SessionLimits.exportBytes {
        writer.add(points[next])
        next += 1
      }
      if next == points.count { writer.end() }
      let cursor = next < points.count ? TrackPlace(count: points.count, next: next).cursor : nil
      return SessionAPI.ReadExport.Reply(bytes: [UInt8](writer.text.utf8), next: cursor)
    }
  }

  func deleteTrack(_ call: SessionAPI.DeleteTrack, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let ruck = try RuckStore.ruck(transaction.user, call.id, transaction.rows) else { throw Fault.noRuck }
      guard let changed = TrackRules.removed(from: ruck) else { throw Fault.noTrack }
      try TrackStore.delete(transaction.user, startedAt: ruck.startedAt, transaction.storage)
      try transaction.apply(.changed(from: ruck, to: changed))
      return Nothing()
    }
  }

  /// Tracks are checked before the transaction, which then only writes them.
  func storeTracks(
    _ call: SessionAPI.StoreTracks, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.StoredTracks {
    guard call.tracks.count <= SessionAPI.tracksPerBatch else {
      throw Fault.invalid("tracks", "must have at most \(SessionAPI.tracksPerBatch) items")
    }
    let bytes = call.tracks.reduce(0) { $0 + $1.bytes.count }
    let cost = max(1, call.tracks.count, bytes / 1_024)
    let isFromConnector = call.isFromConnector
    let wanted = try await read(caller, cost: cost) { user, rows in
      try call.tracks.filter { track in
        guard let ruck = try RuckStore.ruck(user, startedAt: track.startedAt, rows),
          TrackRules.stored(for: ruck, isFromConnector: isFromConnector) != nil
        else { return false }
        guard TrackFile.points(track.bytes) != nil else { throw Fault.invalid("tracks", "contains an invalid track") }
        return true
      }
    }
    guard !wanted.isEmpty else { return SessionAPI.StoredTracks(stored: 0) }
    return try await command(caller, cost: cost) { transaction in
      var stored = 0
      for track in wanted {
        guard let ruck = try RuckStore.ruck(transaction.user, startedAt: track.startedAt, transaction.rows),
          let changed = TrackRules.stored(for: ruck, isFromConnector: isFromConnector)
        else { continue }
        try TrackStore.save(
          track.bytes, startedAt: track.startedAt, of: transaction.user, transaction.storage)
        try transaction.apply(.changed(from: ruck, to: changed))
        stored += 1
      }
      return SessionAPI.StoredTracks(stored: stored)
    }
  }

  private static func track(
    of user: String, _ id: String, _ tolerance: Double?, _ rows: Rows
  ) throws -> (ruck: Ruck, points: [TrackPoint]) {
    guard let ruck = try RuckStore.ruck(user, id, rows) else { throw Fault.noRuck }
    guard ruck.hasTrack else { throw Fault.noTrack }
    guard let points = try TrackStore.bytes(user, startedAt: ruck.startedAt, rows).flatMap({ TrackFile.points($0) })
    else { throw DatabaseError(.corrupt, "the track of the ruck at \(ruck.startedAt) is damaged or missing") }
    return (ruck, tolerance.map { TrackSimplification.simplified(points, tolerance: $0) } ?? points)
  }
}

/// The position in a track that is being downloaded: the number of points, and the next point.
struct TrackPlace: Equatable {
  var count: Int
  var next: Int

  init(count: Int, next: Int) {
    self.count = count
    self.next = next
  }

  init(cursor: String) throws(Fault) {
    let numbers = cursor.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2, (0..<numbers[0]).contains(numbers[1]) else {
      throw Fault.invalid("after", "is not a valid position; use the last page's next")
    }
    self.init(count: numbers[0], next: numbers[1])
  }

  var cursor: String { "\(count) \(next)" }
}

extension Fault {
  static let noTrack = Fault(.notFound, "this ruck has no track")
}
