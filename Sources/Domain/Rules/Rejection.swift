/// Everything that is invalid in a client's input, with the member names that the client used.
public struct Rejection: Error, Hashable, Sendable {
  public struct Violation: Hashable, Sendable {
    /// The member as the client wrote it, such as `startTime` or `sessions[3].duration`.
    public var field: String
    public var message: String

    public init(_ field: String, _ message: String) {
      self.field = field
      self.message = message
    }
  }

  public var violations: [Violation]

  public init(_ violations: [Violation]) {
    self.violations = violations
  }

  public init(_ field: String, _ message: String) {
    violations = [Violation(field, message)]
  }
}

extension Rejection {
  /// Returns the violations of a check, so that they are reported together with those of other members.
  public static func violations(of check: () throws(Rejection) -> Void) -> [Violation] {
    do {
      try check()
      return []
    } catch {
      return error.violations
    }
  }
}

extension [Rejection.Violation] {
  /// Throws if there are violations. Rules collect all of them first, so that a client sees them together.
  public func reject() throws(Rejection) {
    if !isEmpty { throw Rejection(self) }
  }
}
