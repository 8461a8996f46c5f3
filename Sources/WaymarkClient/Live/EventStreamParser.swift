import Foundation

/// One event of a server-sent event stream.
public struct ServerEvent: Sendable, Hashable {
  /// The event type; `message` if the server sends none.
  public var name: String
  /// The data lines, joined with line feeds.
  public var data: String
  /// The last id of the stream, which an earlier event may have set.
  public var lastEventId: String
}

/// Parses a server-sent event stream by the WHATWG standard. Bytes may be split at any position.
public struct EventStreamParser: Sendable {
  /// A line or an event exceeds its size limit.
  public struct TooLong: Error, Sendable, Hashable {}

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The last id of the stream.
  public private(set) var lastEventId = ""
  /// The reconnection time that the server requested, or nil if it did not.
  public private(set) var retryMilliseconds: Int?

  private var line: [UInt8] = []
  private var isFirstLine = true
  private var endedWithReturn = false
  private var name = ""
  private var data: [String] = []
  private var dataBytes = 0
  private var idOfEvent = ""

  /// Creates a parser for a new stream.
  public init() {}

  /// Parses bytes and returns the events that they complete. Throws ``TooLong`` if a line or an event exceeds its
  /// limit.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes {
      let followsReturn = endedWithReturn
      endedWithReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where followsReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = try endLine() { events.append(event) }
      default:
        guard line.count < Limits.eventLineBytes else { throw TooLong() }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() throws(TooLong) -> ServerEvent? {
    if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // A comment, which servers send as a heartbeat.
    if colon == 0 { return nil }
    let field = String(decoding: line[..<(colon ?? line.count)], as: UTF8.self)
    var value = line[(colon.map { $0 + 1 } ?? line.count)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch field {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      dataBytes += value.count + 1
      guard dataBytes <= Limits.eventBytes else { throw TooLong() }
      data.append(String(decoding: value, as: UTF8.self))
    case "id" where !value.contains(0): idOfEvent = String(decoding: value, as: UTF8.self)
    case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
      retryMilliseconds = Int(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerEvent? {
    lastEventId = idOfEvent
    defer {
      name = ""
      data = []
      dataBytes = 0
    }
    guard !data.isEmpty else { return nil }
    return ServerEvent(
      name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), lastEventId: lastEventId)
  }
}
