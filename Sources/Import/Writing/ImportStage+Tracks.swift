import API
import Chronology
import Proto

extension ImportStage {
  /// Calls that write tracks of rucks that exist by then. Each reads its tracks when it begins.
  static func tracks(_ tracks: [PlannedTrack], from spool: TrackSpool, isFromConnector: Bool) -> ImportStage {
    let parts = parts(of: tracks, in: spool)
    return ImportStage(count: parts.count, atOnce: ImportLimits.trackCallsAtOnce) { place in
      let imported = try parts[place].map { number in
        SessionAPI.ImportedTrack(
          startedAt: tracks[number].startedAt, bytes: try spool.bytes(of: tracks[number].number))
      }
      return ImportStep(counted: []) { client in
        _ = try await client.call(SessionAPI.StoreTracks(tracks: imported, isFromConnector: isFromConnector))
        return []
      }
    }
  }

  private static func parts(of tracks: [PlannedTrack], in spool: TrackSpool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, size) = (0, 0)
    for (number, track) in tracks.enumerated() {
      let count = spool.byteCount(of: track.number)
      if number > start,
        number - start == SessionAPI.tracksPerBatch || size + count > ImportLimits.trackBytesPerCall
      {
        parts.append(start..<number)
        (start, size) = (number, 0)
      }
      size += count
    }
    return start < tracks.count ? parts + [start..<tracks.count] : parts
  }
}
