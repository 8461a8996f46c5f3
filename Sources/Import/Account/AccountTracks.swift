import Chronology
import JSON

/// The tracks of an account document. Those of rucks that need none are skipped.
struct AccountTracks {
  /// The starts of the rucks without a track, by id.
  private var starts: [String: Instant]
  let spool: TrackSpool
  private(set) var planned: [PlannedTrack] = []
  private var elements = JSONElements(["tracks"])

  init(starts: [String: Instant], spool: TrackSpool) {
    self.starts = starts
    self.spool = spool
  }

  /// A track that cannot be read is skipped: its ruck is restored without it.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
    var found: [(id: String, gpx: String)] = []
    let known = starts
    try elements.read(bytes) { _, element throws(ImportError) in
      guard let value = JSONValue(element), let id = value["ruckId"]?.text, known[id] != nil,
        let gpx = value["gpx"]?.text
      else { return }
      found.append((id, gpx))
    }
    for track in found {
      guard let number = try number(of: track.gpx), let start = starts.removeValue(forKey: track.id) else { continue }
      planned.append(PlannedTrack(startedAt: start, number: number))
    }
  }

  private func number(of gpx: String) throws(ImportError) -> Int? {
    var findings = Findings(most: 1)
    var reader = try GPX(ActivityOptions(takesAll: true, tracks: spool), LocalCalendar(zone: .utc))
    do throws(ImportError) {
      try reader.read(Array(gpx.utf8)[...], into: &findings)
      try reader.finish(into: &findings)
    } catch {
      return nil
    }
    return findings.rucks.first?.track
  }
}
