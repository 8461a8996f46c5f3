/// Every bound on what is decoded, and on what is reported of what does not decode.
public enum CBORLimits {
  /// Arrays, maps and tags around an item, counted within a call's argument or result.
  public static let depth = 64
  /// An instant has a year of four digits. No text and no rule lets one of the year 0 in; journals that were written
  /// with one are read.
  public static let instantSeconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
  /// What is said of a mistake to a peer, where the peer's own words are part of it.
  public static let messageBytes = 512
  /// A name of the peer's in such a sentence: a method, the path of a value, what it calls itself.
  public static let nameBytes = 200
  /// Members that one fault names, and the argument that is gone through to find more than the first.
  public static let faultFields = 100
  static let checkedBytes = 256 << 10
}
