import Synchronization

/// The number of writes through a client. All copies of the client share it, so every repository knows which responses
/// are older than the latest write.
final class WriteCount: Sendable {
  private let writes = Atomic(0)

  var value: Int { writes.load(ordering: .acquiring) }

  func increment() { writes.add(1, ordering: .acquiringAndReleasing) }
}
