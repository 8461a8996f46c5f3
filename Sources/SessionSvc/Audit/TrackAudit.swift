import Chronology
import Crypto
import Domain
import Storage

/// Checks that the tracks are undamaged and belong to the rucks that are marked as having one.
enum TrackAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    // The remaining rows of a user who is being deleted do not fit together.
    let erasing = try ErasureStore.users(rows)
    try TrackStore.each(rows) { track in
      guard !erasing.contains(track.user) else { return }
      let name = "the track of \(track.user)'s ruck at \(Instant(seconds: track.startedAt))"
      if SHA256.hash(track.bytes) != track.digest || TrackFile.points(track.bytes) == nil {
        findings.append("\(name) is damaged; delete it and import its file again")
      } else if !track.isExpected {
        findings.append("\(name) belongs to no ruck with a track")
      }
    }
    try TrackStore.eachMissing(rows) { user, count in
      guard !erasing.contains(user) else { return }
      let what = count == 1 ? "1 ruck lacks its track" : "\(count) rucks lack their tracks"
      findings.append("\(user): \(what); delete the track and import the file again")
    }
    return findings
  }
}
