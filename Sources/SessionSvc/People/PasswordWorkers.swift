import Crypto
import Proto
import Storage

/// Computes password hashes on dedicated threads, because each takes a tenth of a second and 32 MiB.
final class PasswordWorkers: Sendable {
  private let threads = JobThreads(
    threads: SessionLimits.passwordThreads, waiting: SessionLimits.waitingPasswords,
    niceness: SessionLimits.passwordNiceness)
  private let cost: PasswordHash.Cost
  /// Compared with the password of a person who has none, so that it takes the same time.
  private let decoy: PasswordHash?

  init(cost: PasswordHash.Cost = .usual) {
    self.cost = cost
    decoy = PasswordHash(
      "$scrypt$ln=\(cost.exponent),r=\(cost.blocks),p=\(cost.lanes)$"
        + "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
  }

  /// Returns the hash as text.
  func hash(_ password: String) async throws(Fault) -> String {
    let made = try await compute { [cost] in PasswordHash(of: password, cost: cost)?.text }
    guard let made else { throw Self.busy }
    return made
  }

  /// Whether a password belongs to a stored hash. Without one it is wrong, after the same time.
  func isRight(_ password: String, _ stored: String?) async throws(Fault) -> Bool {
    let hash = stored.flatMap { PasswordHash($0) }
    let matches = try await compute { [decoy] in (hash ?? decoy)?.matches(password) }
    guard let matches else { throw Self.busy }
    return matches && hash != nil
  }

  /// Whether a new hash should replace the stored one.
  func isOutdated(_ stored: String) -> Bool { PasswordHash(stored).map { $0.cost != cost } ?? false }

  private static let busy = Fault(.overloaded, "too many sign-ins with passwords at once; retry later")

  /// Throws if too many wait.
  func compute<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Fault) -> Value {
    guard let value = await threads.run(work) else { throw Self.busy }
    return value
  }
}
