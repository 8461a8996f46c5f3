import CLinux
import Glibc
import Proto
import Service

/// Reads the state of the edges over HTTP on their Unix sockets, and their process ids from the supervisor's file.
enum EdgeStatus {
  /// Returns the states of all edges; without the file, that of the only one.
  static func readAll(_ settings: Settings) -> [ProcessStatus] {
    let pids = pids(settings)
    let further = pids.keys.filter { $0.hasPrefix("\(EdgePlace.service)-") }
    let names = [EdgePlace.service] + further.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return names.map { read($0, pids[$0], settings) }
  }

  private static func read(_ name: String, _ pid: Int32?, _ settings: Settings) -> ProcessStatus {
    guard let response = get("/readyz", settings.socketPath(name)), response.hasPrefix("HTTP/1.1 ") else {
      return ProcessStatus(name: name, state: "down")
    }
    let isReady = response.hasPrefix("HTTP/1.1 200")
    var status = ProcessStatus(name: name, state: isReady ? "up" : "degraded")
    status.details["version"] = .text(Build.version)
    if let pid {
      status.details["pid"] = .integer(Int(pid))
      if let bytes = ProcessMetrics.residentBytes(of: pid) { status.details["memoryBytes"] = .integer(bytes) }
    }
    if let page = get("/metrics", settings.socketPath(name)) {
      status.details["uptimeSeconds"] = figure("waymark_uptime_seconds", of: name, in: page)
      // Does not count this request.
      status.details["inFlight"] = figure("waymark_http_requests_in_flight", of: name, in: page, less: 1)
    }
    return status
  }

  /// Returns the edge's value of a metric; the page has those of all processes.
  private static func figure(
    _ name: String, of edge: String, in page: String, less count: Int = 0
  ) -> Health.Detail? {
    let start = "\(name){service=\"\(edge)\"} "
    guard let line = page.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(start) }),
      let value = Double(line.dropFirst(start.count))
    else { return nil }
    return .integer(max(0, Int(value) - count))
  }

  static func isAlive(_ settings: Settings) -> Bool {
    get("/healthz", settings.socketPath("edge"))?.hasPrefix("HTTP/1.1 200") == true
  }

  /// Returns the ids of the processes that `up` has started.
  private static func pids(_ settings: Settings) -> [String: Int32] {
    guard let bytes = try? Files.read(settings.run + "/waymark.pids") else { return [:] }
    var pids: [String: Int32] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { pids[String(words[0])] = Int32(words[1]) }
    }
    return pids
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
