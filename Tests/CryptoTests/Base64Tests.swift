import Foundation
import Testing

@testable import Crypto

@Suite("Base64")
struct Base64Tests {
  @Test("Encodes and decodes like Foundation", arguments: 0..<70)
  func model(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 250) }
    let text = Data(bytes).base64EncodedString()
    #expect(Base64.encode(bytes) == text && Base64.decode(text) == bytes)
  }

  @Test(
    "Rejects other texts",
    arguments: ["=", "A", "AA", "AAA", "A===", "AA=A", "AB==", "AAB=", "-_==", "AA==AA==", "AA= ", "\nAA==", "AAAA="])
  func rejected(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
