import Testing

/// Tests over the real processes, one after the other: they measure times and share the machine's cores.
@Suite("The whole stack", .serialized, .onOneDay)
enum SystemTests {
  /// What people do in a browser.
  @Suite("The page")
  enum Page {}
}
