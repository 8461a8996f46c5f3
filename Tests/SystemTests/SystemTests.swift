import Testing

/// Tests with the real processes. They run one after the other, because they measure times and share the cores.
@Suite("The whole stack", .serialized, .onOneDay)
enum SystemTests {
  /// Tests of the page in a browser.
  @Suite("The page")
  enum Page {}
}
