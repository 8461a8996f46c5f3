/// Where the bearer token comes from.
public struct AccessTokens: Sendable {
  /// Gives the current token. After a 401 it is asked once more, with the token that was refused: one that knows how
  /// to refresh answers with another, and the call is tried again with that.
  public typealias Source = @Sendable (_ refused: String?) async throws -> String

  let source: Source

  public init(_ source: @escaping Source) {
    self.source = source
  }

  public static func fixed(_ token: String) -> AccessTokens {
    AccessTokens { _ in token }
  }

  func token(refused: String?) async throws(APIError) -> String {
    do {
      return try await source(refused)
    } catch let error as APIError {
      throw error
    } catch {
      throw Task.isCancelled || error is CancellationError ? .cancelled : .unauthorized
    }
  }
}
