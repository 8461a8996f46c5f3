import Foundation
import Testing

@testable import waymark

@Suite("The file of process ids")
struct PidsFileTests {
  private let folder = "/tmp/waymark-pids-\(UUID().uuidString)"

  private var text: String? {
    try? String(contentsOfFile: folder + "/waymark.pids", encoding: .utf8)
  }

  @Test("Where it cannot be written, that is said once, and it is written as soon as that is possible")
  func later() throws {
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

  @Test("Deleted, it is made again")
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
