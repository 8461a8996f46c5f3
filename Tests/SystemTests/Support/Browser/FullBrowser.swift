import Testing

/// Runs a test in the full Chromium, with its own windows and a new profile, instead of the headless shell.
struct FullBrowser: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var isWanted = false

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$isWanted.withValue(true) { try await function() }
  }
}

extension Trait where Self == FullBrowser {
  static var inFullBrowser: Self { Self() }
}
