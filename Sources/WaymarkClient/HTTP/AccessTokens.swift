/// The source of access tokens.
public struct AccessTokens: Sendable {
  /// Returns the current token. After a 401 it is called once more with the rejected token. If it then returns another
  /// token, the call is retried with that one.
  public typealias Source = @Sendable (_ rejected: String?) async throws -> String

  let source: Source

  /// Creates a source from a closure that may refresh tokens. If the closure throws another error than ``APIError``,
  /// the call throws ``APIError/unauthorized``.
  public init(_ source: @escaping Source) {
    self.source = source
  }

  /// Returns a source with a token that never changes.
  public static func fixed(_ token: String) -> AccessTokens {
    AccessTokens { _ in token }
  }

  func token(rejected: String?) async throws(APIError) -> String {
    do {
      return try await source(rejected)
    } catch let error as APIError {
      throw error
    } catch {
      throw Task.isCancelled || error is CancellationError ? .cancelled : .unauthorized
    }
  }
}
