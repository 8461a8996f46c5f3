internal import Synchronization

/// One call that a service answers.
@usableFromInline
struct Route: Sendable {
  /// Decodes the argument and has it answered; what comes back stops a call that goes on.
  @usableFromInline typealias Start = @Sendable (UnsafeRawBufferPointer, CallContext, Responder) -> Task<Void, Never>?

  var name: String
  var argument: @Sendable () -> Shape
  var result: @Sendable () -> Shape
  var start: Start
  var counters = Counters()

  /// How the calls went, by code; the first is for those that went well.
  final class Counters: Sendable {
    private let counts = Mutex([Int](repeating: 0, count: Fault.Code.allCases.count + 1))

    func count(_ code: Fault.Code?) {
      let index = code.flatMap { Fault.Code.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      counts.withLock { $0[index] += 1 }
    }

    var all: [(code: Fault.Code?, count: Int)] {
      let counts = counts.withLock { $0 }
      return Array(zip([nil] + Fault.Code.allCases.map(Optional.some), counts))
    }
  }
}
