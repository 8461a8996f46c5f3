import CLinux
import Glibc
import Service

/// An HTTP client with many keep-alive connections and one request at a time on each. It uses the calling thread.
struct HTTPLoad: ~Copyable {
  static let connections = 64

  private let epoll: Int32
  private var sockets: [Int32] = []
  private var received: [[UInt8]]

  /// Opens only the connections in use, because the server closes idle ones.
  init(_ address: ListenAddress, connections: Int = HTTPLoad.connections) throws(BenchFailure) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    received = Array(repeating: [], count: connections)
    for index in 0..<connections {
      guard let socket = TCP.connect(address) else { throw BenchFailure("cannot connect to \(address)") }
      var one: Int32 = 1
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = UInt64(index)
      epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event)
      sockets.append(socket)
    }
  }

  deinit {
    for socket in sockets { close(socket) }
    close(epoll)
  }

  /// Makes `count` requests and returns the seconds. Every response must be 2xx or 304.
  mutating func run(_ count: Int, _ request: (Int) -> [UInt8]) throws(BenchFailure) -> Double {
    let start = Clock.nanoseconds
    var started = 0
    var finished = 0
    while started < min(count, sockets.count) {
      try send(started, request(started))
      started += 1
    }
    var events = [epoll_event](repeating: epoll_event(), count: HTTPLoad.connections)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while finished < count {
      let ready = epoll_wait(epoll, &events, Int32(events.count), 10_000)
      guard ready > 0 else { throw BenchFailure("the server stopped responding") }
      for event in events[..<Int(ready)] {
        let index = Int(event.data.u64)
        guard try receive(index, &buffer) else { continue }
        finished += 1
        guard started < count else { continue }
        try send(index, request(started))
        started += 1
      }
    }
    return Double(Clock.nanoseconds - start) / 1e9
  }

  /// Makes one request and returns the entity tag of the response.
  func tag(_ request: [UInt8]) throws(BenchFailure) -> String {
    try send(0, request)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(sockets[0], &buffer, buffer.count, 0)
    let head = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let name = "ETag: "
    guard let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix(name) }) else {
      throw BenchFailure("the response has no entity tag")
    }
    return String(line.dropFirst(name.count))
  }

  private func send(_ index: Int, _ bytes: [UInt8]) throws(BenchFailure) {
    guard Glibc.send(sockets[index], bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw BenchFailure("the server has closed a connection")
    }
  }

  /// Returns true when the response is complete.
  private mutating func receive(_ index: Int, _ buffer: inout [UInt8]) throws(BenchFailure) -> Bool {
    let count = recv(sockets[index], &buffer, buffer.count, 0)
    guard count > 0 else { throw BenchFailure("the server has closed a connection") }
    if received[index].isEmpty, let size = HTTPLoad.size(buffer[..<count]), size == count {
      try check(buffer[..<count])
      return true
    }
    received[index] += buffer[..<count]
    guard let size = HTTPLoad.size(received[index][...]), size == received[index].count else { return false }
    try check(received[index][...])
    received[index].removeAll(keepingCapacity: true)
    return true
  }

  private func check(_ response: ArraySlice<UInt8>) throws(BenchFailure) {
    let status = response.dropFirst(9).prefix(3)
    guard response.count > 12, status.first == 0x32 || status.elementsEqual("304".utf8) else {
      throw BenchFailure("the server responded \(String(decoding: response.prefix(200), as: UTF8.self))")
    }
  }

  private static let lengthName = Array("\r\nContent-Length: ".utf8)

  /// Returns the size of head and body, or nil if the head is incomplete.
  private static func size(_ bytes: ArraySlice<UInt8>) -> Int? {
    var length = 0
    var index = bytes.startIndex
    while index + 3 < bytes.endIndex {
      guard bytes[index] == 0x0D else {
        index += 1
        continue
      }
      if bytes[index + 2] == 0x0D { return index + 4 - bytes.startIndex + length }
      if bytes[index + 2] == 0x43, bytes[index...].starts(with: lengthName) {
        let digits = bytes[(index + lengthName.count)...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      }
      index += 2
    }
    return nil
  }
}

extension Clock {
  static var nanoseconds: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
