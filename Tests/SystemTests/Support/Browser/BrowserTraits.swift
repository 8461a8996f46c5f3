import Testing

/// Runs a test in the full Chromium, with its own windows, a new profile and the page's service worker, instead of the
/// headless shell.
struct FullBrowser: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var isWanted = false

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$isWanted.withValue(true) { try await function() }
  }
}

/// Runs a test with the page's service worker, which downloads all files of the page and takes more time than the rest
/// of many tests. Without it, the page works as at an address without TLS, where browsers allow no service worker.
struct ServiceWorker: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var isAllowed = false

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$isAllowed.withValue(true) { try await function() }
  }
}

extension Trait where Self == FullBrowser {
  static var inFullBrowser: Self { Self() }
}

extension Trait where Self == ServiceWorker {
  static var withServiceWorker: Self { Self() }
}
