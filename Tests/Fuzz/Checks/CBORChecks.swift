import Chronology

/// What libFuzzer calls with bytes of its making: the check, the reader, the coder and the frames must agree with each
/// other on them, and none may crash. Compiled into one module with the sources under test by `deploy/fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  fuzzFrames(Array(bytes))
  fuzzItem(bytes)
  return 0
}

/// However the bytes are cut, the same frames come out, and the same error.
private func fuzzFrames(_ bytes: [UInt8]) {
  let whole = frames(of: [bytes[...]])
  let cut = bytes.count * 2 / 3
  precondition(frames(of: [bytes[..<cut], bytes[cut...]]) == whole, "a cut changed the frames")
  if bytes.count < 64 {
    precondition(frames(of: bytes.indices.map { bytes[$0...$0] }) == whole, "cuts changed the frames")
  }
  precondition(
    whole.frames.flatMap(\.encoded).elementsEqual(bytes.prefix(whole.frames.reduce(0) { $0 + 9 + $1.payload.count })))
}

private struct FramesSeen: Equatable {
  var frames: [Frame] = []
  var error: FrameError?
}

private func frames(of pieces: [ArraySlice<UInt8>]) -> FramesSeen {
  var decoder = FrameDecoder()
  var seen = FramesSeen()
  do throws(FrameError) {
    for piece in pieces {
      decoder.append(piece)
      while let frame = try decoder.next() { seen.frames.append(frame) }
    }
  } catch {
    seen.error = error
  }
  return seen
}

private func fuzzItem(_ bytes: UnsafeRawBufferPointer) {
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

private func isFine(_ body: () throws(CBORError) -> Void) -> Bool {
  do throws(CBORError) { try body() } catch { return false }
  return true
}

/// What is decoded, encoded and decoded again is encoded to the same bytes.
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
