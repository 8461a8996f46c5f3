import Proto

/// Calls whose argument contains the reply of another service. Services do not know each other, so the edge makes both
/// calls.
extension Edge {
  /// Makes the first call with the written argument, and then the route's own call, with the reply as `member`.
  func call(_ first: Route, for member: String, of connection: HTTPConnection, _ route: Route, _ meta: CallMeta) {
    let own = arguments.bytes
    call(connection, first, meta, own) { [self] reply in
      do {
        var members = try CBORDecoder.decode([String: RawCBOR].self, from: own)
        members[member] = RawCBOR(bytes: [UInt8](reply))
        call(connection, route, meta, try CBOREncoder.encode(members)) { [self] reply in
          respond(connection, route, reply)
        }
      } catch {
        failToEncode(connection, route)
      }
    }
  }

  private func call(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ argument: [UInt8],
    _ replied: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    let serial = connection.serial
    argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.isCurrent(serial) else { return }
        switch result {
        case .reply(let reply, _): replied(reply)
        case .fault(let fault): fail(connection, route, fault)
        }
      }
    }
  }
}
