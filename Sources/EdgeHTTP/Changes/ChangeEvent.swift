import JSON

/// The reply of `SessionAPI.WaitForChange`: a user's position, and the areas that differ since the one before. The edge
/// passes areas on, including those that it does not know.
struct ChangeEvent: Decodable, Equatable, Sendable {
  var seq: Int64
  var areas: [String]

  init(seq: Int64, areas: [String]) {
    self.seq = seq
    self.areas = areas
  }

  /// Merges this event with a later one.
  func joined(_ later: ChangeEvent) -> ChangeEvent {
    ChangeEvent(seq: later.seq, areas: areas + later.areas.filter { !areas.contains($0) })
  }

  /// The event as the standard of server-sent events defines it.
  var bytes: [UInt8] {
    let data: JSONValue = ["seq": .integer(Int(seq)), "areas": .list(areas.map { .text($0) })]
    return [UInt8]("id: \(seq)\nevent: change\ndata: ".utf8) + data.bytes + [UInt8]("\n\n".utf8)
  }

  /// A line that clients ignore: it shows each end that the other is alive.
  static let comment = [UInt8](":\n\n".utf8)
  /// The field that sets a client's pause before it reconnects.
  static let retry = [UInt8]("retry: \(Limits.streamRetryMilliseconds)\n\n".utf8)

  /// The position in a `Last-Event-ID`, or nil if it is not an id of this stream.
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
