import Domain

/// Why a command failed and what to do about it, in one line. The exit code is 1.
struct CommandFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Why a command line is wrong. The exit code is 2.
struct UsageFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ rejection: Rejection) {
    description = rejection.violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
  }
}
