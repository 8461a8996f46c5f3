/// The record of a deleted user: a random id and a hash of the id and the user's name. A service that still has data of
/// the user recognizes the name by the hash; the name cannot be derived from it.
public enum ErasureMark {
  public static let byteCount = 16
  private static let timeByteCount = 6

  /// Returns a new id. It starts with the time, so ids sort by age.
  public static func makeID(second: Int64) -> [UInt8] {
    start(second: second) + RandomBytes.make(byteCount - timeByteCount)
  }

  /// Returns the prefix of all ids made in this second. Earlier ids are less.
  public static func start(second: Int64) -> [UInt8] {
    let milliseconds = UInt64(clamping: second) * 1_000
    return (0..<timeByteCount).map { UInt8(truncatingIfNeeded: milliseconds >> (8 * (timeByteCount - 1 - $0))) }
  }

  /// Returns the time at which the id was made.
  public static func second(of id: [UInt8]) -> Int64 {
    Int64(id.prefix(timeByteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } / 1_000)
  }

  public static func digest(of user: String, _ id: [UInt8]) -> [UInt8] {
    SHA256.hash(id + [UInt8](user.utf8))
  }
}
