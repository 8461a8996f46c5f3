import Glibc

/// Returns the message of the last failed system call.
public enum Errno {
  public static var text: String {
    text(errno)
  }

  public static func text(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
