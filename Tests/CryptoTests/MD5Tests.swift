import Crypto
import Testing

@Suite struct MD5Tests {
  @Test(
    "Returns the digests of RFC 1321 in lower case",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func known(text: String, hex: String) {
    #expect(MD5.hex([UInt8](text.utf8)) == hex)
  }
}
