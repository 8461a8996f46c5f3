import Synchronization

/// How often an app has written. Every copy of a client shares one, so that each repository on it knows of the writes
/// of all the others, and takes no answer from before the latest for a fresh one.
final class WriteCount: Sendable {
  private let writes = Atomic(0)

  var value: Int { writes.load(ordering: .acquiring) }

  func note() { writes.add(1, ordering: .acquiringAndReleasing) }
}
