import Foundation
import Testing

@testable import Operations

@Suite("The file of process ids")
struct PidsFileTests {
  private let folder = "/tmp/waymark-pids-\(UUID().uuidString)"

  private var text: String? {
    try? String(contentsOfFile: folder + "/waymark.pids", encoding: .utf8)
  }

  @Test("Reports a failed write once and retries it")
  func retries() throws {
    var file = PidsFile(path: folder + "/waymark.pids")
    let first = file.write([("session", 1)])
    #expect(first?.contains("cannot write") == true)
    let others = [file.write([("session", 2), ("edge", 3)]), file.keep()]
    #expect(others == [nil, nil])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let last = file.keep()
    #expect(last == nil)
    #expect(text == "session 2\nedge 3\n")
  }

  @Test("Writes the file again after it was deleted")
  func deleted() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var file = PidsFile(path: folder + "/waymark.pids")
    let first = file.write([("session", 1)])
    try FileManager.default.removeItem(atPath: folder + "/waymark.pids")
    let second = file.keep()
    #expect([first, second] == [nil, nil])
    #expect(text == "session 1\n")
  }
}
