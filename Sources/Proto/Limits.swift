/// Every bound on what comes over the wire, in one place.
public enum Limits {
  /// What a frame's length may say: its type, its call and its payload.
  public static let frameBytes = 4 << 20
  /// The type and the call, which every frame has.
  public static let frameMinimumBytes = 5
  /// Arrays, maps and tags around an item, counted within a call's argument or result.
  public static let depth = 64
  /// An instant is written with a year of four digits: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
  public static let instantSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}
