import CLinux
import Glibc
import Proto
import Service

/// Reads the state of the edge over HTTP on its Unix socket, and its process id from the supervisor's file.
enum EdgeStatus {
  static func read(_ settings: Settings) -> StatusCommand.ProcessStatus {
    guard let response = get("/readyz", settings.socketPath("edge")), response.hasPrefix("HTTP/1.1 ") else {
      return StatusCommand.ProcessStatus(name: "edge", state: "down")
    }
    let isReady = response.hasPrefix("HTTP/1.1 200")
    var status = StatusCommand.ProcessStatus(name: "edge", state: isReady ? "up" : "degraded")
    status.details["version"] = .text(Build.version)
    if let pid = pid(settings) {
      status.details["pid"] = .integer(Int(pid))
      if let bytes = ProcessMetrics.residentBytes(of: pid) { status.details["memoryBytes"] = .integer(bytes) }
    }
    if let page = get("/metrics", settings.socketPath("edge")) {
      status.details["uptimeSeconds"] = figure("waymark_uptime_seconds", in: page)
      // Does not count this request.
      status.details["inFlight"] = figure("waymark_http_requests_in_flight", in: page, less: 1)
    }
    return status
  }

  /// Returns the edge's value of a metric; the page has those of all processes.
  private static func figure(_ name: String, in page: String, less count: Int = 0) -> Health.Detail? {
    let start = "\(name){service=\"edge\"} "
    guard let line = page.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(start) }),
      let value = Double(line.dropFirst(start.count))
    else { return nil }
    return .integer(max(0, Int(value) - count))
  }

  static func isAlive(_ settings: Settings) -> Bool {
    get("/healthz", settings.socketPath("edge"))?.hasPrefix("HTTP/1.1 200") == true
  }

  private static func pid(_ settings: Settings) -> Int32? {
    guard let bytes = try? Files.read(settings.run + "/waymark.pids") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("edge ") }.flatMap { Int32($0.dropFirst(5)) }
  }

  /// Makes a blocking request with a short timeout.
  private static func get(_ page: String, _ path: String) -> String? {
    guard let socket = try? UnixSocket.connect(path: path) else { return nil }
    defer { close(socket) }
    let request = Array("GET \(page) HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    var response: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 1_000) == 1 else { return nil }
      let count = recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      response += chunk[..<count]
    }
    return String(decoding: response, as: UTF8.self)
  }
}
