import Chronology
import Foundation
import Testing

extension SystemTests {
  @Suite("Reads while the journal's process is replaced")
  struct SharedHeadsTests {
    /// A connection whose request is sent in two parts.
    private final class HalfRequest {
      private let descriptor: Int32

      init(_ client: HTTPClient) throws {
        descriptor = try client.connect()
        let head = "GET /api/v1/analytics/summary HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        try send(head + "Authorization: Bearer \(client.token ?? "")\r\n")
      }

      deinit { close(descriptor) }

      func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
          throw HTTPFailure(description: "the connection has ended")
        }
      }

      func finish() throws -> String {
        try send("\r\n")
        var (text, piece) = ("", [UInt8](repeating: 0, count: 65_536))
        while true {
          let count = recv(descriptor, &piece, piece.count, 0)
          guard count > 0 else { return text }
          text += String(decoding: piece[..<count], as: UTF8.self)
        }
      }
    }

    @Test("A request that is finished after a write to the next process shows the write or fails, never the old figure")
    func rounds() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/stories/s", #"{"title":"S","estimatedDuration":600}"#).status == 201)
      for round in 1...12 {
        // The edge knows the head's place, and has the reply.
        for _ in 0..<2 {
          try eventually("the reply is kept") { try client.get("/api/v1/analytics/summary").status == 200 }
        }
        let half = try HalfRequest(client)
        let (edge, old) = (try stack.pid(of: "edge"), try stack.pid(of: "session"))
        kill(edge, SIGSTOP)
        kill(old, SIGKILL)
        try eventually("another process serves the journal") { try stack.pid(of: "session") != old }
        let start = Instant(seconds: 1_700_000_000 + Int64(round) * 1_000)
        let report = #"{"storyId":"s","startedAt":"\#(start)","endedAt":"\#(start + 600)","completed":true}"#
        try eventually("the new process has acknowledged the write") {
          try stack.command("call", "session", "session.record", report, "--user", "ada").code == 0
        }
        kill(edge, SIGCONT)
        let response = try half.finish()
        let isNew = response.hasPrefix("HTTP/1.1 200") && response.contains("\"totalPlayCount\":\(round),")
        #expect(isNew || response.hasPrefix("HTTP/1.1 503"), "round \(round): \(response)")
      }
    }
  }
}
