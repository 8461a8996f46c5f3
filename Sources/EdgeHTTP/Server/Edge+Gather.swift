import JSON
import Proto

/// An answer that comes in pages, because it may be longer than a frame, and leaves as one body.
final class Gathering {
  let list: String
  let meta: CallMeta
  /// The items of all pages so far, with commas between them.
  private var items = JSONWriter()
  /// What the next page is asked for with.
  var next: String?
  var beginnings = 0

  init(_ list: String, _ meta: CallMeta) {
    self.list = list
    self.meta = meta
    begin()
  }

  func begin() {
    items = JSONWriter()
    next = nil
    beginnings += 1
  }

  var body: [UInt8] {
    var body = JSONWriter()
    body.object { body in
      body.name(list)
      body.list { $0.raw(items.bytes) }
    }
    return body.bytes
  }

  /// Appends the items of a page.
  func take(_ reply: UnsafeRawBufferPointer, _ toJSON: inout CBORToJSON) throws {
    next = nil
    var reader = CBORReader(reply)
    guard case .map(let members?) = try reader.next() else { throw CBORToJSON.Unwritable() }
    for _ in 0..<members {
      guard case .text(let name) = try reader.next() else { throw CBORToJSON.Unwritable() }
      if name.elementsEqual(list.utf8) {
        guard case .array(let count?) = try reader.next() else { throw CBORToJSON.Unwritable() }
        for _ in 0..<count { try items.appending { try toJSON.append(&reader, to: &$0) } }
      } else if name.elementsEqual("next".utf8) {
        if case .text(let token) = try reader.next() { next = String(decoding: token, as: UTF8.self) }
      } else {
        try reader.skip()
      }
    }
  }
}

extension Edge {
  private struct NextPage: Encodable {
    var after: String?
  }

  /// Asks for the next page, until there is none: all of them are of one state, or it begins again.
  func gather(_ connection: HTTPConnection, _ route: Route, _ gathering: Gathering) {
    guard let argument = try? CBOREncoder.encode(NextPage(after: gathering.next)) else { return }
    let serial = connection.serial
    let completion = { [self] (result: RawAnswer) in
      route.gate.finished(connection, route)
      guard connection.serial == serial, !connection.isClosed else { return }
      switch result {
      case .reply(let reply, _): take(reply, connection, route, gathering)
      case .fault(let fault) where fault.code == .conflict:
        guard gathering.beginnings < Limits.gatherings else {
          return fail(connection, route, Fault(.unavailable, "what was asked for changes too often to be read"))
        }
        gathering.begin()
        gather(connection, route, gathering)
      case .fault(let fault): fail(connection, route, fault)
      }
    }
    argument.withUnsafeBytes { route.gate.call(connection, route, gathering.meta, $0, completion) }
  }

  private func take(
    _ reply: UnsafeRawBufferPointer, _ connection: HTTPConnection, _ route: Route, _ gathering: Gathering
  ) {
    do {
      try gathering.take(reply, &toJSON)
    } catch {
      return fail(connection, route, Fault(.internal, "the reply of \(route.method) cannot be written as JSON"))
    }
    guard gathering.next == nil else { return gather(connection, route, gathering) }
    body = gathering.body
    answerTagged(connection)
    // The next answer is not to begin with so much room.
    if body.count > Limits.unsentBytes { body = [] }
  }
}
