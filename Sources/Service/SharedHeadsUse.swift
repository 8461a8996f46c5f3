public import Proto

/// A process's use of the heads and events in shared memory. Belongs to one loop.
public final class SharedHeadsUse {
  private struct Memory: Equatable {
    var path: String
    var identity: Int64
  }

  private var reader: SharedHeadsReader?
  /// The memory that was tried last.
  private var tried: Memory?
  private var places: [String: SharedHeads.Place] = [:]

  public init() {}

  /// Returns the head of the user's journal at this moment, or nil if it must be requested by a call.
  public func head(of user: String) -> CallMeta.Head? {
    guard let reader, let place = places[user] else { return nil }
    let head = reader.head(at: place)
    // Checked after the head was loaded.
    guard reader.isAlive else {
      (self.reader, tried, places) = (nil, nil, [:])
      return nil
    }
    if head == nil { places[user] = nil }
    return head
  }

  /// Returns the events that lead from one head to another, which is one of the journal, or nil if they must be
  /// requested by a call.
  public func events(
    of user: String, from first: CallMeta.Head, to last: CallMeta.Head
  ) -> [SharedHeads.Events]? {
    guard let reader, let place = places[user] else { return nil }
    return reader.events(at: place, from: first, to: last)
  }

  /// Learns the users' places from the reply to a call.
  public func note(path: String?, identity: Int64?, places numbers: [Int]?, of users: [String]) {
    guard let path, let identity, let numbers, numbers.count == users.count else { return }
    let memory = Memory(path: path, identity: identity)
    if memory != tried {
      tried = memory
      places = [:]
      reader = SharedHeadsReader(path: path, identity: identity)
    }
    guard reader != nil else { return }
    if places.count + users.count > SharedHeads.slots { places = [:] }
    for (user, number) in zip(users, numbers) { places[user] = SharedHeads.Place(number: number) }
  }
}
