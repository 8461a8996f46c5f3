import Programs

/// Python's `zoneinfo`, an independent implementation of time zones.
enum Python {
  static let isThere: Bool = (try? run("import zoneinfo; print('yes')", input: "")) == "yes\n"

  /// Returns the output of a program for this input.
  static func run(_ program: String, input: String) throws -> String {
    try Program.run("/usr/bin/env", ["python3", "-c", program], input: [UInt8](input.utf8)).text
  }
}
