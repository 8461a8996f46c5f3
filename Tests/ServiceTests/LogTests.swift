import Foundation
import Testing

@testable import Service

@Suite("The log")
struct LogTests {
  /// Returns what `write` writes to the descriptor of a log.
  private func logged(
    level: Log.Level = .info, format: Log.Format = .text, _ write: (Log) -> Void
  ) throws -> String {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    write(Log(service: "stats", level: level, format: format, descriptor: ends[1]))
    close(ends[1])
    let handle = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    return String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("A line for people has time, level, service, message and fields")
  func text() throws {
    let line = try logged { $0.warning("too long", ["given": "7200", "why": "a b"], trace: "00-1") }
    #expect(line.hasSuffix("Z warning stats: too long given=7200 why=\"a b\" trace=00-1\n"))
    #expect(line.prefix(2) == "20")
  }

  @Test("A line for machines is one JSON object")
  func json() throws {
    let line = try logged(format: .json) { $0.error("a \"quote\"\n", ["ключ": "\u{1}"]) }
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(object?["message"] == "a \"quote\"\n")
    #expect(object?["ключ"] == "\u{1}")
    #expect(object?["level"] == "error" && object?["service"] == "stats")
    #expect(line.split(separator: "\n").count == 1)
  }

  @Test("A message below the level is not created")
  func belowLevel() throws {
    var made = 0
    func message() -> String {
      made += 1
      return "m"
    }
    let text = try logged(level: .warning) { log in
      log.debug(message())
      log.info(message())
      log.warning(message())
    }
    #expect(made == 1)
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test("No text can forge a line")
  func forgery() throws {
    let text = try logged { $0.info("a\n2026-01-01T00:00:00.000Z error edge: b", ["c": "d\ne=f"]) }
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test("A line does not control a terminal", arguments: [Log.Format.text, .json])
  func controls(format: Log.Format) throws {
    let text = try logged(format: format) { $0.info("a\u{9B}2J\u{1B}", ["b": "\u{202E}c"], trace: "\u{7F}") }
    #expect(text.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) }, "\(text.debugDescription)")
    for escape in ["a\\u009b2J\\u001b", "\\u202ec", "\\u007f"] { #expect(text.contains(escape), "\(text)") }
  }

  @Test(
    "The time has the right date, also before 1970",
    arguments: [(0, "1970-01-01T00:00:00.007Z"), (-1, "1969-12-31T23:59:59.007Z")])
  func time(seconds: Int, text: String) {
    let line = LogLine(
      seconds: seconds, milliseconds: 7, level: .info, service: "", message: "", fields: [:], trace: nil)
    #expect(line.time == text)
  }
}
