import CBOR
internal import Synchronization

/// One call that a service answers.
@usableFromInline
struct Route: Sendable {
  @usableFromInline
  enum Handler: Sendable {
    /// Answers one call.
    case now(@Sendable (ServerPeer.Job) -> Void)
    /// Has a worker answer its first call, and what follows for the same method.
    case waiting(@Sendable (ServerPeer.Worker) -> Task<Void, Never>)
  }

  var name: String
  var argument: @Sendable () -> Shape
  var result: @Sendable () -> Shape
  var handler: Handler
  /// What is answered where the argument could not be decoded, made of what decoding has found first.
  var undecodable: @Sendable (Fault, UnsafeRawBufferPointer) -> Fault
  var counters = Counters()

  /// How the calls went, by code.
  final class Counters: Sendable {
    private let answered = Atomic<Int>(0)
    private let faults = Mutex<[Fault.Code: Int]>([:])

    @inline(__always)
    func countReply() {
      answered.wrappingAdd(1, ordering: .relaxed)
    }

    func count(_ code: Fault.Code) {
      faults.withLock { $0[code, default: 0] += 1 }
    }

    var all: [(code: Fault.Code?, count: Int)] {
      let faults = faults.withLock { $0 }
      return [(nil, answered.load(ordering: .relaxed))] + Fault.Code.allCases.map { ($0, faults[$0] ?? 0) }
    }
  }
}
