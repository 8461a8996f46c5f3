import Foundation

/// A device that reads a user's stream of changes.
final class ChangeReader {
  struct Event {
    var id: Int
    var areas: [String]
  }

  private let connection: Int32
  private var bytes: [UInt8] = []
  private(set) var status = 0
  /// Whether the last chunk was received, so that the stream ended correctly.
  private(set) var hasEnded = false

  init(_ client: HTTPClient, after: Int? = nil, query: String = "", headers: [String: String] = [:]) throws {
    connection = try client.connect()
    var request = "GET /api/v1/changes\(query) HTTP/1.1\r\nHost: x\r\n"
    if let token = client.token { request += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    if let after { request += "Last-Event-ID: \(after)\r\n" }
    try client.write(Array((request + "\r\n").utf8), to: connection)
    while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil { try fill() }
    status = Int(String(decoding: bytes[9..<12], as: UTF8.self)) ?? 0
    bytes.removeFirst(bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0)
  }

  deinit { close(connection) }

  /// Returns the next event. Skips comments.
  func next() throws -> Event {
    while true {
      let text = try chunk()
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("data: ") }) else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)) as? [String: Any] ?? [:]
      guard let id = object["seq"] as? Int, text.contains("id: \(id)\nevent: change\n") else {
        throw HTTPFailure(description: "not an event: \(text)")
      }
      return Event(id: id, areas: object["areas"] as? [String] ?? [])
    }
  }

  /// Reads to the end of the stream.
  func drain() throws {
    while !hasEnded { _ = try chunk() }
  }

  private func chunk() throws -> String {
    while true {
      if let end = bytes.firstRange(of: [13, 10]),
        let size = Int(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), radix: 16),
        bytes.count >= end.upperBound + size + 2
      {
        let text = String(decoding: bytes[end.upperBound..<end.upperBound + size], as: UTF8.self)
        bytes.removeFirst(end.upperBound + size + 2)
        if size == 0 { hasEnded = true }
        return text
      }
      try fill()
    }
  }

  private func fill() throws {
    var piece = [UInt8](repeating: 0, count: 16_384)
    let count = recv(connection, &piece, piece.count, 0)
    guard count > 0 else {
      throw HTTPFailure(description: count == 0 ? "the stream was truncated" : "no data received")
    }
    bytes += piece[..<count]
  }
}
