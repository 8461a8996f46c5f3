/// The rules of a request's body that is an image instead of JSON.
public struct ImageBody: Sendable {
  /// The reason why a body is rejected.
  public struct Problem: Hashable, Sendable {
    public var status: Int
    public var reason: String
  }

  /// The argument's member that holds the image.
  public static let member = "image"

  /// The accepted media types.
  public let types: [String]
  public let mostBytes: Int
  /// Returns nil if the bytes are acceptable. They decide about the format, regardless of the media type.
  public let problem: @Sendable ([UInt8]) -> Problem?

  init(types: [String], mostBytes: Int, problem: @escaping @Sendable ([UInt8]) -> Problem?) {
    self.types = types
    self.mostBytes = mostBytes
    self.problem = problem
  }
}
