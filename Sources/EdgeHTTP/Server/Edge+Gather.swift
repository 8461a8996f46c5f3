import JSON
import Proto

/// A list that services send in pages, because it may be longer than a frame, and that clients receive as one body.
final class PagedList {
  let list: String
  let meta: CallMeta
  /// The items of all pages so far, with commas between them.
  private var items = JSONWriter()
  /// The token of the next page, if there is one.
  private(set) var next: String?
  private(set) var attempts = 0

  init(_ list: String, _ meta: CallMeta) {
    self.list = list
    self.meta = meta
    begin()
  }

  /// Begins again with the first page.
  func begin() {
    items = JSONWriter()
    next = nil
    attempts += 1
  }

  /// The whole body, when there is no further page.
  var body: [UInt8] {
    var body = JSONWriter()
    body.object { body in
      body.name(list)
      body.list { $0.raw(items.bytes) }
    }
    return body.bytes
  }

  /// Appends the items of a page.
  func append(_ reply: UnsafeRawBufferPointer, _ toJSON: inout CBORToJSON) throws {
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

  /// Requests the next page until there is none. All pages must be of the same state; otherwise it begins again.
  func gather(_ connection: HTTPConnection, _ route: Route, _ pages: PagedList) {
    guard let argument = try? CBOREncoder.encode(NextPage(after: pages.next)) else { return }
    let serial = connection.serial
    let completion = { [self] (result: RawResponse) in
      route.gate.finished(connection, route)
      guard connection.isCurrent(serial) else { return }
      switch result {
      case .reply(let reply, _): append(reply, connection, route, pages)
      case .fault(let fault) where fault.code == .conflict:
        guard pages.attempts < Limits.gatherings else {
          return fail(connection, route, Fault(.unavailable, "the list changes too often to be read; retry later"))
        }
        pages.begin()
        gather(connection, route, pages)
      case .fault(let fault): fail(connection, route, fault)
      }
    }
    argument.withUnsafeBytes { route.gate.call(connection, route, pages.meta, $0, completion) }
  }

  private func append(
    _ reply: UnsafeRawBufferPointer, _ connection: HTTPConnection, _ route: Route, _ pages: PagedList
  ) {
    do {
      try replies.append(reply, to: pages)
    } catch {
      return failToEncode(connection, route)
    }
    guard pages.next == nil else { return gather(connection, route, pages) }
    respondTagged(connection, ReplyBody(pages.body))
  }
}
