import Queueing

/// The quotas of all users and addresses, and the memory budget that they share. Belongs to the edge's loop.
final class Quotas {
  private struct Key: Hashable {
    var name: String
    var isAddress: Bool
  }

  private var budget: ByteBudget
  private var known: [Key: Quota] = [:]
  private var sweepAt = Quotas.sweepMinimum

  private static let sweepMinimum = 1_024

  init(bytes: Int) {
    budget = ByteBudget(total: bytes, shares: Limits.shares)
  }

  var usedBytes: Int { budget.used }
  /// More memory is in use than the process may use.
  var isOver: Bool { budget.isOver }

  func user(_ name: String) -> Quota { find(Key(name: name, isAddress: false)) }

  /// The quota of an address, for connections without credentials.
  func address(_ name: String) -> Quota { find(Key(name: name, isAddress: true)) }

  func isOver(_ quota: Quota) -> Bool { budget.isOver(quota.owner) }
  func add(_ bytes: Int, to quota: Quota) { budget.add(bytes, to: quota.owner) }

  func move(_ bytes: Int, from old: Quota, to new: Quota) {
    budget.add(-bytes, to: old.owner)
    budget.add(bytes, to: new.owner)
  }

  /// Each user may always have one body: otherwise many begun bodies could keep each other from ending.
  func hasRoom(for bytes: Int, of quota: Quota, isBody: Bool) -> Bool {
    isBody && quota.bodies == 0 || budget.hasRoom(for: bytes, of: quota.owner)
  }

  /// The limit because of which `bytes` more do not fit.
  func limit(for bytes: Int, of quota: Quota) -> AdmissionLimit {
    budget.held(by: quota.owner) + bytes > budget.share ? .userMemory : .memory
  }

  private func find(_ key: Key) -> Quota {
    if let quota = known[key] { return quota }
    if known.count >= sweepAt { sweep() }
    let quota = Quota(name: key.name, owner: budget.open())
    known[key] = quota
    return quota
  }

  /// Discards the quotas that no connection and no token refers to.
  private func sweep() {
    var unused: [Key] = []
    for index in known.indices where isKnownUniquelyReferenced(&known.values[index]) {
      unused.append(known.keys[index])
    }
    for key in unused {
      guard let quota = known.removeValue(forKey: key) else { continue }
      budget.close(quota.owner)
    }
    sweepAt = max(Quotas.sweepMinimum, 2 * known.count)
  }
}
