import Proto

/// What the service answers to a call that waits: a user's position, and the areas that differ since the one before.
struct ChangeEvent: Decodable, Equatable, Sendable {
  var seq: Int64
  var areas: [String]

  init(seq: Int64, areas: [String]) {
    self.seq = seq
    self.areas = areas
  }

  init(_ reply: UnsafeRawBufferPointer) throws(Fault) {
    self = try CBORDecoder.decode(ChangeEvent.self, from: reply)
  }

  /// This event and a later one as one.
  func joined(_ later: ChangeEvent) -> ChangeEvent {
    ChangeEvent(seq: later.seq, areas: areas + later.areas.filter { !areas.contains($0) })
  }

  /// As the standard of server-sent events has it.
  var bytes: [UInt8] {
    var bytes = [UInt8]("id: \(seq)\nevent: change\ndata: {\"seq\":\(seq),\"areas\":[".utf8)
    for (index, area) in areas.enumerated() {
      if index > 0 { bytes.append(Bytes.comma) }
      JSONBytes.append(area, to: &bytes)
    }
    bytes += [UInt8]("]}\n\n".utf8)
    return bytes
  }

  /// A line that clients pass over: it shows both ends that the other is there.
  static let comment = [UInt8](":\n\n".utf8)
  /// After how long a client whose stream has ended comes again.
  static let retry = [UInt8]("retry: \(Limits.streamRetryMilliseconds)\n\n".utf8)

  /// The position in a `Last-Event-ID`; nil where it is none of ours.
  static func position(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard (1...16).contains(range.count) else { return nil }
    var position: Int64 = 0
    for index in range {
      guard Bytes.isDigit(bytes[index]) else { return nil }
      position = position * 10 + Int64(bytes[index] - 0x30)
    }
    return position
  }
}
