import Queueing

/// The use of the edge's limits by one user, or by one address without credentials.
final class Quota {
  let name: String
  let owner: ByteBudget.Owner
  /// Bodies that have reserved memory.
  private(set) var bodies = 0
  /// The calls in flight, by the upstream's place.
  private(set) var loads: [ServiceGate.Load]

  init(name: String, owner: ByteBudget.Owner) {
    self.name = name
    self.owner = owner
    loads = Array(repeating: ServiceGate.Load(), count: EdgeService.upstreams.count)
  }

  func beginBody() { bodies += 1 }
  func endBody() { bodies -= 1 }
  func beginCall(_ nanoseconds: Int, at place: Int) { loads[place].add(nanoseconds) }
  func endCall(_ nanoseconds: Int, at place: Int) { loads[place].remove(nanoseconds) }
}
