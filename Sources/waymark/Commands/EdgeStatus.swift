import CLinux
import Glibc
import Proto
import Service

/// The edge speaks HTTP, also on its own socket; its process is known from the supervisor's file.
enum EdgeStatus {
  static func row(_ settings: Settings) -> StatusCommand.Row {
    guard let answer = ask("/readyz", settings.socketPath("edge")), answer.hasPrefix("HTTP/1.1 ") else {
      return StatusCommand.Row(name: "edge", state: "down")
    }
    let isReady = answer.hasPrefix("HTTP/1.1 200")
    var row = StatusCommand.Row(name: "edge", state: isReady ? "up" : "degraded")
    row.details["version"] = .text(Build.version)
    if let pid = pid(settings) {
      row.details["pid"] = .integer(Int(pid))
      if let bytes = ProcessMetrics.residentBytes(of: pid) { row.details["memoryBytes"] = .integer(bytes) }
    }
    if let page = ask("/metrics", settings.socketPath("edge")) {
      row.details["uptimeSeconds"] = figure("waymark_uptime_seconds", in: page)
      // This question is one of them.
      row.details["inFlight"] = figure("waymark_http_requests_in_flight", in: page, less: 1)
    }
    return row
  }

  /// The edge's own figure among those of all processes.
  private static func figure(_ name: String, in page: String, less count: Int = 0) -> Health.Detail? {
    let start = "\(name){service=\"edge\"} "
    guard let line = page.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(start) }),
      let value = Double(line.dropFirst(start.count))
    else { return nil }
    return .integer(max(0, Int(value) - count))
  }

  static func isAlive(_ settings: Settings) -> Bool {
    ask("/healthz", settings.socketPath("edge"))?.hasPrefix("HTTP/1.1 200") == true
  }

  private static func pid(_ settings: Settings) -> Int32? {
    guard let bytes = try? Files.read(settings.run + "/waymark.pids") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("edge ") }.flatMap { Int32($0.dropFirst(5)) }
  }

  /// A blocking request with a short patience.
  private static func ask(_ page: String, _ path: String) -> String? {
    guard let socket = try? UnixSocket.connect(path: path) else { return nil }
    defer { close(socket) }
    let request = Array("GET \(page) HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 1_000) == 1 else { return nil }
      let count = recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      answer += chunk[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
