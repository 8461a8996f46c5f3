import CBOR
import Loop

/// The routes of a service that has started.
final class Routes: Sendable {
  let service: String
  let build: String
  let all: [Route]
  let draining: @Sendable () -> Void
  let rejected: @Sendable (SystemError) -> Void
  private let table: MethodTable
  private let errorMapper: @Sendable (any Error) -> Fault?
  private let unexpected: @Sendable (String, any Error) -> Void

  init(
    service: String, build: String, all: [Route], errorMapper: @escaping @Sendable (any Error) -> Fault?,
    unexpected: @escaping @Sendable (String, any Error) -> Void, draining: @escaping @Sendable () -> Void,
    rejected: @escaping @Sendable (SystemError) -> Void
  ) {
    self.service = service
    self.build = build
    self.all = all
    self.errorMapper = errorMapper
    self.unexpected = unexpected
    self.draining = draining
    self.rejected = rejected
    table = MethodTable(all.map(\.name))
  }

  /// Returns the index of a route by its name.
  func find(_ name: UnsafeRawBufferPointer) throws(Fault) -> Int {
    if let index = table.index(of: name) { return index }
    guard let text = String(validating: name, as: UTF8.self) else { throw Fault(.invalid, "the method is not UTF-8") }
    throw Fault(.unknownMethod, "\(service) has no method '\(text.clipped(toBytes: CBORLimits.nameBytes))'")
  }

  /// Converts an error to a fault. No other code does this.
  func fault(for error: any Error, in route: Int) -> Fault {
    if let fault = error as? Fault { return fault }
    if let fault = errorMapper(error) { return fault }
    if error is CancellationError { return Fault(.cancelled, "the call was cancelled") }
    unexpected(all[route].name, error)
    return Fault(.internal, "an unexpected error occurred; see the log of \(service)")
  }
}
