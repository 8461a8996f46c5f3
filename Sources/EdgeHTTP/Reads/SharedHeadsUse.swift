import API
import Proto
import Service

/// The edge's use of the heads in shared memory. Belongs to the edge's loop.
final class SharedHeadsUse {
  private var reader: SharedHeadsReader?
  /// The file that was tried last.
  private var path: String?
  private var places: [String: SharedHeads.Place] = [:]

  /// Returns the head of the user's journal at this moment, or nil if it must be requested by a call.
  func head(of user: String) -> SessionAPI.Head? {
    guard let reader, let place = places[user] else { return nil }
    let head = reader.head(at: place)
    // Checked after the head was loaded.
    guard reader.isAlive else {
      (self.reader, path, places) = (nil, nil, [:])
      return nil
    }
    guard let head else {
      places[user] = nil
      return nil
    }
    return SessionAPI.Head(seq: head.seq, checksum: head.checksum)
  }

  /// Learns the users' places from the reply to a call for heads.
  func note(_ reply: SessionAPI.FetchHeads.Reply, of users: [String]) {
    guard let memory = reply.memory, let slots = reply.slots, slots.count == users.count else { return }
    if memory != path {
      path = memory
      places = [:]
      reader = SharedHeadsReader(path: memory)
    }
    guard reader != nil else { return }
    if places.count + users.count > SharedHeads.slots { places = [:] }
    for (user, slot) in zip(users, slots) { places[user] = SharedHeads.Place(number: slot) }
  }
}
