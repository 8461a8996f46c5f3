/// The known properties of a connection's current request.
struct RequestContext {
  /// The bytes that all places in the head refer to.
  private(set) var headBytes: [UInt8] = []
  private(set) var identity = Identity.none
  private(set) var proof = Proof.bearer
  private(set) var match = PathRouter.Match(node: 0)
  /// The index of the endpoint in the table, if one was found.
  private(set) var route: Int?
  /// The request below a connector's base, or nil for all others.
  private(set) var exchange: ConnectorExchange?

  mutating func begin(_ bytes: Span<UInt8>, head count: Int) {
    headBytes.removeAll(keepingCapacity: true)
    headBytes.append(bytes, 0..<count)
    route = nil
    exchange = nil
  }

  mutating func setProof(_ proof: Proof) { self.proof = proof }
  mutating func setIdentity(_ identity: Identity) { self.identity = identity }
  mutating func setMatch(_ match: PathRouter.Match) { self.match = match }
  mutating func setRoute(_ index: Int?) { route = index }
  mutating func setExchange(_ exchange: ConnectorExchange?) { self.exchange = exchange }

  /// Keeps the buffer for the next request, unless it is large.
  mutating func trim() {
    if headBytes.capacity > Limits.keptHeadBytes { headBytes = [] }
  }

  mutating func dropHead() { headBytes = [] }

  /// Memory beyond what every connection keeps.
  var extraBytes: Int { headBytes.capacity > Limits.keptHeadBytes ? headBytes.capacity : 0 }
}
