import Foundation
import Synchronization

/// A connection to the browser itself (DevTools over WebSocket), for commands that chromedriver sends only to a page.
final class DevTools: Sendable {
  private let connection: Int32
  private let count = Mutex(0)

  /// - Parameter profile: the folder in which the browser has written its port and its path.
  init(profile: String) throws {
    let lines = try String(contentsOfFile: profile + "/DevToolsActivePort", encoding: .utf8).split(separator: "\n")
    guard lines.count == 2, let port = UInt16(lines[0]) else { throw HTTPFailure(description: "no port of DevTools") }
    let client = HTTPClient(port: port)
    connection = try client.connect()
    let request = """
      GET \(lines[1]) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r
      Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n
      """
    try client.write(Array(request.utf8), to: connection)
    var head: [UInt8] = []
    while !head.ends(with: Array("\r\n\r\n".utf8)) { head += try read(1) }
  }

  deinit { close(connection) }

  /// Runs a command and returns its result.
  @discardableResult
  func send(_ command: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let id = count.withLock { count in
      count += 1
      return count
    }
    let message = try JSONSerialization.data(
      withJSONObject: ["id": id, "method": command, "params": parameters] as [String: Any])
    // One text frame. Its mask is zero, so that the bytes stay the same.
    let length = message.count < 126 ? [message.count] : [126, message.count >> 8, message.count & 0xFF]
    let frame = [0x81, UInt8(length[0]) | 0x80] + length.dropFirst().map { UInt8($0) } + [0, 0, 0, 0] + message
    try HTTPClient(port: 0).write(frame, to: connection)
    while true {
      let response = try JSONSerialization.jsonObject(with: Data(readFrame())) as? [String: Any]
      // Messages without this number are events.
      guard response?["id"] as? Int == id else { continue }
      guard let result = response?["result"] as? [String: Any] else {
        throw HTTPFailure(description: "\(command): \(response?["error"] ?? "no result")")
      }
      return result
    }
  }

  private func readFrame() throws -> [UInt8] {
    var length = Int(try read(2)[1] & 0x7F)
    if length >= 126 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    return try read(length)
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard count == 0 || recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count else {
      throw HTTPFailure(description: "DevTools do not respond")
    }
    return bytes
  }
}

extension Array where Element: Equatable {
  fileprivate func ends(with end: [Element]) -> Bool { Array(suffix(end.count)) == end }
}
