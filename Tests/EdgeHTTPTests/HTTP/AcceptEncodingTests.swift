import Testing

@testable import EdgeHTTP

@Suite("Content coding preferred by a client")
struct AcceptEncodingTests {
  @Test(
    "Sends gzip only if the client accepts it and prefers nothing else",
    arguments: [
      ([], false), ([""], false), (["gzip"], true), (["GZip"], true), (["x-gzip"], true),
      (["gzip, deflate, br, zstd"], true), (["deflate, br"], false), (["br", "gzip"], true),
      (["gzip;q=0"], false), (["gzip;q=0.000"], false), (["gzip;q=0.001"], true), (["gzip ; q=0.5"], true),
      (["gzip;Q=1.0"], true), (["gzip;q=1.001"], false), (["gzip;q=2"], false), (["gzip;q=0.1234"], false),
      (["gzip;q=-1"], false), (["gzip;q="], false), (["gzip;q=0.5, identity"], false),
      (["gzip;q=0.5, identity;q=0.4"], true), (["identity;q=0, gzip;q=0.1"], true), (["*"], true), (["*;q=0"], false),
      (["gzip;q=0, *"], false), (["*;q=0.5, gzip"], true), (["identity"], false), (["gzip;q=0, x-gzip"], true),
      (["gzippy"], false), ([",,gzip,"], true), (["gzip;level=9"], true), (["\u{FF}gzip"], false),
    ] as [([String], Bool)])
  func table(fields: [String], expected: Bool) {
    #expect(AcceptEncoding.prefersGzip(fields.map { [UInt8]($0.utf8) }) == expected)
  }
}
