/// A command in the queue, whatever its result's type.
protocol Command: AnyObject, Sendable {
  var user: String { get }
  var queries: [Query] { get }
  /// Runs the body; what it throws is the command's own failure.
  func perform(in transaction: Transaction) throws
  /// Answers with the result, or with `error` where there is one.
  func answer(_ error: (any Error)?)
}

/// A read in the queue.
protocol Question: AnyObject, Sendable {
  /// Runs the body, and returns what it threw, which its caller is answered with.
  func perform(on rows: Rows) -> (any Error)?
  func answer(_ error: (any Error)?)
}

/// The result is written and read by the one thread that has taken the command from its queue, which makes it sendable.
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

  func answer(_ error: (any Error)?) {
    if let error { return completion(.failure(error)) }
    guard let result else { return completion(.failure(DatabaseError(.misuse, "answered before it was performed"))) }
    completion(.success(result))
  }
}

/// As `PendingCommand`: touched by one thread at a time.
final class PendingQuestion<T: Sendable>: Question, @unchecked Sendable {
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

  func answer(_ error: (any Error)?) {
    if let error { return completion(.failure(error)) }
    completion(result ?? .failure(DatabaseError(.misuse, "answered before it was performed")))
  }
}
