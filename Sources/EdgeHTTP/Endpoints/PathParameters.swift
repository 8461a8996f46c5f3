/// The places of the parameters in a path, in order. Allocates nothing.
struct PathParameters: Sendable {
  private var places: (Range<Int>, Range<Int>, Range<Int>, Range<Int>) = (0..<0, 0..<0, 0..<0, 0..<0)
  private(set) var count = 0

  mutating func append(_ range: Range<Int>) {
    switch count {
    case 0: places.0 = range
    case 1: places.1 = range
    case 2: places.2 = range
    default: places.3 = range
    }
    count = min(count + 1, Limits.pathParameters)
  }

  subscript(index: Int) -> Range<Int> {
    switch index {
    case 0: places.0
    case 1: places.1
    case 2: places.2
    default: places.3
    }
  }
}
