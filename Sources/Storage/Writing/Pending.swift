/// A queued command of any result type.
protocol Command: AnyObject, Sendable {
  var user: String { get }
  var queries: [Query] { get }
  /// Runs the body. An error fails only this command.
  func perform(in transaction: Transaction) throws
  /// Completes with the result, or with `error` if it is not nil.
  func complete(with error: (any Error)?)
}

/// A queued read.
protocol ReadRequest: AnyObject, Sendable {
  /// Runs the body and returns its error.
  func perform(on rows: Rows) -> (any Error)?
  func complete(with error: (any Error)?)
}

/// Sendable because only the thread that took the command from the queue uses the result.
final class PendingCommand<T: Sendable>: Command, @unchecked Sendable {
  let user: String
  let queries: [Query]
  private let body: @Sendable (Transaction) throws -> T
  private let completion: @Sendable (Result<T, any Error>) -> Void
  private var result: T?

  init(
    user: String, queries: [Query], body: @escaping @Sendable (Transaction) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    self.user = user
    self.queries = queries
    self.body = body
    self.completion = completion
  }

  func perform(in transaction: Transaction) throws {
    result = try body(transaction)
  }

  func complete(with error: (any Error)?) {
    if let error { return completion(.failure(error)) }
    guard let result else { return completion(.failure(DatabaseError(.misuse, "completed before it ran"))) }
    completion(.success(result))
  }
}

/// Sendable for the same reason as `PendingCommand`.
final class PendingRead<T: Sendable>: ReadRequest, @unchecked Sendable {
  private let body: @Sendable (Rows) throws -> T
  private let completion: @Sendable (Result<T, any Error>) -> Void
  private var result: Result<T, any Error>?

  init(
    body: @escaping @Sendable (Rows) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    self.body = body
    self.completion = completion
  }

  func perform(on rows: Rows) -> (any Error)? {
    do {
      result = .success(try body(rows))
      return nil
    } catch {
      result = .failure(error)
      return error
    }
  }

  func complete(with error: (any Error)?) {
    if let error { return completion(.failure(error)) }
    completion(result ?? .failure(DatabaseError(.misuse, "completed before it ran")))
  }
}
