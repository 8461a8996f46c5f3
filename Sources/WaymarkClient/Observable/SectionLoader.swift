/// What a section can fail with.
protocol SectionFailure: Error {
  /// The request was given up: nothing to show to anybody.
  var isCancellation: Bool { get }
}

extension APIError: SectionFailure {
  var isCancellation: Bool { self == .cancelled }
}

extension AnalyticsError: SectionFailure {
  var isCancellation: Bool { self == .request(.cancelled) }
}

/// Loads the sections of a model: of several requests for one, only the latest changes it.
@MainActor
final class SectionLoader<Model: AnyObject> {
  /// The latest request of each section: the answer of an older one no longer matters.
  private var tickets: [PartialKeyPath<Model>: Int] = [:]

  func load<Value, Failure: SectionFailure>(
    _ section: ReferenceWritableKeyPath<Model, LoadingSection<Value, Failure>>, of model: Model,
    _ fetch: @Sendable () async throws(Failure) -> Answer<Value>
  ) async {
    let ticket = tickets[section, default: 0] + 1
    tickets[section] = ticket
    let before = model[keyPath: section]
    model[keyPath: section] = before.asking
    let outcome: LoadingSection<Value, Failure>
    do throws(Failure) {
      outcome = .loaded(try await fetch())
    } catch {
      outcome = error.isCancellation ? before.atRest : .failed(error, previous: before.answer)
    }
    if tickets[section] == ticket { model[keyPath: section] = outcome }
  }
}
