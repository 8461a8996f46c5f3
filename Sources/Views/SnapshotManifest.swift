internal import API
internal import Crypto
internal import Domain
internal import Proto

/// The names and digests of a snapshot's parts. It detects lost, added and foreign parts.
struct SnapshotManifest: Hashable, Sendable {
  /// The name of the part that stores the manifest.
  static let partName = ""

  private(set) var digests: [String: [UInt8]] = [:]

  init() {}

  /// Sets the digest of a part, or removes it if `bytes` is nil.
  mutating func set(_ name: String, _ bytes: [UInt8]?) {
    digests[name] = bytes.map { SHA256.hash($0) }
  }

  private struct Stored: Codable {
    var names: [String]
    /// Concatenated in the order of the names.
    var digests: [UInt8]
  }

  func encoded() throws(Fault) -> [UInt8] {
    let names = digests.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return try CBOREncoder.encode(Stored(names: names, digests: names.flatMap { digests[$0] ?? [] }))
  }

  /// Returns nil if the bytes are not a manifest.
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

/// The data that the digest of a snapshot covers: its row and its manifest, which covers the parts.
struct SnapshotDigestInput: Codable, Hashable, Sendable {
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

  /// Returns the damage of a snapshot that was stored with this digest, or nil.
  func damage(of snapshot: Snapshot, _ digest: [UInt8]) -> SnapshotDamage? {
    guard (try? self.digest()) == digest, let manifest = SnapshotManifest(encoded: self.manifest) else {
      return SnapshotDamage("its row or its list of parts has been changed")
    }
    for part in snapshot.parts where manifest.digests[part.name] != part.bytes.map({ SHA256.hash($0) }) {
      return SnapshotDamage("part \(part.name) has been changed")
    }
    guard snapshot.parts.count == manifest.digests.count else {
      return SnapshotDamage("it has \(snapshot.parts.count) parts instead of \(manifest.digests.count)")
    }
    return nil
  }
}
