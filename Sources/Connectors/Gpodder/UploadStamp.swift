public import Chronology

/// The times that uploads get. They are near the clock, grow with every upload of a user, and never repeat.
public enum UploadStamp {
  /// `last` is the stamp of the user's previous upload.
  public static func next(after last: Int64?, now: Instant) -> Int64 {
    guard let last else { return now.seconds }
    return max(now.seconds, last + 1)
  }

  /// Returns the time of a response that lists changes. Every later upload has a greater one.
  public static func current(_ last: Int64?, now: Instant) -> Int64 {
    last ?? now.seconds - 1
  }
}
