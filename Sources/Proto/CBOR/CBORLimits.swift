/// The limits on decoding and on error messages.
public enum CBORLimits {
  /// Nested arrays, maps and tags within the argument or result of a call.
  public static let depth = 64
  /// An instant has a four-digit year. Year 0 cannot be entered any more, but old journals contain it.
  public static let instantSeconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
  /// Bytes of an error message that contains text of the peer.
  public static let messageBytes = 512
  /// Bytes of one name from the peer within a message: a method, a path, or the peer's name.
  public static let nameBytes = 200
  /// Fields that one fault names, and the size up to which an argument is searched for more than the first error.
  public static let faultFields = 100
  static let checkedBytes = 256 << 10
}
