import Proto

/// Calls whose argument holds the reply of another service's: services do not know each other, so that the edge asks
/// them one after the other.
extension Edge {
  /// Asks the first call with the argument that has been written, and then the row's own.
  func ask(_ first: Route, for member: String, of connection: HTTPConnection, _ route: Route, _ meta: CallMeta) {
    let own = argument.withBytes { [UInt8]($0) }
    ask(connection, first, meta, own) { [self] reply in
      do {
        var members = try CBORDecoder.decode([String: RawCBOR].self, from: own)
        members[member] = RawCBOR(bytes: [UInt8](reply))
        ask(connection, route, meta, try CBOREncoder.encode(members)) { [self] reply in answer(connection, route, reply)
        }
      } catch {
        failToWrite(connection, route)
      }
    }
  }

  private func ask(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ argument: [UInt8],
    _ replied: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    let serial = connection.serial
    argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.serial == serial, !connection.isClosed else { return }
        switch result {
        case .reply(let reply, _): replied(reply)
        case .fault(let fault): fail(connection, route, fault)
        }
      }
    }
  }
}
