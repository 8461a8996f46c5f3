import CBOR
import Glibc
import Loop

@testable import RPC

/// Passes frames to a server's connection and returns its actions as lines.
struct ServerTranscript {
  var connection: ServerConnection<String>
  var now: UInt64 = 1_000_000_000

  init(maxInFlight: Int = 4, greeted: Bool = true) {
    connection = ServerConnection(maxInFlight: maxInFlight)
    if greeted { _ = hello() }
  }

  mutating func hello() -> String {
    receive(.hello, 0, (try? CBOREncoder.encode(Hello(service: "test", build: ""))) ?? [])
  }

  mutating func receive(_ kind: Frame.Kind, _ call: UInt32, _ payload: [UInt8] = [0xF6]) -> String {
    payload.withUnsafeBytes { bytes in
      let frame = FrameView(kind: kind, call: call, payload: bytes, size: Frame.headBytes + bytes.count)
      return ServerTranscript.line(connection.receive(frame, now: now))
    }
  }

  mutating func request(_ call: UInt32, _ method: String = "m", deadline: UInt64? = nil) -> String {
    receive(.request, call, RequestBytes(method: method, deadline: deadline).bytes)
  }

  mutating func finish(_ call: UInt32, _ serial: UInt64) -> String {
    connection.finish(call: call, serial: serial) ? "answered" : "dropped"
  }

  static func line(_ action: ServerConnection<String>.Action) -> String {
    switch action {
    case .nothing: "-"
    case .start(let call, let serial, _, let request):
      "start \(call) #\(serial) \(request.withMethod { String(decoding: $0, as: UTF8.self) })"
    case .reject(let call, let fault): "\(fault.code) \(call)"
    case .stop(let call, let work): "stop \(call) \(work ?? "-")"
    case .pong(let call): "pong \(call)"
    case .end(let reason): "end: \(reason)"
    case .finished: "finished"
    }
  }
}

struct RequestBytes {
  var method: String
  var deadline: UInt64?

  var bytes: [UInt8] {
    var writer = CBORWriter()
    writer.array(3)
    writer.text(method)
    writer.map(deadline == nil ? 0 : 1)
    if let deadline {
      writer.text("deadline")
      writer.unsigned(deadline)
    }
    writer.null()
    return writer.bytes
  }
}

/// Passes frames to a client's connection, whose callers are texts.
enum ClientTranscript {
  static func receive(
    _ connection: inout ClientConnection<String>, _ kind: Frame.Kind, _ call: UInt32, _ payload: [UInt8] = [0xF6]
  ) -> String {
    payload.withUnsafeBytes { bytes in
      switch connection.receive(FrameView(kind: kind, call: call, payload: bytes, size: 0)) {
      case .nothing: "-"
      case .opened(let hello): "opened \(hello.service)"
      case .complete(let pending, .reply(let bytes, _)): "\(pending): reply of \(bytes.count)"
      case .complete(let pending, .fault(let fault)): "\(pending): \(fault.code)"
      case .pong(let call): "pong \(call)"
      case .leaving(let reason): "leaving: \(reason)"
      case .end(let reason): "end: \(reason)"
      }
    }
  }
}
