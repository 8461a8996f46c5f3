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
    var body: ReplyBody

    init(_ reply: [UInt8], _ success: Endpoint.Success, isTagged: Bool, isCompressed: Bool) throws {
      var toJSON = CBORToJSON()
      var json: [UInt8] = []
      // JSON is about as long as CBOR, and a little longer with instants and numbers.
      json.reserveCapacity(reply.count + reply.count / 4)
      written = try reply.withUnsafeBytes { try WrittenReply($0, success, &toJSON, to: &json) }
      body = ReplyBody(json)
      if isTagged { body.tag = EntityTag.of(json) }
      if isCompressed { body.compressed = CompressedBody(of: json) }
    }
  }

  func respondLarge(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    let (bytes, success, isTagged) = ([UInt8](reply), route.endpoint.success, route.endpoint.isTagged)
    let isCompressed = acceptsCompressed(connection)
    let waiting = LoopLocal(
      onLoop: loop, Waiting(edge: self, connection: connection, serial: connection.serial, route: route))
    // If no thread can be started, this loop does it.
    (reads.largeReplies.open(for: loop) ?? loop).execute {
      let encoded = try? Encoded(bytes, success, isTagged: isTagged, isCompressed: isCompressed)
      waiting.loop.execute { Edge.finish(waiting.value, encoded) }
    }
  }

  private static func finish(_ waiting: Waiting, _ encoded: Encoded?) {
    let (edge, connection) = (waiting.edge, waiting.connection)
    guard connection.isCurrent(waiting.serial) else { return }
    guard let encoded else { return edge.failToEncode(connection, waiting.route) }
    edge.finish(connection, waiting.route, encoded.written, encoded.body)
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
