/// What stays of a deleted user until all is gone: a random number, and a hash by which a service that still holds the
/// user's name finds it. The name cannot be read from either.
public enum ErasureMark {
  public static let byteCount = 16
  private static let timeByteCount = 6

  /// A new id. The time that it begins with puts marks in order.
  public static func makeID(second: Int64) -> [UInt8] {
    start(second: second) + RandomBytes.make(byteCount - timeByteCount)
  }

  /// What the ids of that second begin with; those from before it are less.
  public static func start(second: Int64) -> [UInt8] {
    let milliseconds = UInt64(clamping: second) * 1_000
    return (0..<timeByteCount).map { UInt8(truncatingIfNeeded: milliseconds >> (8 * (timeByteCount - 1 - $0))) }
  }

  /// When the id was made.
  public static func second(of id: [UInt8]) -> Int64 {
    Int64(id.prefix(timeByteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } / 1_000)
  }

  public static func digest(of user: String, _ id: [UInt8]) -> [UInt8] {
    SHA256.hash(id + [UInt8](user.utf8))
  }
}
