import API
import Glibc
import Proto

/// Large replies become JSON on their own thread: on the loop, each would delay all connections for milliseconds.
extension Edge {
  /// The request that waits for the JSON, on the edge's loop.
  private struct Waiting {
    let edge: Edge
    let connection: HTTPConnection
    let serial: UInt64
    let route: Route
  }

  private struct Encoded: Sendable {
    var written: WrittenReply
    var body: [UInt8]
    var tag: [UInt8]?

    init(_ reply: [UInt8], _ success: Endpoint.Success, isTagged: Bool) throws {
      var toJSON = CBORToJSON()
      var json: [UInt8] = []
      // JSON is about as long as CBOR, and a little longer with instants and numbers.
      json.reserveCapacity(reply.count + reply.count / 4)
      written = try reply.withUnsafeBytes { try WrittenReply($0, success, &toJSON, to: &json) }
      if isTagged {
        var text: [UInt8] = []
        EntityTag.append(of: json, to: &text)
        tag = text
      }
      body = json
    }
  }

  func respondLarge(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    let (bytes, success, isTagged) = ([UInt8](reply), route.endpoint.success, route.endpoint.isTagged)
    let waiting = LoopLocal(
      onLoop: loop, Waiting(edge: self, connection: connection, serial: connection.serial, route: route))
    // If no thread can be started, this loop does it.
    (largeReplies.open(for: loop) ?? loop).execute {
      let encoded = try? Encoded(bytes, success, isTagged: isTagged)
      waiting.loop.execute { Edge.finish(waiting.value, encoded) }
    }
  }

  private static func finish(_ waiting: Waiting, _ encoded: Encoded?) {
    let (edge, connection) = (waiting.edge, waiting.connection)
    guard connection.isCurrent(waiting.serial) else { return }
    guard let encoded else { return edge.failToEncode(connection, waiting.route) }
    edge.replies.setBody(encoded.body)
    edge.finish(connection, waiting.route, encoded.written, tag: encoded.tag)
    edge.replies.dropBody()
  }
}

/// The thread on which large replies are encoded, started when it is first needed.
final class LargeReplyThread {
  private var thread: Loop?

  deinit {
    thread?.stop()
  }

  /// Returns nil if the thread cannot be started.
  func open(for loop: Loop) -> Loop? {
    if let thread { return thread }
    thread = loop.sibling()
    // It yields to the edge's loop if there are few cores.
    thread?.execute {
      let id = Int32(PRIO_PROCESS.rawValue)
      setpriority(id, 0, getpriority(id, 0) + Limits.largeReplyNiceness)
    }
    return thread
  }
}
