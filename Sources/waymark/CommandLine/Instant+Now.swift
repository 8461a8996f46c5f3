import Chronology
import Glibc

extension Instant {
  static var now: Instant {
    Instant(seconds: Int64(time(nil)))
  }
}
