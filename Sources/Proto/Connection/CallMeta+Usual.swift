#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The meta is in every request, and nearly always in the same form.
extension CallMeta {
  /// Reads the map at `offset` of bytes that are valid, so that no member is there twice and every text is UTF-8. Nil
  /// for any form but the usual one: `MetaReader` knows the others, and what to say of those that are wrong.
  init?(usual item: CBORItem, at offset: inout Int) {
    let head = item.byte(offset)
    guard head >= 0xA0, head < 0xB8 else { return nil }
    self.init()
    offset &+= 1
    for _ in 0..<Int(head & 31) {
      guard let key = item.definiteText(at: offset), let start = key.baseAddress else { return nil }
      let place = item.end(at: offset)
      switch key.count {
      case 4 where memcmp(start, "user", 4) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        user = String(decoding: text, as: UTF8.self)
      case 8 where memcmp(start, "deadline", 8) == 0:
        guard item.byte(place) >> 5 == 0 else { return nil }
        deadline = Int(min(item.argument(at: place), UInt64(Limits.deadlineMilliseconds)))
      case 5 where memcmp(start, "trace", 5) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        trace = String(decoding: text, as: UTF8.self)
      case 3 where memcmp(start, "key", 3) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        self.key = String(decoding: text, as: UTF8.self)
      case 6 where memcmp(start, "digest", 6) == 0:
        guard item.byte(place) >> 5 == 2, item.byte(place) != 0x5F else { return nil }
        digest = item.pieces(at: place)
      default: return nil
      }
      offset = item.end(at: place)
    }
  }
}
