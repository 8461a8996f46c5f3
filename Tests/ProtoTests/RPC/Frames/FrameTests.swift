import Proto
import Testing

@Suite struct FrameTests {
  static let frames = [
    Frame(.hello, call: 0, payload: unhex("a16176 01")), Frame(.request, call: 7, payload: unhex("83 6161 a0 f6")),
    Frame(.reply, call: 7, payload: unhex("f6")), Frame(.fault, call: 0xFFFF_FFFF, payload: unhex("a0")),
    Frame(.cancel, call: 9, payload: unhex("f6")), Frame(.ping, call: 1, payload: unhex("f6")),
    Frame(.pong, call: 1, payload: unhex("f6")), Frame(.goaway, call: 0, payload: unhex("a166726561736f6e6162")),
    Frame(.reply, call: 2, payload: [0x59, 0x03, 0xE8] + Array(repeating: 0, count: 1000)),
  ]

  @Test("A frame is its length, type, call and payload, in this order and big-endian")
  func bytes() {
    #expect(hex(FrameTests.frames[1].encoded) == "0000000a02000000078361 61a0f6".filter { $0 != " " })
  }

  @Test("Frames are complete wherever their bytes are split", arguments: frames)
  func everySplit(_ frame: Frame) throws {
    let bytes = FrameTests.frames[0].encoded + frame.encoded + FrameTests.frames[2].encoded
    let expected = [FrameTests.frames[0], frame, FrameTests.frames[2]]
    for cut in 0...bytes.count { #expect(try decoded([bytes[..<cut], bytes[cut...]]) == expected) }
    #expect(try decoded(bytes.indices.map { bytes[$0...$0] }) == expected)
  }

  @Test(
    "Invalid frames are reported as early as possible",
    arguments: [
      ("00400001", FrameError.tooLong(4_194_305)), ("ffffffff", .tooLong(4_294_967_295)), ("00000004", .tooShort(4)),
      ("00000000", .tooShort(0)), ("0000000600", .unknownKind(0)), ("0000000609", .unknownKind(9)),
      ("00000005 0100000000", .malformed(CBORError(.truncated, at: 0))),
      ("00000007 0100000000 f6f6", .malformed(CBORError(.trailing, at: 1))),
      ("00000007 0300000001 f818", .malformed(CBORError(.reservedHead, at: 0))),
    ])
  func errors(bytes: String, error: FrameError) throws {
    let bytes = unhex(bytes)
    var decoder = FrameDecoder()
    decoder.append(bytes.dropLast())
    #expect(try decoder.next() == nil)
    decoder.append(bytes.suffix(1))
    #expect(throws: error) { try decoder.next() }
    #expect(throws: error) { try decoder.next() }
  }

  @Test("Depth is limited within an argument and a result")
  func depth() throws {
    let deep = Array(repeating: 0x81 as UInt8, count: 64) + [0xF6]
    let request = Frame(.request, call: 1, payload: unhex("83 6161 a0") + deep)
    let reply = Frame(.reply, call: 1, payload: deep)
    #expect(try decoded([request.encoded[...], reply.encoded[...]]) == [request, reply])
    #expect(throws: FrameError.self) {
      try decoded([Frame(.request, call: 1, payload: unhex("83 6161 a0 81") + deep).encoded[...]])
    }
    #expect(throws: FrameError.self) { try decoded([Frame(.reply, call: 1, payload: [0x81] + deep).encoded[...]]) }
  }

  @Test("Writes the longest frame, and removes one that is too long")
  func longest() throws {
    var writer = CBORWriter()
    writer.null()
    for (length, fits) in [(RPCLimits.frameBytes - 10, true), (RPCLimits.frameBytes - 9, false)] {
      let before = writer.count
      let opened = writer.openFrame(.reply, call: 3)
      writer.bytes(Array(repeating: 0, count: length))
      #expect(writer.closeFrame(opened) == fits)
      #expect(writer.count == (fits ? before + 4 + RPCLimits.frameBytes : before))
      if fits { #expect(try decoded([writer.bytes[before...]]).map(\.call) == [3]) }
    }
  }

  private func decoded(_ pieces: [ArraySlice<UInt8>]) throws -> [Frame] {
    var decoder = FrameDecoder()
    var frames: [Frame] = []
    for piece in pieces {
      decoder.append(piece)
      while let frame = try decoder.next() { frames.append(frame) }
    }
    #expect(decoder.pending == 0)
    return frames
  }
}
