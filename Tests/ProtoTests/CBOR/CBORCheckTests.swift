import Testing

@testable import CBOR

@Suite struct CBORCheckTests {
  @Test("Accepts every well-formed item of RFC 8949", arguments: CBORVectors.wellFormed.map(\.bytes))
  func wellFormed(_ text: String) throws {
    try unhex(text).withUnsafeBytes { bytes in
      try CBORCheck.wellFormed(bytes)
      try CBORCheck.valid(bytes)
      #expect(CBORItem(try #require(bytes.baseAddress)).end(at: 0) == bytes.count)
    }
  }

  @Test("Rejects every malformed item of RFC 8949", arguments: CBORVectors.illFormed)
  func illFormed(_ text: String) {
    #expect(wellFormedError(unhex(text))?.isWellFormed == false)
    #expect(validError(unhex(text))?.isWellFormed == false)
  }

  @Test("Every prefix of a well-formed item is truncated", arguments: CBORVectors.wellFormed.map(\.bytes))
  func prefixes(_ text: String) {
    let bytes = unhex(text)
    for length in 0..<bytes.count {
      #expect(wellFormedError(Array(bytes[..<length])) == CBORError(.truncated, at: length))
    }
  }

  @Test(
    "Allows 64 nested arrays, maps or tags, but not 65",
    arguments: [("81", "00"), ("9f", "00"), ("a100", "00"), ("bf00", "00"), ("c1", "00"), ("81", "80"), ("81", "a0")])
  func depth(wrap: String, core: String) {
    func nested(_ depth: Int) -> [UInt8] {
      let isIndefinite = wrap.hasPrefix("9f") || wrap.hasPrefix("bf")
      return Array(repeating: unhex(wrap), count: depth).flatMap(\.self) + unhex(core)
        + (isIndefinite ? Array(repeating: 0xFF, count: depth) : [])
    }
    let limit = core == "00" ? 64 : 63
    #expect(wellFormedError(nested(limit)) == nil)
    #expect(wellFormedError(nested(limit + 1))?.reason == .tooDeep)
    #expect(wellFormedError(nested(100_000))?.reason == .tooDeep)
  }

  @Test(
    "Text must be UTF-8, also in chunks and keys",
    arguments: [
      "61ff", "62c328", "63eda080", "64f4908080", "62c080", "63e08080", "64f0808080", "7f61c361bcff", "a161ff00",
      "8161c3",
      "69616161616161616180",
    ])
  func text(_ text: String) {
    #expect(wellFormedError(unhex(text)) == nil)
    #expect(validError(unhex(text))?.reason == .invalidText)
  }

  @Test(
    "Finds duplicate keys in every encoding",
    arguments: [
      "a2616100616101", "a261610078016101", "a26161007f6161ff01", "a20000180000", "a22000380000", "bf616100616101ff",
      "a2800080f6", "a2f600f601", "a2410000410001", "a2600060f6", "a2626162007f61616162ff00", "81a1a0a2616100616100",
      "a1a261610061610000",
    ])
  func duplicates(_ text: String) {
    #expect(wellFormedError(unhex(text)) == nil)
    #expect(validError(unhex(text))?.reason == .duplicateKey)
  }

  @Test("Equal keys in different maps, or of different types, are not duplicates")
  func notDuplicates() throws {
    for text in ["82a1616100a1616101", "a2616100416101", "a26161a1616100616200", "a2000020f6", "a26161006162f6"] {
      try unhex(text).withUnsafeBytes { try CBORCheck.valid($0) }
    }
  }

  @Test("Finds a duplicate among many keys quickly", arguments: [20, 24, 25, 1000, 200_000])
  func manyKeys(count: Int) throws {
    var writer = CBORWriter()
    writer.map(count + 1)
    for index in 0..<count {
      // Unsorted, and equal in every byte that the hash may use.
      writer.text("x\(index &* 7_919 % count)x")
      writer.null()
    }
    let last = writer.count
    writer.text("y")
    writer.null()
    try writer.withBytes { try CBORCheck.valid($0) }
    writer.truncate(to: last)
    writer.text("x\(count / 2)x")
    writer.null()
    #expect(validError(writer.bytes) == CBORError(.duplicateKey, at: last))
  }

  @Test(
    "Malformed bytes take precedence over invalid content before them", arguments: ["8261ff", "8361ff00ff"])
  func illFormedFirst(_ text: String) {
    #expect(validError(unhex(text))?.isWellFormed == false)
    let fault = #expect(throws: Fault.self) { try CBORDecoder.decode([String].self, from: unhex(text)) }
    #expect(fault?.fields == nil)
  }

  private func wellFormedError(_ bytes: [UInt8]) -> CBORError? {
    bytes.withUnsafeBytes { bytes in
      do throws(CBORError) { try CBORCheck.wellFormed(bytes) } catch { return error }
      return nil
    }
  }

  private func validError(_ bytes: [UInt8]) -> CBORError? {
    bytes.withUnsafeBytes { bytes in
      do throws(CBORError) { try CBORCheck.valid(bytes) } catch { return error }
      return nil
    }
  }
}
