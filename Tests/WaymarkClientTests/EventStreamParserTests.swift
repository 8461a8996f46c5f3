import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Event streams")
struct EventStreamParserTests {
  private func events(_ text: String) throws -> [ServerEvent] {
    var parser = EventStreamParser()
    return try parser.feed(text.utf8)
  }

  @Test(
    "Parses the examples of the standard",
    arguments: [
      ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerEvent(name: "message", data: "YHOO\n+2\n10", lastEventId: "")]),
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        [
          ServerEvent(name: "message", data: "first event", lastEventId: "1"),
          ServerEvent(name: "message", data: "second event", lastEventId: ""),
          ServerEvent(name: "message", data: " third event", lastEventId: ""),
        ]
      ),
      (
        "data\n\ndata\ndata\n\ndata:\n",
        [
          ServerEvent(name: "message", data: "", lastEventId: ""),
          ServerEvent(name: "message", data: "\n", lastEventId: ""),
        ]
      ),
      (
        "data:test\r\rdata: test\r\n\r\n",
        Array(repeating: .init(name: "message", data: "test", lastEventId: ""), count: 2)
      ),
      ("event: change\nid: 7\n\nid: 8\ndata: x", []),
      ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [ServerEvent(name: "message", data: "a", lastEventId: "")]),
      ("id: 1\u{0}\nevent: e\ndata: ü\n\n", [ServerEvent(name: "e", data: "ü", lastEventId: "")]),
    ])
  func standard(text: String, expected: [ServerEvent]) throws {
    #expect(try events(text) == expected)
  }

  @Test("Accepts only whole numbers as reconnection time")
  func retry() throws {
    var parser = EventStreamParser()
    _ = try parser.feed("retry: 3000\nretry: 4x\nretry:\nretry: 99999999999999999999\n".utf8)
    #expect(parser.retryMilliseconds == 3000)
  }

  @Test("Rejects lines and events that exceed the limits")
  func tooLong() {
    var parser = EventStreamParser()
    #expect(throws: EventStreamParser.TooLong.self) {
      while true { _ = try parser.feed(repeatElement(UInt8(ascii: "a"), count: 10_000)) }
    }
    var other = EventStreamParser()
    #expect(throws: EventStreamParser.TooLong.self) {
      while true { _ = try other.feed("data: more and more\n".utf8) }
    }
  }

  @Test("Returns the same events as a simple parser, wherever the stream is split", arguments: UInt64(1)...60)
  func splitAnywhere(seed: UInt64) throws {
    var numbers = SplitMix(seed: seed)
    let pieces = [
      "data", "data:", "data: ", "id", "id: ", "event: ", "retry: 12", ":", ": note", "x", "change", "é😀", "\u{FEFF}",
      "7",
      "\u{0}", " ", "\n", "\n", "\n", "\r", "\r\n", "\r\n", "\n\n", "\r\r",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<120, using: &numbers) {
      bytes += Array(pieces[Int.random(in: 0..<pieces.count, using: &numbers)].utf8)
      if Int.random(in: 0..<30, using: &numbers) == 0 { bytes.append(UInt8.random(in: 0x80...0xFF, using: &numbers)) }
    }
    var parser = EventStreamParser()
    var found: [ServerEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...min(9, rest.count), using: &numbers)
      found += try parser.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(found == SlowReader.events(bytes), "seed \(seed)")
  }
}

/// The algorithm of the standard, over the whole text at once.
private enum SlowReader {
  static func events(_ bytes: [UInt8]) -> [ServerEvent] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == 13 || bytes[place] == 10 {
        lines.append(line)
        line = []
        if bytes[place] == 13, place + 1 < bytes.count, bytes[place + 1] == 10 { place += 1 }
      } else {
        line.append(bytes[place])
      }
      place += 1
    }
    var events: [ServerEvent] = []
    var (name, data, id) = ("", "", "")
    for line in lines {
      if line.isEmpty {
        if !data.isEmpty {
          events.append(.init(name: name.isEmpty ? "message" : name, data: String(data.dropLast()), lastEventId: id))
        }
        (name, data) = ("", "")
        continue
      }
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      var value = parts.count > 1 ? Array(parts[1]) : []
      if value.first == 32 { value.removeFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: parts[0], as: UTF8.self) {
      case "event": name = text
      case "data": data += text + "\n"
      case "id": if !value.contains(0) { id = text }
      default: break
      }
    }
    return events
  }
}
