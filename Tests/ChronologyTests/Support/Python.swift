import Programs

/// Python's `zoneinfo`, an implementation of time zones that is not ours.
enum Python {
  static let isThere: Bool = (try? run("import zoneinfo; print('yes')", input: "")) == "yes\n"

  /// What a program prints when it is given this to read.
  static func run(_ program: String, input: String) throws -> String {
    try Program.run("/usr/bin/env", ["python3", "-c", program], input: [UInt8](input.utf8)).text
  }
}
