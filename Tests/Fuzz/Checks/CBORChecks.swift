import Chronology

@testable import CBOR

extension FuzzTarget {
  /// The check, the reader and the coder must agree.
  func checkItem(_ bytes: UnsafeRawBufferPointer) {
    let isWellFormed = isFine { () throws(CBORError) in try CBORCheck.wellFormed(bytes) }
    let isValid = isFine { () throws(CBORError) in try CBORCheck.valid(bytes) }
    precondition(!isValid || isWellFormed, "valid and not well-formed")
    var reader = CBORReader(bytes)
    var tokens = 0
    let reads = isFine { () throws(CBORError) in
      while !reader.isAtEnd {
        _ = try reader.next()
        tokens += 1
      }
    }
    precondition(reads || !isWellFormed, "well-formed and not readable")
    if isWellFormed, let base = bytes.baseAddress {
      precondition(CBORItem(base).end(at: 0) == bytes.count, "two ends of an item")
      for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
        _ = CBORPath.path(to: place, in: bytes)
      }
    }
    roundTrip(FuzzSample.self, bytes)
    roundTrip([FuzzSample].self, bytes)
    roundTrip([String: FuzzSample].self, bytes)
    roundTrip(FuzzValue.self, bytes)
    roundTrip([String: RawCBOR].self, bytes)
    roundTrip(Shape.self, bytes)
    roundTrip(Fault.self, bytes)
    let raw = try? CBORDecoder.decode(RawCBOR.self, from: bytes)
    precondition((raw != nil) == isValid, "the decoder and the check differ")
  }
}

private func isFine(_ body: () throws(CBORError) -> Void) -> Bool {
  do throws(CBORError) { try body() } catch { return false }
  return true
}

/// Decoding and encoding twice must result in the same bytes.
private func roundTrip<Value: Codable>(_ type: Value.Type, _ bytes: UnsafeRawBufferPointer) {
  do throws(Fault) {
    let value = try CBORDecoder.decode(type, from: bytes)
    let encoded = try CBOREncoder.encode(value)
    let again = try CBOREncoder.encode(try CBORDecoder.decode(type, from: encoded))
    precondition(encoded == again, "a round trip changed the bytes")
  } catch {
    precondition(error.code == .invalid, "\(error)")
  }
}
