import API
import Proto
import Service

/// The places of users in shared memory. Used under the lock of the heads, so a head and its copy change together.
struct SharedPlaces {
  private let writer: SharedHeadsWriter
  private var places: [String: SharedHeads.Place] = [:]
  private var free = Array((0..<SharedHeads.slots).reversed())
  /// It begins at random, so that a number of another process does not fit.
  private var lastOwner = Int64.random(in: 1...1 << 47)

  init(_ writer: SharedHeadsWriter) {
    self.writer = writer
  }

  /// Stores the head if the user has a place, and the events that lead to it if they are known.
  func store(_ head: SessionAPI.Head, of user: String, _ appended: AppendedEvents? = nil) {
    guard let place = places[user] else { return }
    writer.store(
      Self.meta(head), at: place,
      appended.map { appended in
        SharedHeads.Events(
          from: Self.meta(appended.before), to: Self.meta(appended.last), count: appended.count, bytes: appended.bytes)
      })
  }

  private static func meta(_ head: SessionAPI.Head) -> CallMeta.Head {
    CallMeta.Head(seq: head.seq, checksum: head.checksum)
  }

  /// Returns the user's place, or gives it one with this head. Returns nil if all are taken.
  mutating func place(of user: String, _ head: SessionAPI.Head) -> SharedHeads.Place? {
    if let place = places[user] { return place }
    guard let slot = free.popLast() else { return nil }
    lastOwner += 1
    let place = SharedHeads.Place(slot: slot, owner: lastOwner)
    places[user] = place
    store(head, of: user)
    return place
  }

  mutating func remove(_ user: String) {
    guard let place = places.removeValue(forKey: user) else { return }
    writer.clear(slot: place.slot)
    free.append(place.slot)
  }

  mutating func removeAll(where isGone: (String) -> Bool) {
    for user in places.keys where isGone(user) { remove(user) }
  }
}
