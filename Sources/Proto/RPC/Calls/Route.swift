import CBOR
internal import Synchronization

/// One method that a service serves.
@usableFromInline
struct Route: Sendable {
  @usableFromInline
  enum Handler: Sendable {
    /// Handles one call without suspending.
    case now(@Sendable (ServerPeer.Job) -> Void)
    /// Starts a worker, which handles a call and those after it for the same method.
    case waiting(@Sendable (ServerPeer.Worker) -> Task<Void, Never>)
  }

  var name: String
  var argument: @Sendable () -> Shape
  var result: @Sendable () -> Shape
  var handler: Handler
  /// Makes the fault for an argument that could not be decoded, from the first error and the bytes.
  var undecodable: @Sendable (Fault, UnsafeRawBufferPointer) -> Fault
  var counters = Counters()

  /// Counts calls by outcome.
  final class Counters: Sendable {
    private let succeeded = Atomic<Int>(0)
    private let faults = Mutex<[Fault.Code: Int]>([:])

    @inline(__always)
    func countReply() {
      succeeded.wrappingAdd(1, ordering: .relaxed)
    }

    func count(_ code: Fault.Code) {
      faults.withLock { $0[code, default: 0] += 1 }
    }

    var all: [(code: Fault.Code?, count: Int)] {
      let faults = faults.withLock { $0 }
      return [(nil, succeeded.load(ordering: .relaxed))] + Fault.Code.allCases.map { ($0, faults[$0] ?? 0) }
    }
  }
}
