import Glibc

/// The seed of a random test. `WAYMARK_SEED` repeats a failure. `WAYMARK_FIRST_SEED` makes all tests of a run use the
/// same numbers each time, as `deploy/test` does. Otherwise it is new, at most 40 bits long.
package func testSeed() -> UInt64 {
  seed(from: "WAYMARK_SEED") ?? firstTestSeed()
}

/// The first of several seeds, unless `WAYMARK_SEED` repeats one of them.
package func firstTestSeed() -> UInt64 {
  seed(from: "WAYMARK_FIRST_SEED") ?? UInt64.random(in: 0..<1 << 40)
}

/// The seed that `WAYMARK_SEED` repeats.
package func repeatedTestSeed() -> UInt64? { seed(from: "WAYMARK_SEED") }

private func seed(from variable: String) -> UInt64? {
  getenv(variable).flatMap { UInt64(String(cString: $0)) }
}
