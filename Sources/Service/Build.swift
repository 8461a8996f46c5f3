/// The version of this executable, on the wire and on the command line.
public enum Build {
  public static let version = "0.2.0"
}
