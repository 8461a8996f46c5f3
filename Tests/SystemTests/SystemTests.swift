import Testing

/// Tests with the real processes. They run one after the other, because each starts a whole stack; `deploy/test` runs
/// several processes with a part of them next to each other.
@Suite("The whole stack", .serialized, .onOneDay)
enum SystemTests {
  /// Tests of the page in a browser.
  @Suite("The page")
  enum Page {}
}
