import API
import Proto
import Service

/// The edge's use of the heads in shared memory. Belongs to the edge's loop.
final class SharedHeadsUse {
  private struct Memory: Equatable {
    var path: String
    var identity: Int64
  }

  private var reader: SharedHeadsReader?
  /// The memory that was tried last.
  private var tried: Memory?
  private var places: [String: SharedHeads.Place] = [:]

  /// Returns the head of the user's journal at this moment, or nil if it must be requested by a call.
  func head(of user: String) -> SessionAPI.Head? {
    guard let reader, let place = places[user] else { return nil }
    let head = reader.head(at: place)
    // Checked after the head was loaded.
    guard reader.isAlive else {
      (self.reader, tried, places) = (nil, nil, [:])
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
    guard let path = reply.memory, let identity = reply.memoryIdentity, let slots = reply.slots,
      slots.count == users.count
    else { return }
    let memory = Memory(path: path, identity: identity)
    if memory != tried {
      tried = memory
      places = [:]
      reader = SharedHeadsReader(path: path, identity: identity)
    }
    guard reader != nil else { return }
    if places.count + users.count > SharedHeads.slots { places = [:] }
    for (user, slot) in zip(users, slots) { places[user] = SharedHeads.Place(number: slot) }
  }
}
