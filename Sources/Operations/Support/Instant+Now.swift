public import Chronology
import Glibc

extension Instant {
  public static var now: Instant {
    Instant(seconds: Int64(time(nil)))
  }
}
