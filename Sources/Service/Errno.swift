import Glibc

/// What the system said about the last call that failed.
public enum Errno {
  public static var text: String {
    text(errno)
  }

  public static func text(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
