import Foundation

/// Python's `zoneinfo`, an implementation of time zones that is not ours.
enum Python {
  static let isThere: Bool = (try? run("import zoneinfo; print('yes')", input: "")) == "yes\n"

  /// What a program prints when it is given this to read.
  static func run(_ program: String, input: String) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let inputFile = directory.appending(path: "input")
    let outputFile = directory.appending(path: "output")
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: outputFile, encoding: .utf8)
  }
}
