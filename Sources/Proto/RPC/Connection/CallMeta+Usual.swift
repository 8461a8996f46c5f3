import CBOR

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A range of a payload's bytes. It takes half the memory of a pointer and a count, and a request has many of them.
struct Part {
  private let start: UInt32
  private let count: UInt32

  init(_ bytes: UnsafeRawBufferPointer, in item: CBORItem) {
    start = UInt32(truncatingIfNeeded: bytes.baseAddress.map { $0 - item.base } ?? 0)
    count = UInt32(truncatingIfNeeded: bytes.count)
  }

  @inline(__always)
  func bytes(in item: CBORItem) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: item.base + Int(start), count: Int(count))
  }

  @inline(__always)
  func text(in item: CBORItem) -> String {
    String(decoding: bytes(in: item), as: UTF8.self)
  }
}

/// The places of a meta's members in the receive buffer. Unlike five members with allocations, it is copied as plain
/// memory.
struct MetaView {
  /// At most the milliseconds of a day.
  private var milliseconds: Int32 = -1
  var user: Part?
  var trace: Part?
  var key: Part?
  var digest: Part?
  private(set) var head: CallMeta.Head?

  var deadline: Int? { milliseconds < 0 ? nil : Int(milliseconds) }

  init() {}

  /// Reads the map at `offset` of valid bytes: no member is duplicate and every text is UTF-8. Returns nil for any form
  /// except the usual one; `MetaReader` reads the others and reports errors.
  init?(usual item: CBORItem, at offset: inout Int) {
    let head = item.byte(offset)
    guard head >= 0xA0, head < 0xB8 else { return nil }
    offset &+= 1
    for _ in 0..<Int(head & 31) {
      guard let key = item.definiteText(at: offset), let start = key.baseAddress else { return nil }
      let place = item.end(at: offset)
      offset = item.end(at: place)
      switch key.count {
      case 4 where memcmp(start, "user", 4) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        user = Part(text, in: item)
      case 8 where memcmp(start, "deadline", 8) == 0:
        guard item.byte(place) >> 5 == 0 else { return nil }
        milliseconds = Int32(min(item.argument(at: place), UInt64(RPCLimits.deadlineMilliseconds)))
      case 5 where memcmp(start, "trace", 5) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        trace = Part(text, in: item)
      case 3 where memcmp(start, "key", 3) == 0:
        guard let text = item.definiteText(at: place) else { return nil }
        self.key = Part(text, in: item)
      case 6 where memcmp(start, "digest", 6) == 0:
        guard item.byte(place) >> 5 == 2, item.byte(place) != 0x5F else { return nil }
        digest = Part(item.definiteBytes(at: place), in: item)
      case 4 where memcmp(start, "head", 4) == 0:
        guard let head = CallMeta.Head(usual: item, at: place) else { return nil }
        self.head = head
      default: return nil
      }
    }
  }
}

extension CallMeta.Head {
  /// Reads an array of two integers of the usual form, with a seq that is not negative.
  fileprivate init?(usual item: CBORItem, at place: Int) {
    guard item.byte(place) == 0x82, item.byte(place &+ 1) >> 5 == 0 else { return nil }
    let second = item.end(at: place &+ 1)
    let type = item.byte(second) >> 5
    guard type <= 1, let seq = Int64(exactly: item.argument(at: place &+ 1)),
      let value = Int64(exactly: item.argument(at: second))
    else { return nil }
    self.init(seq: seq, checksum: type == 0 ? value : -1 - value)
  }
}

extension CallContext {
  /// Initialises each member in place.
  init(_ view: MetaView, in item: CBORItem, arrival: UInt64) {
    user = view.user?.text(in: item)
    deadline = view.deadline
    trace = view.trace?.text(in: item)
    key = view.key?.text(in: item)
    digest = view.digest.map { Array($0.bytes(in: item)) }
    head = view.head
    self.arrival = arrival
  }
}
