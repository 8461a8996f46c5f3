import Proto

/// Time since a fixed moment. Changes of the system's clock do not affect it.
public enum Clock {
  /// On a loop's thread, by the clock of that loop.
  public static var milliseconds: Int { Int(ThreadClock.nanoseconds / 1_000_000) }
}
