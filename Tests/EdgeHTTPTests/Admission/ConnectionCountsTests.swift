import Testing

@testable import EdgeHTTP

@Suite struct ConnectionCountsTests {
  @Test(
    "Uses the descriptors for connections, and further ones for rejections",
    arguments: [
      (0, 112, 16), (1_024, 784, 112), (4_096, 3_472, 496), (9_491, 8_192, 1_171), (20_000, 8_192, 8_192),
      (1 << 20, 8_192, 8_192),
    ])
  func counts(descriptors: Int, served: Int, rejected: Int) {
    let counts = ConnectionCounts(descriptors: descriptors)
    #expect(counts.served == served && counts.rejected == rejected, "\(counts)")
    #expect(counts.served + counts.rejected + Limits.otherDescriptors <= max(2 * Limits.otherDescriptors, descriptors))
  }
}
