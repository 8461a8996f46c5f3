import API
import Glibc
import Proto

/// Large replies are made into JSON on a thread of their own: on the loop each would hold up all connections
/// for milliseconds.
extension Edge {
  /// What waits for a large reply, on the edge's loop.
  private struct Waiting {
    let edge: Edge
    let connection: HTTPConnection
    let serial: UInt64
    let route: Route
  }

  /// A reply as it goes out.
  private struct Made: Sendable {
    var written: WrittenReply
    var body: [UInt8]
    var tag: [UInt8]?

    init(_ reply: [UInt8], _ success: Endpoint.Success, isTagged: Bool) throws {
      var toJSON = CBORToJSON()
      var made: [UInt8] = []
      // JSON takes about as much as CBOR, a little more where there are instants and numbers.
      made.reserveCapacity(reply.count + reply.count / 4)
      written = try reply.withUnsafeBytes { try WrittenReply($0, success, &toJSON, to: &made) }
      if isTagged {
        var text: [UInt8] = []
        EntityTag.append(of: made, to: &text)
        tag = text
      }
      body = made
    }
  }

  func answerApart(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    let (bytes, success, isTagged) = ([UInt8](reply), route.endpoint.success, route.endpoint.isTagged)
    let waiting = LoopLocal(
      onLoop: loop, Waiting(edge: self, connection: connection, serial: connection.serial, route: route))
    // Without a thread to spare it is done here.
    (openWorkshop() ?? loop).execute {
      let made = try? Made(bytes, success, isTagged: isTagged)
      waiting.loop.execute { Edge.finish(waiting.value, made) }
    }
  }

  private static func finish(_ waiting: Waiting, _ made: Made?) {
    let (edge, connection) = (waiting.edge, waiting.connection)
    guard connection.serial == waiting.serial, !connection.isClosed else { return }
    guard let made else { return edge.failToWrite(connection, waiting.route) }
    edge.body = made.body
    edge.finish(connection, waiting.route, made.written, tag: made.tag)
    edge.body = []
  }

  /// Its thread gives way to the loop's where there are few cores.
  private func openWorkshop() -> Loop? {
    if let workshop { return workshop }
    workshop = try? Loop.spawn()
    workshop?.execute {
      let thread = Int32(PRIO_PROCESS.rawValue)
      setpriority(thread, 0, getpriority(thread, 0) + Limits.workshopNiceness)
    }
    return workshop
  }
}
