internal import Glibc

/// A failed system call: its `errno` and the operation.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public var number: CInt
  public var operation: String

  public init(_ number: CInt, _ operation: String) {
    self.number = number
    self.operation = operation
  }

  /// Reads `errno`, so call it directly after the failed call.
  static func last(_ operation: String) -> SystemError {
    SystemError(errno, operation)
  }

  public var description: String {
    "\(operation): \(String(cString: strerror(number)))"
  }
}
