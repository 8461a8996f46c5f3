internal import API
internal import Crypto
internal import Domain
internal import Proto

/// The names and digests of a snapshot's parts, which make one thing of them: whatever is lost, added or from elsewhere
/// does not fit it.
struct SnapshotManifest: Hashable, Sendable {
  /// The part of a snapshot that holds this.
  static let partName = ""

  private(set) var digests: [String: [UInt8]] = [:]

  init() {}

  /// Without bytes the part is no more.
  mutating func set(_ name: String, _ bytes: [UInt8]?) {
    digests[name] = bytes.map { SHA256.hash($0) }
  }

  private struct Stored: Codable {
    var names: [String]
    /// One behind the other, in the order of the names.
    var digests: [UInt8]
  }

  func encoded() throws(Fault) -> [UInt8] {
    let names = digests.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return try CBOREncoder.encode(Stored(names: names, digests: names.flatMap { digests[$0] ?? [] }))
  }

  /// Nil for bytes that are no manifest.
  init?(encoded bytes: [UInt8]) {
    guard let stored = try? CBORDecoder.decode(Stored.self, from: bytes),
      stored.digests.count == stored.names.count * SHA256.byteCount
    else { return nil }
    for (place, name) in stored.names.enumerated() {
      digests[name] = Array(stored.digests[place * SHA256.byteCount..<(place + 1) * SHA256.byteCount])
    }
    guard digests.count == stored.names.count else { return nil }
  }
}

/// What the digest of a snapshot covers: its row, and by the manifest its parts.
struct SnapshotSeal: Codable, Hashable, Sendable {
  var user: String
  var position: SessionAPI.Head
  var edition: Int
  var zones: String
  var manifest: [UInt8]

  init(_ snapshot: Snapshot, _ user: String, _ manifest: [UInt8]) {
    self.user = user
    position = snapshot.position
    edition = snapshot.edition
    zones = snapshot.zones
    self.manifest = manifest
  }

  func digest() throws(Fault) -> [UInt8] {
    SHA256.hash(try CBOREncoder.encode(self))
  }

  /// What is wrong with a snapshot that was written with that digest.
  func damage(of snapshot: Snapshot, _ digest: [UInt8]) -> SnapshotDamage? {
    guard (try? self.digest()) == digest, let whole = SnapshotManifest(encoded: manifest) else {
      return SnapshotDamage("its row or its list of parts is not what was written")
    }
    for part in snapshot.parts where whole.digests[part.name] != part.bytes.map({ SHA256.hash($0) }) {
      return SnapshotDamage("part \(part.name) is not what was written")
    }
    guard snapshot.parts.count == whole.digests.count else {
      return SnapshotDamage("of \(whole.digests.count) parts \(snapshot.parts.count) are there")
    }
    return nil
  }
}
