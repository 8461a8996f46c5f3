/// Why a command could not do its work and what to do about it, in one line; exit code 1.
struct CommandFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A command line that makes no sense; exit code 2.
struct UsageFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
