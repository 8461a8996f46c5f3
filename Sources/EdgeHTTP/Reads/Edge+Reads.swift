import API
import Proto

/// Reads of views. After a request has arrived, the edge reads the head of the user's journal from shared memory, or
/// requests it from SessionSvc. If it has kept the reply at this head, it responds from memory; otherwise it calls the
/// view, which does not request the head again.
extension Edge {
  /// Responds to the request, whose argument is written.
  func read(_ connection: HTTPConnection, _ route: Route, _ index: Int, _ meta: CallMeta) {
    let (serial, began) = (connection.serial, loop.now)
    let read = Read(
      user: connection.identity.user, target: KeptReplies.Target(route: index, argument: arguments.bytes))
    if let head = reads.sharedHead(of: read.user) { return respond(connection, route, meta, read, at: head) }
    reads.heads.fetch(read.user) { [self] response in
      guard connection.isCurrent(serial) else { return }
      switch response {
      case .failure(let fault): fail(connection, route, fault)
      case .success(let head):
        var meta = meta
        meta.deadline = meta.deadline.map { max(0, $0 - Int((loop.now - began) / 1_000_000)) }
        respond(connection, route, meta, read, at: head)
      }
    }
  }

  private func respond(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ read: Read, at head: SessionAPI.Head
  ) {
    if let reply = reads.find(read, at: head, second: second) { return respond(connection, route, reply) }
    var meta = meta
    meta.head = CallMeta.Head(seq: head.seq, checksum: head.checksum)
    call(connection, route, meta, read, at: head)
  }

  private func call(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ read: Read, at head: SessionAPI.Head
  ) {
    let (serial, second) = (connection.serial, second)
    read.target.argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        switch result {
        case .reply(let bytes, _):
          guard connection.isCurrent(serial) else { return }
          respond(connection, route, bytes) { [self] reply in
            reads.keep(reply, read, at: head, from: second, second: self.second)
          }
        case .fault(let fault):
          guard connection.isCurrent(serial) else { return }
          fail(connection, route, fault)
        }
      }
    }
  }

  /// Responds with the reply of a view, and passes it to `keep` unless it is too large to be kept.
  private func respond(
    _ connection: HTTPConnection, _ route: Route, _ bytes: UnsafeRawBufferPointer, _ keep: (KeptReply) -> Void
  ) {
    guard bytes.count <= Limits.keptReplyBytesEach else { return respond(connection, route, bytes) }
    route.noteReply(bytes: bytes.count)
    do {
      _ = try replies.write(bytes, route.endpoint.success)
      let reply = KeptReply(body: replies.body, tag: EntityTag.of(replies.body))
      keep(reply)
      respond(connection, route, reply)
    } catch {
      failToEncode(connection, route)
    }
  }

  private func respond(_ connection: HTTPConnection, _ route: Route, _ reply: KeptReply) {
    var body = ReplyBody(reply.body)
    body.tag = reply.tag
    if reply.body.count >= Limits.compressedBytes, acceptsCompressed(connection) {
      let compressed = reply.compressed ?? CompressedBody(of: reply.body)
      (reply.compressed, body.compressed) = (compressed, compressed)
    }
    finish(connection, route, WrittenReply(), body)
  }
}
