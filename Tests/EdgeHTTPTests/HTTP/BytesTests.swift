import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite struct BytesTests {
  private static let all = (0...255).map { UInt8($0) }
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  @Test("The character classes match their standards")
  func kinds() {
    func members(_ test: (UInt8) -> Bool) -> Set<UInt8> { Set(BytesTests.all.filter(test)) }
    #expect(members(Bytes.isToken) == Set((BytesTests.letters + "!#$%&'*+-.^_`|~").utf8))
    #expect(members(Bytes.isHost) == Set((BytesTests.letters + "-._~!$&'()*+;=").utf8))
    #expect(members { Bytes.isID([$0, 0x61, 0x61]) } == Set((BytesTests.letters + "._:-").utf8))
    #expect(members { Bytes.isUser([$0, 0x61]) } == Set((BytesTests.letters + "._:@|-").utf8))
    #expect(!Bytes.isUser(Array(".".utf8)) && !Bytes.isUser(Array("..".utf8)) && Bytes.isUser(Array("...".utf8)))
  }

  /// Texts of every length up to three words, at every offset in a word, with one byte that differs.
  private func forEachPlace(_ byte: UInt8, _ body: (_ bytes: [UInt8], _ range: Range<Int>, _ place: Int) -> Void) {
    for start in 0..<3 {
      for count in 1...24 {
        for place in start..<(start + count) {
          var bytes = [UInt8](repeating: 0x61, count: start + count + 2)
          bytes[place] = byte
          body(bytes, start..<(start + count), place)
        }
      }
    }
  }

  @Test("Finds a byte at any place, and only there", arguments: [0x0A, 0x00, 0x20, 0x7F, 0x80, 0xFF])
  func found(byte: UInt8) {
    forEachPlace(byte) { bytes, range, place in
      #expect(bytes.span.first(byte, in: range) == place)
      #expect(bytes.span.first(byte, in: range.lowerBound..<place) == nil)
      #expect(bytes.span.first(byte, in: (place + 1)..<bytes.count) == nil)
    }
  }

  @Test("Finds the first of several matches, even if they are adjacent")
  func firstOfSeveral() {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...30, using: &random)
      let some: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0x82, 0xFF]
      let bytes = (0..<count).map { _ in some.randomElement(using: &random) ?? 0 }
      #expect(bytes.span.first(2, in: 0..<count) == bytes.firstIndex(of: 2), "seed \(seed)")
      #expect(
        bytes.span.first(in: 0..<count, where: { $0.below(2) | $0.equal(0xFF) })
          == bytes.firstIndex { $0 < 2 || $0 == 0xFF }, "seed \(seed)")
    }
  }

  @Test("The checks of eight bytes at once agree with checks byte by byte")
  func values() {
    for byte in BytesTests.all {
      let isValue = byte >= 0x20 && byte != 0x7F || byte == 0x09
      let isVisible = byte > 0x20 && byte < 0x7F
      forEachPlace(byte) { bytes, range, _ in
        #expect(bytes.span.isFieldValue(range) == isValue)
        #expect(bytes.span.isVisible(range) == isVisible)
      }
    }
    #expect([UInt8]("a\t\u{1}".utf8).span.isFieldValue(0..<3) == false)
    #expect([UInt8]("\t\t\ta\t\t\t\t\t\t".utf8).span.isFieldValue(0..<10) == true)
  }

  @Test("Compares whole words")
  func words() {
    let bytes = [UInt8]("xKeep-Alivex".utf8)
    let folded = [1..<11, 0..<10, 1..<12].map { bytes.span.equalsFolded($0, "keep-alive") }
    #expect(folded == [true, false, false])
    let words = [bytes.span.equals(1..<5, "Keep"), bytes.span.equals(1..<5, "keep")]
    #expect(words == [true, false])
    let arrays = ["Keep", "keep"].map { bytes.span.equals(1..<5, [UInt8]($0.utf8)) }
    #expect(arrays == [true, false])
    #expect(bytes.span.equals(3..<3, [] as [UInt8]) == true)
  }
}
