/// An error with which a section can fail.
protocol SectionFailure: Error {
  /// Whether the request was cancelled, so that no error should be shown.
  var isCancellation: Bool { get }
}

extension APIError: SectionFailure {
  var isCancellation: Bool { self == .cancelled }
}

extension AnalyticsError: SectionFailure {
  var isCancellation: Bool { self == .request(.cancelled) }
}

/// Loads the sections of a model. If a section is requested several times, only the latest request changes it.
@MainActor
final class SectionLoader<Model: AnyObject> {
  /// The number of the latest request of each section.
  private var tickets: [PartialKeyPath<Model>: Int] = [:]
  /// Called when a section shows a stored value.
  private var onShown: (() -> Void)?

  func load<Value, Failure: SectionFailure>(
    _ section: ReferenceWritableKeyPath<Model, LoadingSection<Value, Failure>>, of model: Model,
    _ fetch: @Sendable (@escaping ShowKept<Value>) async throws(Failure) -> Answer<Value>
  ) async {
    let ticket = tickets[section, default: 0] + 1
    tickets[section] = ticket
    let before = model[keyPath: section]
    model[keyPath: section] = before.asking
    // Show the stored value at once, however long the server takes.
    let show: ShowKept<Value> = { [weak self, weak model] kept in
      guard let model, self?.tickets[section] == ticket, model[keyPath: section].answer == nil else { return }
      model[keyPath: section] = .refreshing(kept)
      self?.onShown?()
    }
    let outcome: LoadingSection<Value, Failure>
    do throws(Failure) {
      outcome = .loaded(try await fetch(show))
    } catch {
      // Keep the value that was shown in the meantime.
      let shown = tickets[section] == ticket ? model[keyPath: section] : before
      outcome =
        error.isCancellation
        ? (before.error == nil ? shown : before).atRest : .failed(error, previous: shown.answer)
    }
    if tickets[section] == ticket { model[keyPath: section] = outcome }
  }

  /// Starts the first section alone and the others as soon as it shows a value, so that stored values of all sections
  /// appear at once while the server cannot be reached.
  func loadFirst(
    _ first: @escaping @MainActor @Sendable () async -> Void, then others: @MainActor () async -> Void
  ) async {
    let (isShown, notify) = AsyncStream.makeStream(of: Void.self)
    onShown = { notify.finish() }
    async let loading: Void = {
      await first()
      notify.finish()
    }()
    for await _ in isShown {}
    onShown = nil
    await others()
    await loading
  }
}
