import Chronology
import Domain
import JSON
import Proto
import Storage

extension AccountSection {
  /// The tracks as GPX. A long one is divided among pages: its position is the start of the ruck, the number of points
  /// and the next point.
  static func tracks(_ user: String, _ rows: Rows) -> AccountSection {
    AccountSection(name: "tracks", isWithinItem: { $0.contains(" ") }) { place, body in
      let parts = place?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
      let start = parts.first.flatMap { Int64($0) } ?? .min
      if parts.count == 2 {
        let from = try TrackPlace(cursor: parts[1])
        guard try append(start, of: user, from: from, rows, body) else { return }
      }
      for next in try TrackStore.starts(user, after: start, limit: SessionLimits.exportTracks, rows) {
        guard try append(next, of: user, from: nil, rows, body) else { return }
      }
    }
  }

  /// Appends a track, or the rest of one. Returns false if the page is full.
  private static func append(
    _ start: Int64, of user: String, from: TrackPlace?, _ rows: Rows, _ body: Body
  ) throws -> Bool {
    let startedAt = Instant(seconds: start)
    guard let ruck = try RuckStore.ruck(user, startedAt: startedAt, rows),
      let bytes = try TrackStore.bytes(user, startedAt: startedAt, rows)
    else { throw changed }
    guard let points = TrackFile.points(bytes) else {
      throw DatabaseError(.corrupt, "the track of the ruck at \(startedAt) is damaged")
    }
    guard from.map({ $0.count == points.count }) ?? true else { throw changed }
    var next = from?.next ?? 0
    repeat {
      var item = JSONWriter()
      var writer = GPXWriter()
      let isFirst = next == 0
      if isFirst {
        item.beginObject()
        item.member("ruckId", text: ruck.id)
        item.name("gpx")
        writer.begin(ruck)
      }
      while next < points.count, writer.text.utf8.count < SessionLimits.exportBytes {
        writer.add(points[next])
        next += 1
      }
      let isWhole = next == points.count
      if isWhole { writer.end() }
      item.text(part: writer.text, isFirst: isFirst, isLast: isWhole)
      if isWhole { item.endObject() }
      let place = isWhole ? "\(start)" : "\(start) \(TrackPlace(count: points.count, next: next).cursor)"
      guard try body(place, item.text) else { return false }
    } while next < points.count
    return true
  }

  private static let changed = Fault(.conflict, "a track changed during the export; export again")
}
