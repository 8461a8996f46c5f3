import Testing

@testable import Crypto

@Suite("Device tokens")
struct DeviceTokenTests {
  @Test("Parses a new token with and without hyphens, in either case")
  func made() {
    for _ in 0..<200 {
      let characters = DeviceToken.make()
      #expect(characters.count == 16)
      let written = DeviceToken.written(characters)
      #expect(written.wholeMatch(of: /([0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}/) != nil, "\(written)")
      let bare = String(decoding: characters, as: UTF8.self)
      for text in [written, bare, written.uppercased(), bare.uppercased()] {
        #expect(DeviceToken.characters(of: text.utf8) == characters)
      }
    }
  }

  @Test("Chooses every character about equally often")
  func spread() {
    var counts: [UInt8: Int] = [:]
    for _ in 0..<2_000 { for character in DeviceToken.make() { counts[character, default: 0] += 1 } }
    #expect(counts.count == 32)
    for count in counts.values { #expect((700...1_300).contains(count)) }
  }

  @Test(
    "Rejects any other text",
    arguments: [
      "", "7kq2-m0vd-xh5c-94t", "7kq2-m0vd-xh5c-94tbb", "7kq2m0vdxh5c94ti", "7kq2m0vdxh5c94to", "7kq2m0vdxh5c94tl",
      "7kq2m0vdxh5c94tu", "7kq2--m0vdxh5c94tb", "-7kq2m0vdxh5c94tb", "7kq2m0vdxh5c94tb-", "7kq-2m0v-dxh5-c94tb",
      "7kq2 m0vd xh5c 94tb", "7kq2m0vdxh5c94té", "----------------", "wm_0000000000000",
    ])
  func others(text: String) {
    #expect(DeviceToken.characters(of: text.utf8) == nil)
  }
}
