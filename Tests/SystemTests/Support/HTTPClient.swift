import Foundation

/// A response of the edge.
struct Response {
  var status: Int
  var headers: [String: String]
  var body: Data

  /// The body as a JSON object, or empty if it is not an object.
  var object: [String: Any] {
    ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any]) ?? [:]
  }

  var text: String {
    String(decoding: body, as: UTF8.self)
  }
}

struct HTTPFailure: Error, CustomStringConvertible {
  var description: String
}

/// A simple HTTP client with one connection per request. It distinguishes a missing response from a bad one.
struct HTTPClient: Sendable {
  var host = "127.0.0.1"
  var port: UInt16
  var token: String?
  /// The local address to connect from.
  var source: String?
  /// The path of the Unix socket to use instead of the port.
  var path: String?
  var patienceSeconds = Int(Patience.seconds)

  func get(_ path: String, headers: [String: String] = [:]) throws -> Response {
    try send("GET", path, headers: headers)
  }

  func post(_ path: String, _ json: String, headers: [String: String] = [:]) throws -> Response {
    try send("POST", path, json, headers: headers)
  }

  func put(_ path: String, _ json: String) throws -> Response {
    try send("PUT", path, json)
  }

  func patch(_ path: String, _ json: String) throws -> Response {
    try send("PATCH", path, json)
  }

  func delete(_ path: String) throws -> Response {
    try send("DELETE", path)
  }

  func send(
    _ verb: String, _ path: String, _ json: String? = nil, type: String = "application/json",
    headers: [String: String] = [:],
    onceConnected: () throws -> Void = {}
  ) throws -> Response {
    let connection = try connect()
    defer { close(connection) }
    try onceConnected()
    let shown = headers["Host"] ?? "\(host):\(port)"
    var request = "\(verb) \(path) HTTP/1.1\r\nHost: \(shown)\r\nConnection: close\r\n"
    if let token { request += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers where name != "Host" { request += "\(name): \(value)\r\n" }
    if let json { request += "Content-Type: \(type)\r\nContent-Length: \(json.utf8.count)\r\n" }
    try write(Array((request + "\r\n" + (json ?? "")).utf8), to: connection)
    return try parse(readToEnd(connection), isHead: verb == "HEAD")
  }

  /// Sends a file as the body.
  func upload(
    _ path: String, _ file: [UInt8], method: String = "POST", headers: [String: String] = [:]
  ) throws -> Response {
    let connection = try connect()
    defer { close(connection) }
    var request = "\(method) \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n"
    if let token { request += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    try write(Array((request + "Content-Length: \(file.count)\r\n\r\n").utf8) + file, to: connection)
    return try parse(readToEnd(connection), isHead: false)
  }

  func connect() throws -> Int32 {
    let port = Twins.next(port)
    let connection = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    if let source, at(source, port: 0, { bind(connection, $0, $1) }) != 0 {
      close(connection)
      throw HTTPFailure(description: "cannot bind to \(source)")
    }
    let connected = { (address: UnsafePointer<sockaddr>, size: socklen_t) in
      Foundation.connect(connection, address, size)
    }
    guard (path.map { at($0, connected) } ?? at(host, port: port, connected)) == 0 else {
      close(connection)
      throw HTTPFailure(description: "cannot connect to \(path ?? "port \(port)")")
    }
    return connection
  }

  private func at(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func at(_ host: String, port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func write(_ bytes: [UInt8], to connection: Int32) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw HTTPFailure(description: "the connection broke while sending") }
      sent += count
    }
  }

  private func readToEnd(_ connection: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count >= 0 else { throw HTTPFailure(description: "no response within \(patienceSeconds) s") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// A response to HEAD has a length but no body.
  private func parse(_ bytes: [UInt8], isHead: Bool) throws -> Response {
    let data = Data(bytes)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      throw HTTPFailure(description: "no response received")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw HTTPFailure(description: "not HTTP: \(lines[0])") }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let (name, value) = (line[..<colon].lowercased(), line[line.index(after: colon)...])
      let text = value.trimmingCharacters(in: .whitespaces)
      // Several cookies cannot be merged into one line with commas.
      headers[name] = headers[name].map { "\($0)\n\(text)" } ?? text
    }
    let body = data[end.upperBound...]
    if !isHead, let length = headers["content-length"].flatMap({ Int($0) }), length != body.count {
      throw HTTPFailure(description: "the response was truncated")
    }
    return Response(status: status, headers: headers, body: Data(body))
  }
}
