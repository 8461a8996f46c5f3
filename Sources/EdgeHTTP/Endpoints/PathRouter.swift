import API

/// Finds the endpoint of a path, segment by segment, without copying the request's bytes.
struct PathRouter: Sendable {
  struct Match: Sendable {
    var node: Int
    var parameters = PathParameters()
  }

  private struct Node: Sendable {
    var literals: [(name: [UInt8], node: Int)] = []
    var parameter: Int?
    /// Parameters followed by these bytes at the end of the segment, such as `.svg`.
    var endings: [(ending: [UInt8], node: Int)] = []
    /// Two parameters with a hyphen between them, followed by these bytes or nothing; longer endings first.
    var pairs: [(ending: [UInt8], node: Int)] = []
    /// The index of the endpoint of each verb in the table.
    var rows = [Int?](repeating: nil, count: Verb.allCases.count)
    var allow: [UInt8] = []
  }

  private var nodes = [Node()]

  /// Stops the process if two endpoints have the same verb and path.
  init(_ endpoints: [Endpoint], base: String) {
    for (index, endpoint) in endpoints.enumerated() {
      insert(Verb(endpoint.verb), base + endpoint.path, index)
    }
  }

  private mutating func insert(_ verb: Verb, _ path: String, _ row: Int) {
    var node = 0
    for segment in path.split(separator: "/") {
      guard segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") else {
        node = literal([UInt8](segment.utf8), of: node)
        continue
      }
      let rest = segment[segment.index(after: end)...]
      if rest.hasPrefix("-{"), let second = rest.firstIndex(of: "}") {
        node = pair(before: [UInt8](rest[rest.index(after: second)...].utf8), of: node)
        continue
      }
      let ending = [UInt8](rest.utf8)
      node = ending.isEmpty ? parameter(of: node) : parameter(before: ending, of: node)
    }
    precondition(nodes[node].rows[Int(verb.rawValue)] == nil, "\(verb.text) \(path) is declared twice")
    nodes[node].rows[Int(verb.rawValue)] = row
    if verb == .get { nodes[node].rows[Int(Verb.head.rawValue)] = row }
    let verbs = Verb.allCases.filter { nodes[node].rows[Int($0.rawValue)] != nil } + [.options]
    nodes[node].allow = [UInt8](verbs.map(\.text).joined(separator: ", ").utf8)
  }

  private mutating func literal(_ name: [UInt8], of node: Int) -> Int {
    if let known = nodes[node].literals.first(where: { $0.name == name }) { return known.node }
    nodes.append(Node())
    nodes[node].literals.append((name, nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func parameter(of node: Int) -> Int {
    if let known = nodes[node].parameter { return known }
    nodes.append(Node())
    nodes[node].parameter = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func parameter(before ending: [UInt8], of node: Int) -> Int {
    if let known = nodes[node].endings.first(where: { $0.ending == ending }) { return known.node }
    nodes.append(Node())
    nodes[node].endings.append((ending, nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func pair(before ending: [UInt8], of node: Int) -> Int {
    if let known = nodes[node].pairs.first(where: { $0.ending == ending }) { return known.node }
    nodes.append(Node())
    nodes[node].pairs.append((ending, nodes.count - 1))
    nodes[node].pairs.sort { $0.ending.count > $1.ending.count }
    return nodes.count - 1
  }

  func match(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Match? {
    var match = Match(node: 0)
    var start = path.lowerBound + 1
    while true {
      let end = bytes.first(Bytes.slash, in: start..<path.upperBound) ?? path.upperBound
      guard end > start else { return nil }
      if let next = literal(bytes, start..<end, match.node) {
        match.node = next
      } else if let (next, first, second) = pair(bytes, start..<end, match.node) {
        match.node = next
        match.parameters.append(first)
        match.parameters.append(second)
      } else if let (next, name) = ending(bytes, start..<end, match.node) {
        match.node = next
        match.parameters.append(name)
      } else if let next = nodes[match.node].parameter {
        match.node = next
        match.parameters.append(start..<end)
      } else {
        return nil
      }
      guard end < path.upperBound else { break }
      start = end + 1
    }
    return nodes[match.node].allow.isEmpty ? nil : match
  }

  /// Returns the node and the parameter before a matching ending.
  private func ending(_ bytes: Span<UInt8>, _ range: Range<Int>, _ node: Int) -> (node: Int, name: Range<Int>)? {
    for index in nodes[node].endings.indices {
      let count = nodes[node].endings[index].ending.count
      guard range.count > count else { continue }
      let start = range.upperBound - count
      if bytes.equals(start..<range.upperBound, nodes[node].endings[index].ending) {
        return (nodes[node].endings[index].node, range.lowerBound..<start)
      }
    }
    return nil
  }

  /// Returns the node and both parameters, which the last hyphen separates.
  private func pair(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ node: Int
  ) -> (node: Int, first: Range<Int>, second: Range<Int>)? {
    for index in nodes[node].pairs.indices {
      let end = range.upperBound - nodes[node].pairs[index].ending.count
      guard end > range.lowerBound, bytes.equals(end..<range.upperBound, nodes[node].pairs[index].ending) else {
        continue
      }
      var hyphen = end - 1
      while hyphen > range.lowerBound, bytes[hyphen] != Bytes.hyphen { hyphen -= 1 }
      guard hyphen > range.lowerBound, hyphen + 1 < end else { continue }
      return (nodes[node].pairs[index].node, range.lowerBound..<hyphen, hyphen + 1..<end)
    }
    return nil
  }

  private func literal(_ bytes: Span<UInt8>, _ range: Range<Int>, _ node: Int) -> Int? {
    for index in nodes[node].literals.indices where bytes.equals(range, nodes[node].literals[index].name) {
      return nodes[node].literals[index].node
    }
    // The same name with percent-escapes.
    guard bytes.first(Bytes.percent, in: range) != nil, let name = PercentCoding.decode(bytes, range) else {
      return nil
    }
    return nodes[node].literals.first { $0.name == name }?.node
  }

  func row(_ match: Match, _ verb: Verb) -> Int? { nodes[match.node].rows[Int(verb.rawValue)] }
  func allow(_ match: Match) -> [UInt8] { nodes[match.node].allow }
}

extension Verb {
  init(_ verb: Endpoint.Verb) {
    self =
      switch verb {
      case .get: .get
      case .post: .post
      case .put: .put
      case .patch: .patch
      case .delete: .delete
      }
  }
}
