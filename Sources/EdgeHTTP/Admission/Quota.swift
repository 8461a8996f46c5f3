import Queueing

/// What connections share their limits by: a user, or the address of those without credentials.
final class Quota {
  let name: String
  let owner: ByteBudget.Owner
  /// Bodies that room is kept for.
  @exclusivity(unchecked) var bodies = 0
  /// What is in the services' hands, by the service's place.
  @exclusivity(unchecked) private(set) var loads: [ServiceGate.Load]

  init(name: String, owner: ByteBudget.Owner) {
    self.name = name
    self.owner = owner
    loads = Array(repeating: ServiceGate.Load(), count: EdgeService.upstreams.count)
  }

  func began(_ nanoseconds: Int, at place: Int) {
    loads[place].count += 1
    loads[place].nanoseconds += nanoseconds
  }

  func finished(_ nanoseconds: Int, at place: Int) {
    loads[place].count -= 1
    loads[place].nanoseconds -= nanoseconds
  }
}

/// The accounts of all connections, and the budget that they share. Belongs to the edge's loop.
final class Quotas {
  @exclusivity(unchecked) var budget: ByteBudget
  private struct Key: Hashable {
    var name: String
    var isStranger: Bool
  }

  private var known: [Key: Quota] = [:]
  private var sweepAt = Quotas.sweepMinimum

  private static let sweepMinimum = 1_024

  init(bytes: Int) {
    budget = ByteBudget(total: bytes, shares: Limits.shares)
  }

  func user(_ name: String) -> Quota { find(Key(name: name, isStranger: false)) }

  /// The account of an address, for connections without credentials.
  func stranger(_ address: String) -> Quota { find(Key(name: address, isStranger: true)) }

  private func find(_ key: Key) -> Quota {
    if let quota = known[key] { return quota }
    if known.count >= sweepAt { sweep() }
    let made = Quota(name: key.name, owner: budget.open())
    known[key] = made
    return made
  }

  /// Discards the accounts that no connection and no token refers to any more.
  private func sweep() {
    var gone: [Key] = []
    for index in known.indices where isKnownUniquelyReferenced(&known.values[index]) { gone.append(known.keys[index]) }
    for key in gone {
      guard let quota = known.removeValue(forKey: key) else { continue }
      budget.close(quota.owner)
    }
    sweepAt = max(Quotas.sweepMinimum, 2 * known.count)
  }
}
